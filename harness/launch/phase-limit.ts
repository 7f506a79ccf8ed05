/** A limit on each phase of a client's life: to its first request to the model, from one to the next, to its end. */
export interface PhaseLimit {
  /** Fires when a phase has lasted too long. The reason, a string, says in plain words what did not come. */
  over: AbortSignal;
  /** Told each request, and whether the model has had its last word by then: the next phase begins. */
  heard(lastWord: boolean): void;
  /** Nothing is waited for any more. */
  end(): void;
}

/** Begins the first phase. Each may last so many seconds. */
export function limitPhases(seconds: number): PhaseLimit {
  let requests = 0;
  let finished = false;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(missing()), seconds * 1000);
  const missing = (): string => {
    if (finished) return `no end within ${seconds} s of the model's last word`;
    if (requests === 0) return `no request to the model within ${seconds} s`;
    return `nothing after request ${requests} to the model within ${seconds} s`;
  };
  return {
    over: controller.signal,
    heard(lastWord) {
      requests += 1;
      finished = lastWord;
      timer.refresh();
    },
    end: () => clearTimeout(timer),
  };
}
