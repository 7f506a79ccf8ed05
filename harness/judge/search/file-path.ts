const START = /^(?:MEDIA:|file:\/\/)?(?:~|[A-Za-z]:)?[/\\]/;
// A path of a tool message is short; looking back further would cost more than it could find.
const LONGEST = 4096;

/** Whether what stands at `offset` is a piece of an absolute file path (POSIX, Windows, `~/`, `file://`, `MEDIA:`). */
export function isInFilePath(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - LONGEST), offset);
  const run = before.slice(before.search(/[^\s"'`<>()|]*$/));
  return START.test(run);
}
