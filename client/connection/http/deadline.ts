/** A signal that ends what takes too long. */
export interface Deadline {
  signal: AbortSignal;
  /** What it was for has come to its end. Unlike with `AbortSignal.timeout`, nothing of it stays until its time is up. */
  met: () => void;
}

/** A deadline so many milliseconds from now. */
export function deadlineIn(milliseconds: number): Deadline {
  const controller = new AbortController();
  const late = () => controller.abort(new DOMException('The time is up', 'TimeoutError'));
  const timer = setTimeout(late, milliseconds).unref();
  return { signal: controller.signal, met: () => clearTimeout(timer) };
}
