/**
 * Gives the calls of a talk their ids, in order. Clients keep the API's ids, drop them or put their own in place, so an
 * id says what survives all of that: the call's place among those of the same tool, `call_<n>_<name>`. `sent` is the id
 * that a request or an answer holds; one of ours stays, also where the client has forgotten what came before it.
 */
export function callIds(): (name: string, sent?: string) => string {
  const last = new Map<string, number>();
  return (name, sent = '') => {
    const number = numberIn(sent, name) ?? (last.get(name) ?? 0) + 1;
    last.set(name, number);
    return `call_${number}_${name}`;
  };
}

function numberIn(id: string, name: string): number | undefined {
  const [head = '', number] = /^call_([1-9]\d{0,8})_/.exec(id) ?? [];
  return number !== undefined && id.slice(head.length) === name ? Number(number) : undefined;
}
