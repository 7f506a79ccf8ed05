import type { Headers } from './headers.ts';

type Body = string | ReadableStream<Uint8Array> | null;

/**
 * What the engine reads of the `Response` of the fetch standard. As with `Headers`, the built-in class would bring the
 * whole built-in fetch with it. A body can be read once.
 */
export class Response {
  readonly status: number;
  readonly headers: Headers;
  readonly statusText = '';
  readonly #content: Body;

  constructor(content: Body, { status, headers }: { status: number; headers: Headers }) {
    this.status = status;
    this.headers = headers;
    this.#content = content;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** The bytes of a stream; null where the body is a text, which is there as a whole. */
  get body(): ReadableStream<Uint8Array> | null {
    return typeof this.#content === 'string' ? null : this.#content;
  }

  async text(): Promise<string> {
    if (this.#content === null || typeof this.#content === 'string') return this.#content ?? '';
    const parts: Uint8Array[] = [];
    for await (const part of this.#content) parts.push(part);
    return Buffer.concat(parts).toString('utf8');
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}
