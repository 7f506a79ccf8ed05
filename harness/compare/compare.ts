import { groupBy } from '../group-by.ts';
import { behavioursOf, type Change, type ChangeKind, type ComparedRun } from './changes.ts';
import { declaredChanges, type KnownStatus } from './declared.ts';
import { isNoticeable, tokenChange, tokensText } from './tokens.ts';

/** A version of a client, a published list, or every client of a revision, and its verdicts. */
export interface Side {
  name: string;
  verdicts: ComparedRun[];
  /** What it declares and does, where ingest derived it: by client, or under '' where it is one client. */
  known?: Map<string, KnownStatus[]>;
  /** It holds several clients, each of which is compared with itself. */
  everyClient?: boolean;
}

/** Where a verdict stands. `client` is named where several are compared. */
export interface Place extends Pick<ComparedRun, 'scenario' | 'config' | 'server' | 'transport'> {
  client?: string;
}

/** A place and the two short forms. */
interface DifferingRun extends Place {
  a: string;
  b: string;
}

/** Something that differs, told once. */
export interface Difference {
  /** In the language of behaviour; empty where nothing but the cost differs. */
  text: string;
  /** How many tokens more the results cost, from the least to the most. */
  tokens?: { least: number; most: number };
  /** The runs that differ so; none where it is about what a client declares. */
  over: DifferingRun[];
  /** The clients that declare it, where several are compared. */
  clients?: string[];
}

export interface Comparison extends Record<ChangeKind, Difference[]> {
  a: string;
  b: string;
  /** The places at which both sides have a verdict. */
  compared: Place[];
  equal: number;
  onlyInA: Place[];
  onlyInB: Place[];
}

/** A difference on one line, with what it costs: `content: 1x → 2x, +3 to +12 tokens`. */
export function differenceText({ text, tokens }: Pick<Difference, 'text' | 'tokens'>): string {
  const isFree = tokens === undefined || (tokens.least === 0 && tokens.most === 0);
  return [text, isFree ? '' : tokensText(tokens.least, tokens.most)].filter((part) => part !== '').join(', ');
}

/**
 * Compares the verdicts that two sides have at the same scenario, config, server and transport, and what they declare.
 * Equal lines are folded: what differs in many runs alike is told once, the widest first.
 */
export function compareSides(a: Side, b: Side): Comparison {
  const many = a.everyClient === true && b.everyClient === true;
  const [left, right] = [a, b].map(({ verdicts }) => byPlace(verdicts, many)) as [Placed, Placed];
  const told = new Told();
  const compared: Place[] = [];
  let equal = 0;
  for (const [key, [place, before]] of left) {
    const after = right.get(key)?.[1];
    if (after === undefined) continue;
    compared.push(place);
    if (!told.runs({ ...place, a: before.short, b: after.short }, before, after)) equal += 1;
  }
  for (const [client, known] of a.known ?? [])
    for (const change of declaredChanges(known, b.known?.get(client) ?? [])) told.declared(change, client, many);
  const only = (one: Placed, other: Placed): Place[] =>
    [...one].filter(([key]) => !other.has(key)).map(([, [place]]) => place);
  return {
    a: a.name,
    b: b.name,
    compared,
    equal,
    ...told.differences(),
    onlyInA: only(left, right),
    onlyInB: only(right, left),
  };
}

type Placed = Map<string, [Place, ComparedRun]>;

/** In the order of the places. */
function byPlace(verdicts: ComparedRun[], many: boolean): Placed {
  const placed = verdicts.map((verdict): [string, [Place, ComparedRun]] => {
    const { client, scenario, config, server, transport } = verdict;
    const place = { ...(many && client !== undefined && { client }), scenario, config, server, transport };
    return [Object.values(place).join('\n'), [place, verdict]];
  });
  return new Map(placed.sort(([one], [other]) => (one < other ? -1 : Number(one > other))));
}

/** Collects what differs, each line once. */
class Told {
  readonly #lines = new Map<string, Difference & { kind: ChangeKind }>();

  /** Takes what differs between two runs; whether anything does. The cost goes with the first line. */
  runs(over: DifferingRun, before: ComparedRun, after: ComparedRun): boolean {
    const changes = behavioursOf(before, after);
    const tokens = tokenChange(before.tokens, after.tokens);
    if (changes.length === 0 && isNoticeable(before.tokens, after.tokens)) changes.push({ kind: 'changed', text: '' });
    for (const [index, change] of changes.entries()) {
      const line = this.#line(change);
      line.over.push(over);
      if (index > 0 || before.tokens === undefined || after.tokens === undefined) continue;
      const { least, most } = line.tokens ?? { least: tokens, most: tokens };
      line.tokens = { least: Math.min(least, tokens), most: Math.max(most, tokens) };
    }
    return changes.length > 0;
  }

  /** Takes something that differs in what a client declares. */
  declared(change: Change, client: string, named: boolean): void {
    const line = this.#line(change);
    if (named) line.clients = [...(line.clients ?? []), client].sort();
  }

  differences(): Record<ChangeKind, Difference[]> {
    const kinds = groupBy([...this.#lines.values()], ({ kind }) => kind);
    const of = (kind: ChangeKind): Difference[] =>
      (kinds.get(kind) ?? [])
        .map(({ kind: _kind, ...difference }) => difference)
        .sort((one, other) => other.over.length - one.over.length || (one.text < other.text ? -1 : 1));
    return { lost: of('lost'), changed: of('changed'), gained: of('gained') };
  }

  #line({ kind, text }: Change): Difference & { kind: ChangeKind } {
    const key = `${kind} ${text}`;
    const line = this.#lines.get(key) ?? { kind, text, over: [] };
    this.#lines.set(key, line);
    return line;
  }
}
