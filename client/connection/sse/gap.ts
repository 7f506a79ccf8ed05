/** The chunks of a stream as they come. When none has come for `limit` milliseconds, `silent` is called, once. */
export async function* watchGap(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  silent: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const timer = setTimeout(silent, limit);
  try {
    for await (const chunk of chunks) {
      timer.refresh();
      yield chunk;
    }
  } finally {
    clearTimeout(timer);
  }
}
