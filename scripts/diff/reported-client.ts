import { parseSideName } from './side-name.ts';

/** The client of the first report among some sides: a revision beside it is compared at that client. */
export async function reportedClient(root: string, names: string[]): Promise<string | undefined> {
  const [report] = names.map(parseSideName).filter((parsed) => parsed?.kind === 'report');
  if (report === undefined) return undefined;
  const { clientOfReport } = await import('./report-side.ts');
  return clientOfReport(root, report.file);
}
