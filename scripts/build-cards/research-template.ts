/** The layout of `docs/research/<id>.md`, for a NoteView. */
export const noteTemplate = `# {{title}}

*{{kind}}* · {{date}}{{#if revision}} · revision {{revision}}{{/if}}

- Clients: {{clients}}
- Capabilities: {{capabilities}}

**{{summary}}**

{{#each text}}
{{this}}

{{/each}}
## Sources

{{#each sources}}
- {{this}}
{{/each}}

---

Generated from {{file}} by \`mcp-client-probe build-cards\`. Change that; what is edited here is overwritten.
`;

/** The layout of `docs/research/README.md`: the notes by their kinds. */
export const indexTemplate = `# Research notes

What is worth knowing of clients and no table has room for. Each note names what it rests on: runs in this repository that
anyone can judge again, or source and pages that somebody read on a day.

{{#each kinds}}
## {{title}}

{{meaning}}

{{#each notes}}
- {{this}}
{{/each}}

{{else}}
There are none yet.

{{/each}}
---

Generated from \`data/notes/\` by \`mcp-client-probe build-cards\`; what is edited here is overwritten.
`;
