/** The layout of `cards/README.md`, for an IndexView. */
export const indexTemplate = `# Client capability cards

What real MCP clients show their model of what a server sends, each cell backed by evidence that can be judged again.

{{#if clients}}
| Client | Version | Records | Evidence of |
|---|---|---|---|
{{#each clients}}
| {{link}} | {{version}} | {{records}} | {{updated}} |
{{/each}}

## Matrix

| Capability |{{#each clients}} {{link}} |{{/each}}
|---|{{#each clients}}:---:|{{/each}}
{{#each rows}}
| {{name}} |{{#each cells}} {{this}} |{{/each}}
{{/each}}

\`●\` full  \`◐\` partial  \`○\` unsupported  \`—\` not recorded
{{else}}
No client has been probed yet.
{{/if}}

---

Generated from \`data/\` by \`mcp-client-probe build-cards\`; what is edited here is overwritten.
`;
