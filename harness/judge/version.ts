/** Grows by one with every change that can change a verdict; `rejudge` compares only records of the same version. */
export const JUDGE_VERSION = '1';
