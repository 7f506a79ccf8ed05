/** Takes one line. */
export type Log = (line: string) => void;

/** More lines than this are not logged for one connection. */
const MAX_LINES = 500;

/** A log that a hostile server cannot fill: after the last line that it takes it says so and drops the rest. */
export function limitLog(log: Log, server: string): Log {
  let lines = 0;
  return (line) => {
    lines += 1;
    if (lines < MAX_LINES) log(line);
    else if (lines === MAX_LINES) log(`MCP server "${server}": nothing more is logged of this connection`);
  };
}
