/** The messages that came so far, by method, and who waits for one of them. */
export interface Arrivals {
  note(method: string): void;
  /** Resolves when the n-th message of a method has come, or when nobody wants to know any more. */
  until(method: string, number: number, gone: AbortSignal): Promise<void>;
}

export function countArrivals(): Arrivals {
  const counts = new Map<string, number>();
  const waiting = new Set<() => void>();
  return {
    note(method) {
      counts.set(method, (counts.get(method) ?? 0) + 1);
      for (const look of waiting) look();
    },
    until: (method, number, gone) =>
      new Promise((resolve) => {
        const look = (): void => {
          if ((counts.get(method) ?? 0) < number && !gone.aborted) return;
          waiting.delete(look);
          gone.removeEventListener('abort', look);
          resolve();
        };
        waiting.add(look);
        gone.addEventListener('abort', look);
        look();
      }),
  };
}
