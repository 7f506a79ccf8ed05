import type { VerifiedRecord } from '../../data/types/verified.ts';
import { groupBy } from '../../harness/group-by.ts';
import { runOf, shortName } from '../evidence/names.ts';
import { cell } from '../markdown.ts';
import type { CheckText } from './check-text.ts';
import { foldVerdicts } from './fold.ts';
import { checksOf } from './status.ts';

/** The runs of one check of one scenario. */
interface Asked {
  scenario: string;
  id: string;
  runs: { config: string; run: string; met: boolean }[];
}

/**
 * What one status of a capability leaves out: which checks the default config does not meet, and where another config
 * or transport answers otherwise. In sentences of Markdown, from evidence alone.
 */
export function flattened(meaning: string, records: VerifiedRecord[], textOf: CheckText): string {
  const asked = askedOf(records);
  const name = ({ scenario, id }: Asked): string => `“${cell(textOf(scenario, id))}” (${cell(shortName(scenario))})`;
  const usual = asked.filter(({ runs }) => runs.some(isDefault));
  const missed = usual.filter(({ runs }) => !runs.filter(isDefault).every(({ met }) => met));
  const sentences = [cell(meaning), ...countSentence(usual.length, missed.length)];
  if (missed.length > 0) {
    const where = usual.length === 1 ? ' in the default config' : '';
    sentences.push(`Not met${where}: ${missed.map((each) => `${name(each)}${someOnly(each)}`).join('; ')}.`);
  }
  const other = asked.flatMap((each) => otherwise(each).map((text) => `${name(each)} is ${text}`));
  if (other.length > 0) sentences.push(`It depends on the run: ${other.join('; ')}.`);
  const varying = [...groupBy(records, ({ scenario }) => scenario)].filter(([, same]) => foldVerdicts(same).length > 1);
  if (varying.length > 0)
    sentences.push(
      `Verdicts differ between runs: ${varying.map(([scenario]) => cell(shortName(scenario))).join(', ')}.`,
    );
  return sentences.join(' ');
}

function countSentence(checks: number, missed: number): string[] {
  if (checks === 0) return ['No run in the default config.'];
  if (checks === 1) return missed === 0 ? ['Its one check is met in the default config.'] : [];
  return [`${checks - missed} of ${checks} checks are met in the default config.`];
}

/** Says in which runs of the default config a check was not met, when it was met in others. */
function someOnly({ runs }: Asked): string {
  const usual = runs.filter(isDefault);
  const missed = usual.filter(({ met }) => !met);
  return missed.length === usual.length ? '' : ` over ${missed.map(({ run }) => run).join(', ')} only`;
}

/** Where other configs answer a check otherwise than the default config does. */
function otherwise({ runs }: Asked): string[] {
  const usual = runs.filter(isDefault);
  const outcome = usual.length === 0 ? undefined : usual.every(({ met }) => met);
  const different = runs.filter((run) => !isDefault(run) && run.met !== outcome);
  return [...groupBy(different, ({ met }) => (met ? 'met' : 'not met'))].map(
    ([word, group]) => `${word} in ${group.map(({ config, run }) => cell(`${config}/${run}`)).join(', ')}`,
  );
}

const isDefault = ({ config }: { config: string }): boolean => config === 'default';

function askedOf(records: VerifiedRecord[]): Asked[] {
  const all = records.flatMap((record) =>
    checksOf(record).map(({ id, met }) => ({
      scenario: record.scenario,
      id,
      config: record.config,
      run: runOf(record),
      met,
    })),
  );
  return [...groupBy(all, ({ scenario, id }) => `${scenario}\n${id}`).values()].flatMap((runs) => {
    const [first] = runs;
    return first === undefined ? [] : [{ scenario: first.scenario, id: first.id, runs }];
  });
}
