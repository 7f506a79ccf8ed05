const codes = { SIGINT: 130, SIGTERM: 143 } as const;

/** The user's wish to end the program. */
export interface Interrupt {
  /** Aborts at the first SIGINT or SIGTERM. */
  signal: AbortSignal;
  /** The exit code that goes with the signal that came, if one came. */
  exitCode(): 130 | 143 | undefined;
}

/**
 * Takes SIGINT and SIGTERM over for the rest of the process. The first one asks for an orderly end; the second ends the
 * process at once, for the case that the orderly end hangs.
 */
export function watchInterrupts(): Interrupt {
  const controller = new AbortController();
  let code: 130 | 143 | undefined;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (code !== undefined) process.exit(code);
      code = codes[name];
      controller.abort();
    });
  }
  return { signal: controller.signal, exitCode: () => code };
}
