/** The layout of `cards/README.md`, for an IndexView. */
export const indexTemplate = `# Client capability cards

What real MCP clients show their model of what a server sends, each cell with the evidence behind it: our own runs, which
can be judged again, or source and pages that somebody read on a day.

{{#if clients}}
| Client | Version | Probed | Records | Evidence of |
|---|---|---|---|---|
{{#each clients}}
| {{link}} | {{version}} | {{probed}} | {{records}} | {{updated}} |
{{/each}}

## Matrix

| Capability |{{#each clients}} {{link}} |{{/each}}
|---|{{#each clients}}:---:|{{/each}}
{{#each rows}}
| {{name}} |{{#each cells}} {{this}} |{{/each}}
{{/each}}

\`●\` full  \`◐\` partial  \`○\` unsupported  \`·\` untested  \`—\` not recorded; without a letter probed,
<sup>r</sup> read in the source, <sup>d</sup> declared by the client, <sup>c</sup> claimed by its documents

{{#if results}}
## What reached the model

Of each result, with the client as it is by default, of the version that was probed; links open the run that shows it.
What a server sends in each:

{{#each sent}}
- {{name}}: {{title}}
{{/each}}

| Result |{{#each probed}} {{link}} |{{/each}}
|---|{{#each probed}}---|{{/each}}
{{#each results}}
| {{name}} |{{#each cells}} {{this}} |{{/each}}
{{/each}}

\`[…]\` content · \`{…}\` structuredContent · \`once\`, \`twice\` what both fields say alike · \`⟨…⟩\` the whole result ·
\`error\`, \`placeholder\` the client's own words instead · \`nothing\` no text at all · \`hidden\` the tool was not offered. A second entry
is what the other transport showed.
{{/if}}
{{else}}
No client has been probed yet.
{{/if}}

---

Generated from \`data/\` by \`mcp-client-probe build-cards\`; what is edited here is overwritten.
`;
