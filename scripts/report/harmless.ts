// A runner of GitHub Actions compares texts as .NET does, which does not see these.
const UNSEEN = String.raw`[\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}]`;
const FIRST_COLON = new RegExp(String.raw`^([[\s${UNSEEN}]--[\r\n]]*):`, 'gmv');
const FIRST_SHARP = new RegExp(`#(?=${UNSEEN}*#${UNSEEN}*\\[)`, 'gv');

/**
 * Text of a client or a server as a log of GitHub Actions may have it: no line of it is a workflow command (`::error::…` at
 * the start of a line, `##[error]…` anywhere). The sign that would begin one becomes its `\u…`, as in {@link printable}.
 */
export function harmless(text: string): string {
  return text.replaceAll(FIRST_COLON, String.raw`$1\u003a`).replaceAll(FIRST_SHARP, String.raw`\u0023`);
}
