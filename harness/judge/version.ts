/** Grows by one with every change that can change a verdict. Every record names it, so `rejudge` asks for new records. */
export const JUDGE_VERSION = '3';
