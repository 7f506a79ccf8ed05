import type { Connection, ServerEntry } from '../types.ts';

type Flavour = NonNullable<Connection['flavour']>;

/** What was last spoken over HTTP; forgotten when the entry names another address. */
export interface Spoken {
  to(entry: ServerEntry): { flavour?: Flavour };
  learn(entry: ServerEntry, connection: Connection): void;
}

/** Nothing was spoken yet. */
export function createSpoken(): Spoken {
  let known: { url: string; flavour: Flavour } | undefined;
  return {
    to: ({ transport }) =>
      transport.kind === 'http' && transport.url === known?.url ? { flavour: known.flavour } : {},
    learn({ transport }, { flavour }) {
      if (transport.kind === 'http' && flavour !== undefined) known = { url: transport.url, flavour };
    },
  };
}
