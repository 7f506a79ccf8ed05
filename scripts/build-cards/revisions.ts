/** The revisions that records were made at, oldest first. */
export function revisionsOf(records: { protocolVersion: string }[]): string[] {
  return [...new Set(records.map(({ protocolVersion }) => protocolVersion))].sort();
}
