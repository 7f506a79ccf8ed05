import { verdictsTemplate } from './verdicts-template.ts';

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

Of version {{version}}.

| Capability | Status | Known by | At |
|---|---|---|---|
{{#each rows}}
| {{name}} | {{status}} | {{knownBy}} | {{at}} |
{{/each}}

\`●\` full  \`◐\` partial  \`○\` unsupported  \`·\` untested  \`—\` not recorded  \`⇧\` rests on the evidence of the parent

Not recorded says that nobody has looked, and nothing else. A status is that of the strongest evidence: probed in our runs,
read in the source, declared by the client, claimed by its documents. Of our runs those in the config \`default\` count: all
checks met is full, some is partial, none is unsupported. Under \`tools.result\`, a field is full when the model gets it without any setting.

{{#if flattened}}
## What the table flattens

{{#each flattened}}
- {{this}}
{{/each}}

{{/if}}
${verdictsTemplate}
{{#if advice}}
## For server authors

{{#if verdicts}}As our runs of version {{verdicts.version}} show it, each line from their verdicts.{{else}}As it was published, each line from a verdict above.{{/if}}
{{#each around}}
{{this}}
{{/each}}

| A server sends | The model sees |
|---|---|
{{#each advice}}
| {{sends}} | {{sees}} |
{{/each}}

{{/if}}
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
{{#if otherVersions}}
## Other versions

Evidence of other versions than {{version}} decides nothing in the table above.

| Capability |{{#each otherVersions.versions}} {{this}} |{{/each}}
|---|{{#each otherVersions.versions}}---|{{/each}}
{{#each otherVersions.rows}}
| {{name}} |{{#each cells}} {{this}} |{{/each}}
{{/each}}

{{/if}}
{{#if disagreements}}
## Where the evidence disagrees

{{#each disagreements}}
- {{this}}
{{/each}}

{{/if}}
{{#if notes}}
## Research notes

{{#each notes}}
{{this}}
{{/each}}

{{/if}}
## Provenance

{{#each readings}}
{{text}}
{{#if sdk}}

**SDK.** {{sdk}}
{{/if}}

<details>
<summary>Paths read</summary>

{{#each paths}}
- {{this}}
{{/each}}

</details>

{{/each}}
{{#if readings}}
To check what was read, look at those paths in that commit: no source of the client is kept here.

{{/if}}
{{#if verdicts}}
{{verdicts.records}} of version {{verdicts.version}}, the first of {{verdicts.oldest}}, the last of {{verdicts.newest}}. A record is dated when its bytes first
came in; a run that gives the same bytes again changes nothing. Evidence: {{verdicts.digest}}, over the digests of the
records in the order above.
{{#if older}}
Older versions in the overlay: {{older}}.
{{/if}}

Every verdict follows from stored bytes: \`npm run rejudge\` derives each record again from the traffic beside it, offline.
\`npm run probe -- --client {{id}}\` runs the client again.

{{/if}}
---

Generated from {{sources}} by \`mcp-client-probe build-cards\`. Change
those, or probe and ingest again; what is edited here is overwritten.
`;
