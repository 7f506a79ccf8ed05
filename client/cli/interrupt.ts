const codes = { SIGINT: 130, SIGTERM: 143 } as const;

/** The user's wish to end the program. */
export interface Interrupt {
  /** Aborts at the first SIGINT or SIGTERM. */
  signal: AbortSignal;
  /** The exit code that goes with the signal that came, if one came. */
  exitCode(): 130 | 143 | undefined;
  /** Gives the signals back: from here on they end the process by themselves, also while it hangs in a write. */
  release(): void;
}

/**
 * Takes SIGINT and SIGTERM over until they are released. The first one asks for an orderly end; the second ends the
 * process at once, for the case that the orderly end hangs.
 */
export function watchInterrupts(): Interrupt {
  const controller = new AbortController();
  let code: 130 | 143 | undefined;
  const take = (name: 'SIGINT' | 'SIGTERM') => {
    if (code !== undefined) process.exit(code);
    code = codes[name];
    controller.abort();
  };
  process.on('SIGINT', take).on('SIGTERM', take);
  return {
    signal: controller.signal,
    exitCode: () => code,
    release: () => void process.off('SIGINT', take).off('SIGTERM', take),
  };
}
