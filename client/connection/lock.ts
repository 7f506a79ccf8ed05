/** Runs one piece of work at a time, in the order of the calls; a failed one does not hold up the next. */
export type Lock = <T>(work: () => Promise<T>) => Promise<T>;

/** A lock of its own. Requests of one connection never overlap on the wire (the original client's rule). */
export function createLock(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
