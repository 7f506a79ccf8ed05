/** Resolves in the next turn of the event loop, when every microtask of this one has run. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
