/** The part of a card that shows verdicts: our own, and those that others published. */
export const verdictsTemplate = `## Verified by the probe

{{#if verdicts}}
{{verdicts.records}} of client version {{verdicts.version}}{{#if verdicts.elsewhere}}, which is not the version of the table above{{/if}}, in the runs {{verdicts.cells}}. Every one was recorded from the
real client, between our fixture server and a scripted model; its verdict names the fields that got through to the model.
Runs with equal verdicts share a row{{#if verdicts.differs}}; \`≠\` marks scenarios whose verdict depends on the run{{/if}}. Glyphs: \`[…]\` content, \`{…}\` structuredContent,
\`⟨…⟩\` the whole result, \`"…"\` words of the client instead. Links open the folder of a run: its record and its traffic.

| Scenario | Runs | At | Verdict |
|---|---|---|---|
{{#each verdicts.folded}}
| {{scenario}} | {{runs}} | {{at}} | {{verdict}} |
{{/each}}

<details>
<summary>All {{verdicts.records}}</summary>

| Scenario | Config | Run | At | Verdict | Tokens |
|---|---|---|---|---|---|
{{#each verdicts.all}}
| {{scenario}} | {{config}} | {{run}} | {{at}} | {{verdict}} | {{tokens}} |
{{/each}}

</details>

{{else}}
We have not run this client.

{{/if}}
{{#each published}}
### {{anchor}}Published by {{publisher}}

{{records}} of client version {{version}}, from {{page}} of {{publisher}} as it was on {{date}}. We did not record them and cannot judge them
again, so they raise no status of the table.{{#if wrapped}} Of an error they show the first 80 characters of the message, which may be
nothing but what the client puts around every result.{{/if}}

| Scenario | Runs | At | Verdict |
|---|---|---|---|
{{#each folded}}
| {{scenario}} | {{runs}} | {{at}} | {{verdict}} |
{{/each}}

<details>
<summary>All {{records}}</summary>

| Scenario | Config | Run | At | Verdict |
|---|---|---|---|---|
{{#each all}}
| {{scenario}} | {{config}} | {{run}} | {{at}} | {{verdict}} |
{{/each}}

</details>

{{/each}}`;
