/** One call of a batch. `parallel`: it may overlap with neighbours that may do so too. */
export interface BatchItem<T> {
  parallel: boolean;
  run(): Promise<T>;
}

/**
 * Runs the calls of one answer of the model. A call that is not `parallel` is a barrier: it starts when all before it
 * have ended, and the next starts when it has ended. Consecutive parallel calls run together (the original client's
 * rule). Results come in the order of the calls.
 *
 * @throws the reason of `signal` where a call was still to begin when it aborted
 */
export async function runBatch<T>(items: readonly BatchItem<T>[], signal?: AbortSignal): Promise<T[]> {
  const results: T[] = [];
  for (const group of groups(items)) {
    signal?.throwIfAborted();
    results.push(...(await Promise.all(group.map((item) => item.run()))));
  }
  return results;
}

function groups<T>(items: readonly BatchItem<T>[]): BatchItem<T>[][] {
  const found: BatchItem<T>[][] = [];
  for (const item of items) {
    const last = found.at(-1);
    if (item.parallel && last?.[0]?.parallel === true) last.push(item);
    else found.push([item]);
  }
  return found;
}
