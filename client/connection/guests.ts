/** More requests of a server are not answered at a time. */
const MAX_OPEN = 64;
const MAX_ID_LENGTH = 1000;

/**
 * The requests of a server that this client has not answered yet. A server that asks and asks without taking the answers
 * would otherwise fill this client's memory with them.
 */
export interface Guests {
  /** Notes a request of the server. Answers with why it must be dropped, if it must. */
  admit(id: unknown): string | undefined;
  /** The answer to the request with this id has left. */
  answered: (id: unknown) => void;
}

/** The open requests of one connection; none yet. */
export function createGuests(): Guests {
  const open = new Set<unknown>();
  return {
    admit(id) {
      if (typeof id === 'string' && id.length > MAX_ID_LENGTH)
        return `expected the id of a request to have at most ${MAX_ID_LENGTH} characters, got ${id.length}`;
      if (open.has(id))
        return 'expected a request with an id of its own, got one whose id another one has that is open';
      if (open.size >= MAX_OPEN) return `expected at most ${MAX_OPEN} open requests of the server, got another one`;
      open.add(id);
      return undefined;
    },
    answered: (id) => void open.delete(id),
  };
}
