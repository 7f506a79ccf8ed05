/**
 * The value of `promise`, or an error when it takes longer than `seconds`. The promise itself runs on; its late value or
 * error is dropped.
 */
export async function within<T>(seconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Expected an answer within ${seconds} s, got none`)), seconds * 1000);
  });
  try {
    return await Promise.race([promise, expiry]);
  } finally {
    clearTimeout(timer);
  }
}
