import { describe, expect, it } from 'vitest';
import type { AnswerForm } from '../../scenarios/behaviour.ts';
import { MAX_MEGABYTES, talkBench, type Way } from './peak.ts';

const SMALL = 1000;
const HUGE = 1024 ** 3;

const talk = talkBench();
const small = new Map<Way, Promise<number>>();

/** The peak of a talk with a small answer, measured once a way. */
function peakOfSmall(way: Way): Promise<number> {
  const known = small.get(way) ?? talk([{ answer: { generate: SMALL } }], way).then(({ peak }) => peak);
  small.set(way, known);
  return known;
}

describe.skipIf(process.platform !== 'linux')('an answer of a gigabyte', () => {
  it.each<[string, Way, AnswerForm, RegExp]>([
    ['declared, as a JSON body', 'json', {}, /it declared 1,073,\d{3},\d{3} bytes/],
    [
      'in chunks, as a JSON body',
      'json',
      { chunked: true },
      /it had reached 10,\d{3},\d{3} bytes when reading stopped/,
    ],
    [
      'that drips, as a JSON body',
      'json',
      { chunked: true, drip: { bytes: 2 ** 18, ms: 1 } },
      /it had reached 10,\d{3},\d{3} bytes when reading stopped/,
    ],
    ['as one event of a stream', 'stream', {}, /it had reached 10,\d{3},\d{3} bytes when reading stopped/],
    ['as one event over HTTP+SSE', 'sse', {}, /it had reached 10,\d{3},\d{3} bytes when reading stopped/],
    ['as a line on stdio', 'stdio', {}, /a message of more than 10485760 bytes/],
    ['that drips, as a line on stdio', 'stdio', { drip: { bytes: 2 ** 18, ms: 1 } }, /of more than 10485760 bytes/],
  ])('%s, ends the call and costs little memory', async (_what, way, form, says) => {
    const before = await peakOfSmall(way);
    const { told, peak } = await talk([{ answer: { ...form, generate: HUGE } }], way);
    expect(told).toMatch(says);
    expect(before).toBeGreaterThan(10);
    expect(peak - before).toBeLessThanOrEqual(MAX_MEGABYTES);
  });
});
