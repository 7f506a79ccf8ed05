const last = new Map<string, Promise<unknown>>();

/** Does one piece of work after the other for each `key`, in this process; each begins also where one before it failed. */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mine = (last.get(key) ?? Promise.resolve()).then(work, work);
  last.set(key, mine);
  try {
    return await mine;
  } finally {
    if (last.get(key) === mine) last.delete(key);
  }
}
