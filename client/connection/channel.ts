import type { Transport } from '@modelcontextprotocol/client';
import type { ConnectionError } from './errors.ts';
import type { RequestId } from './frame.ts';

/** The way to one server, under the engine: a child process with two pipes, or an HTTP endpoint. */
export interface Channel {
  /**
   * A transport for one attempt of the engine to open a session. The engine closes it when the attempt fails; the
   * channel itself stays, so that the next attempt talks to the same process.
   */
  open(): Transport;
  /** Resolves when the first request may go out. */
  settled(): Promise<void>;
  /** Why no answer can come any more, once that is so; or that the server is gone, and only what it wrote is still read. */
  ended(): ConnectionError | undefined;
  /**
   * Whether a request that was sent may have reached the server. Only once the connection has ended: until then what has
   * not left may still leave. Absent where that is not known.
   */
  reached?(id: RequestId): boolean;
  /** Ends the session and frees what it held. Resolves when nothing of it is left; never throws. */
  close(): Promise<void>;
}
