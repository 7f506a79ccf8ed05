/**
 * A number from 0 to below 1 that follows from a seed, a rule and the number of what it is for: the same each time, and
 * for neighbours without relation (the finalizer of MurmurHash3, 32 bits).
 */
export function chanceOf(seed: number, rule: number, number: number): number {
  let hash = 0;
  for (const part of [seed, rule, number]) hash = mixed(Math.imul(hash ^ part, 0x9e3779b1) + 0x7f4a7c15);
  return (hash >>> 0) / 2 ** 32;
}

function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
