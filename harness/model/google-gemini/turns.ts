import type { ToolResultInRequest } from '../../../scenarios/types.ts';
import type { HeldCall } from './call.ts';

/** A call with what answers it. */
export interface Turn extends HeldCall {
  result?: ToolResultInRequest;
}

/** The calls of a talk so far. */
export interface Turns {
  add(turn: Turn): void;
  /**
   * The call that a response with this id and name answers: the one with the id, else of the name, else the first that is
   * open. Of several the first that is open, and when all are answered the last.
   */
  find(id: string, name: string): Turn | undefined;
}

/** Looking a call up takes the same time however many there are: a hostile request may hold very many. */
export function startTurns(): Turns {
  const byId = new Map<string, Row>();
  const byName = new Map<string, Row>();
  const all = startRow();
  return {
    add(turn) {
      const rows = [
        ...[...new Set([turn.call.id, turn.sent])].map((id) => rowOf(byId, id)),
        rowOf(byName, turn.call.name),
        all,
      ];
      for (const row of rows) row.turns.push(turn);
    },
    find(id, name) {
      const known = id === '' ? undefined : byId.get(id);
      const named = byName.get(name);
      return known?.open() ?? known?.turns.at(-1) ?? named?.open() ?? named?.turns.at(-1) ?? all.open();
    },
  };
}

interface Row {
  turns: Turn[];
  /** The first that has no result. */
  open(): Turn | undefined;
}

function startRow(): Row {
  const turns: Turn[] = [];
  let next = 0;
  return {
    turns,
    open() {
      while (turns[next]?.result !== undefined) next += 1;
      return turns[next];
    },
  };
}

function rowOf(rows: Map<string, Row>, key: string): Row {
  const row = rows.get(key) ?? startRow();
  rows.set(key, row);
  return row;
}
