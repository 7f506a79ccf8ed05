const EVERY_MS = 10_000;

/** Says `first` now, and `again` every ten seconds until the returned function is called. */
export function sayUntil(first: string, again: string, say: (line: string) => void): () => void {
  say(first);
  const timer = setInterval(() => say(again), EVERY_MS);
  return () => clearInterval(timer);
}
