/**
 * The package `mcp-client-probe` for a client's own test suite. Each function loads what it needs when it is called.
 * What is thrown is of one class a layer, with a `code`: HarnessError (driver, client, keeping evidence), EvidenceError
 * (traffic that cannot be judged), ReportError (a report that is not whole), CommandError (files and names that were given).
 */
export type { Driver } from '../../data/types/driver.ts';
export type { BehaviourVerdict, FieldsVerdict, RunRecord } from '../../data/types/record.ts';
export type { Comparison, Difference } from '../../harness/compare/compare.ts';
export { HarnessError } from '../../harness/error.ts';
export { EvidenceError } from '../../harness/judge/evidence.ts';
export type { Inconclusive, Judged } from '../../harness/judge/types.ts';
export type { Run } from '../../harness/plan/run.ts';
export type { WholeReport } from '../../harness/report/read-report.ts';
export { ReportError, type ReportFault } from '../../harness/report/report-error.ts';
export { CommandError } from '../error.ts';
export { type DiffOptions, type DiffSide, diff } from './diff.ts';
export { type JudgedRun, judge, type StoredTalk, type Traffic } from './judge.ts';
export { probe } from './probe.ts';
export { readRecord } from './read-record.ts';
export { readReport } from './read-report.ts';
export type { InconclusiveResult, JudgedResult, ProbeOptions, ProbeResult, RunResult } from './types.ts';
