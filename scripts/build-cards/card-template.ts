/** The layout of `cards/<client>.md`, for a CardView. */
export const cardTemplate = `---
title: {{titleJson}}
description: {{descriptionJson}}
last-updated: {{lastUpdated}}
---

# {{title}}

{{description}}

## At a glance

| | |
|---|---|
{{#each glance}}
| {{label}} | {{value}} |
{{/each}}

## Capabilities

| Capability | Status | Known by | At |
|---|---|---|---|
{{#each rows}}
| {{name}} |{{#each cells}} {{this}} |{{/each}}
{{/each}}

\`●\` full  \`◐\` partial  \`○\` unsupported  \`—\` not recorded

Only rows with evidence are shown, and the rows that they stand below; {{unrecorded}} of the registry have no record yet, and that says nothing about them.
A status counts the checks of every run in the config \`default\`: all met is full, some is partial, none is unsupported.
Under \`tools.result\`, a field is full when the model gets it without any setting.

## What the table flattens

{{#each flattened}}
- **{{id}}** — {{text}}
{{/each}}

## Verified by the probe

{{records}} of client version {{version}}, in the runs {{cells}}. Every one was recorded from the real client,
between our fixture server and a scripted model; its verdict names the fields that got through to the model. Runs with
equal verdicts share a row{{#if differs}}; \`≠\` marks scenarios whose verdict depends on the run{{/if}}. Glyphs: \`[…]\`
content, \`{…}\` structuredContent, \`⟨…⟩\` the whole result, \`"…"\` words of the client instead. Links open the folder of a
run: its record and its traffic. Overlay: {{overlay}}.

| Scenario | Runs | At | Verdict |
|---|---|---|---|
{{#each folded}}
| {{scenario}} | {{runs}} | {{at}} | {{verdict}} |
{{/each}}

<details>
<summary>All {{records}}</summary>

| Scenario | Config | Run | At | Verdict | Tokens |
|---|---|---|---|---|---|
{{#each all}}
| {{scenario}} | {{config}} | {{run}} | {{at}} | {{verdict}} | {{tokens}} |
{{/each}}

</details>

{{#if compared}}
## Compared

Of {{compared.common}} verdicts that {{#each compared.heads}}{{this}}{{#unless @last}}, {{/unless}}{{/each}} have too, {{compared.same}} are the same. Words of a client in place of a
result are not compared. The others:

| Scenario | Runs | This |{{#each compared.heads}} {{this}} |{{/each}} Why |
|---|---|---|{{#each compared.heads}}---|{{/each}}---|
{{#each compared.rows}}
| {{scenario}} | {{runs}} |{{#each verdicts}} {{this}} |{{/each}} {{why}} |
{{/each}}

{{/if}}
## Provenance

{{records}} of version {{version}}, the first of {{oldest}}, the last of {{newest}}. A record is dated when its bytes first
came in; a run that gives the same bytes again changes nothing. Evidence: {{evidenceDigest}}, over the digests of the
records in the order above.
{{#if older}}
Older versions in the overlay: {{older}}.
{{/if}}

Every verdict follows from stored bytes: \`npm run rejudge\` derives each record again from the traffic beside it, offline.

---

Generated from \`data/capabilities.json\`, \`data/clients.json\` and {{overlay}} by \`mcp-client-probe build-cards\`. Change
those, or probe and ingest again; what is edited here is overwritten.
`;
