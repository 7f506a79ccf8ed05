import type { VerifiedRecord } from '../../data/types/verified.ts';
import { groupBy } from '../../harness/group-by.ts';
import { foldVerdicts } from '../build-cards/fold.ts';
import { type CheckText, checkText } from '../evidence/check-text.ts';
import { runOf, shortName } from '../evidence/names.ts';
import { checksOf, DEFAULT_CONFIG } from '../evidence/status.ts';

/** The runs of one check of one scenario. */
interface Asked {
  scenario: string;
  id: string;
  runs: { config: string; run: string; met: boolean }[];
}

/**
 * What the probed status of a capability leaves out: which checks the default config does not meet, and where another
 * config or transport answers otherwise. Plain sentences, from the records alone; null where nothing is left out.
 */
export function noteOf(records: VerifiedRecord[], textOf: CheckText = checkText): string | null {
  const asked = askedOf(records);
  const name = ({ scenario, id }: Asked): string => `“${textOf(scenario, id)}” (${shortName(scenario)})`;
  const missed = asked.filter(({ runs }) => runs.some((run) => isDefault(run) && !run.met));
  const sentences: string[] = [];
  if (missed.length > 0)
    sentences.push(`Not met: ${missed.map((each) => `${name(each)}${someOnly(each)}`).join('; ')}.`);
  const other = asked.flatMap((each) => otherwise(each).map((text) => `${name(each)} is ${text}`));
  if (other.length > 0) sentences.push(`It depends on the run: ${other.join('; ')}.`);
  const varying = [...groupBy(records, ({ scenario }) => scenario)].filter(([, same]) => foldVerdicts(same).length > 1);
  if (varying.length > 0)
    sentences.push(`Verdicts differ between runs: ${varying.map(([scenario]) => shortName(scenario)).join(', ')}.`);
  return sentences.length === 0 ? null : sentences.join(' ');
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
    ([word, group]) => `${word} in ${group.map(({ config, run }) => `${config}/${run}`).join(', ')}`,
  );
}

const isDefault = ({ config }: { config: string }): boolean => config === DEFAULT_CONFIG;

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
