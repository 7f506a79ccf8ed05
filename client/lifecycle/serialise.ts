/**
 * `work`, never two at a time. Whoever asks while it runs shares the one run that follows, so that a storm of requests
 * costs no more than two.
 */
export function serialise<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let following: Promise<T> | undefined;
  function ask(): Promise<T> {
    if (running === undefined) {
      const mine = work().finally(() => {
        running = undefined;
      });
      running = mine;
      return mine;
    }
    const again = () => {
      following = undefined;
      return ask();
    };
    following ??= running.then(again, again);
    return following;
  }
  return ask;
}
