/** Takes one line. */
export type Log = (line: string) => void;

/** More lines than this are not logged for one connection. */
const MAX_LINES = 500;

/**
 * A log that a hostile server cannot fill: after the last line that it takes it says so and drops the rest.
 *
 * @param maxLines how many it takes, that last one among them
 */
export function limitLog(log: Log, server: string, maxLines = MAX_LINES): Log {
  let lines = 0;
  return (line) => {
    lines += 1;
    if (lines < maxLines) log(line);
    else if (lines === maxLines) log(`MCP server "${server}": nothing more of this kind is logged`);
  };
}
