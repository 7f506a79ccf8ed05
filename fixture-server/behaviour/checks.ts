import type { Json } from '../../scenarios/types.ts';
import { isObject } from '../frame.ts';

/** What is wrong with a value at a place of a plan; `undefined` when nothing is. */
export type Check = (value: Json, place: string) => string | undefined;

export const text: Check = (value, place) => (typeof value === 'string' ? undefined : `"${place}" to be a string`);

export const anything: Check = () => undefined;

export function whole(least: number, most = Number.MAX_SAFE_INTEGER): Check {
  return (value, place) => {
    const fits = Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
    const to = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`;
    return fits ? undefined : `"${place}" to be a whole number from ${least}${to}`;
  };
}

export const fraction: Check = (value, place) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? undefined : `"${place}" to be a number from 0 to 1`;

export function oneOf(...values: (string | boolean)[]): Check {
  const names = values.map((value) => JSON.stringify(value));
  const last = names.at(-1) ?? '';
  const shown = names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${last}` : last;
  return (value, place) => (values.some((each) => each === value) ? undefined : `"${place}" to be ${shown}`);
}

/** An object with these members and no others; those that are there are checked. */
export function members(checks: Readonly<Record<string, Check>>): Check {
  return (value, place) => {
    if (!isObject(value)) return `"${place}" to be an object`;
    for (const [name, member] of Object.entries(value)) {
      const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
      if (check === undefined) return `"${place}" to have known members, got ${JSON.stringify(name)}`;
      const problem = check(member, `${place}/${name}`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

/** The same, where some members have to be there. */
export function membersWith(required: string[], checks: Readonly<Record<string, Check>>): Check {
  return (value, place) => {
    const absent = isObject(value) ? required.find((name) => !(name in value)) : undefined;
    return absent === undefined ? members(checks)(value, place) : `"${place}" to have ${JSON.stringify(absent)}`;
  };
}

const strings: Check = (value, place) =>
  isObject(value) && Object.values(value).every((each) => typeof each === 'string')
    ? undefined
    : `"${place}" to be an object of strings`;

export const httpAnswer: Check = (value, place) => {
  const status = isObject(value) ? value['status'] : undefined;
  if (whole(200, 599)(status ?? null, place) !== undefined) return `"${place}" to have a status from 200 to 599`;
  const rpc = membersWith(['code', 'message'], { code: whole(-40_000), message: text });
  return members({ status: anything, headers: strings, rpc, text })(value, place);
};
