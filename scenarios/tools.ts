import { shown } from './ask/model.ts';
import { notAsked, when } from './ask/outcome.ts';
import { canary } from './canary.ts';
import { toolScenario } from './define.ts';
import type { CheckOutcome, Evidence, JsonObject, Place, Scenario, WireFrame } from './types.ts';

const LAST = 'probe_on_the_last_page';
const HIDDEN = 'probe_hidden_by_the_filter';
const LONG = 'probe_a_name_of_seventy_characters_that_no_model_provider_would_accept';
// Model providers refuse longer names and other characters.
const MODEL_TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

const marks = { last: mark('last'), hidden: mark('hidden'), long: mark('long') };

/** Listing as a whole: pages, the user's filter, and a name that is too long for a model. */
export const tools: Scenario = toolScenario({
  id: 'tools',
  capability: 'tools',
  title: 'Three pages of tools; the user hides one of them; the name of one has 70 characters.',
  serverEntry: { tools: { exclude: [HIDDEN] } },
  tools: [
    [{ name: 'probe_on_the_first_page', answer: text('first') }],
    [{ name: HIDDEN, description: `Marked ${marks.hidden}; hidden by the user.`, answer: text('hidden') }],
    [
      { name: LAST, description: `Marked ${marks.last}; on the last page.`, answer: text('last') },
      { name: LONG, description: `Marked ${marks.long}; with a long name.`, answer: text('long') },
    ],
  ],
  script: [
    { tool: LAST, arguments: {} },
    { tool: LONG, arguments: {} },
  ],
  // A name that it does not take may be the end of a client.
  mayFail: true,
  judgement: {
    kind: 'behaviour',
    checks: [
      { id: 'followsPages', level: 'must', text: 'every page of the list is asked for, to its end', ask: followsPages },
      { id: 'callsFromTheLastPage', level: 'must', text: 'a tool of the last page can be called', ask: called(LAST) },
      {
        id: 'honoursTheFilter',
        level: 'must',
        text: 'a tool that the user hides is not offered',
        given: 'callsFromTheLastPage',
        ask: honoursTheFilter,
      },
      {
        id: 'clampsLongNames',
        level: 'must',
        text: 'a name of 70 characters is offered within 64',
        given: 'callsFromTheLastPage',
        ask: clampsLongNames,
      },
      { id: 'callsByTheRealName', level: 'must', text: 'the tool with the long name can be called', ask: called(LONG) },
    ],
  },
});

function mark(part: string): string {
  return canary('dsc', part, 'tools');
}

function answerOf(part: string): string {
  return canary('cnt', part, 'tools');
}

function text(part: string): { result: JsonObject } {
  return { result: { content: [{ type: 'text', text: `The tool answers ${answerOf(part)} at once.` }] } };
}

function followsPages({ wire }: Evidence): CheckOutcome {
  const offered = wire.flatMap((frame) => (frame.dir === 's2c' ? cursor(frame, '/result/nextCursor') : []));
  if (offered.length === 0) return { outcome: 'not asked', reason: 'the list was never asked for' };
  const asked = wire.flatMap((frame) => (frame.dir === 'c2s' ? cursor(frame, '/params/cursor') : []));
  const followed = offered.every(({ value }) => asked.some((ask) => ask.value === value));
  return { outcome: followed && offered.length >= 2 ? 'met' : 'not met', places: asked.map(({ place }) => place) };
}

function cursor(frame: WireFrame, pointer: '/result/nextCursor' | '/params/cursor'): { value: string; place: Place }[] {
  const value = pointer.split('/').slice(1).reduce<unknown>(member, frame.message);
  return typeof value === 'string' ? [{ value, place: { line: frame.line, pointer, offset: 0 } }] : [];
}

function member(value: unknown, key: string): unknown {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[key] : undefined;
}

function called(tool: string): (evidence: Evidence) => CheckOutcome {
  return ({ wire }) => {
    const calls = wire.filter(
      (frame) =>
        frame.dir === 'c2s' &&
        member(frame.message, 'method') === 'tools/call' &&
        member(member(frame.message, 'params'), 'name') === tool,
    );
    return {
      outcome: calls.length > 0 ? 'met' : 'not met',
      places: calls.map(({ line }) => ({ line, pointer: '/params/name', offset: 0 })),
    };
  };
}

function honoursTheFilter(evidence: Evidence): CheckOutcome {
  const { wire, model } = evidence;
  if (!wire.some((frame) => frame.dir === 's2c' && frame.text.includes(marks.hidden)))
    return notAsked('the page with the hidden tool was never listed');
  const offered = model.some(({ body }) => {
    const request = JSON.stringify(body ?? null);
    return request.includes(marks.hidden) || request.includes(HIDDEN);
  });
  if (offered) return when(false);
  // Who offers nothing at all keeps nothing back.
  const others =
    [LAST, LONG].some((tool) => called(tool)(evidence).outcome === 'met') ||
    model.some((request) => [marks.last, marks.long].some((mark) => shown(request, mark).length > 0));
  return others ? when(true) : notAsked('no tool beside it was offered');
}

function clampsLongNames({ model }: Evidence): CheckOutcome {
  const offered = model.flatMap(({ line, tools }) =>
    tools
      .filter(({ description }) => description.includes(marks.long))
      .map(({ name, pointer }) => ({ name, place: { line, pointer: `${pointer}/name`, offset: 0 } })),
  );
  // Behind a bridge the name stands in no list, but the call that brought the tool's answer was made with it.
  const calls = new Map(model.flatMap((exchange) => exchange.calls.map(({ id, target }) => [id, target] as const)));
  const called = model.flatMap(({ line, results }) =>
    results
      .filter(({ texts }) => texts.some(({ text }) => text.includes(answerOf('long'))))
      .map(({ callId, pointer }) => ({ name: calls.get(callId) ?? '', place: { line, pointer, offset: 0 } })),
  );
  const names = [...offered, ...called];
  if (names.length === 0) return { outcome: 'not asked', reason: 'no request shows a name of the tool' };
  return {
    outcome: names.every(({ name }) => MODEL_TOOL_NAME.test(name)) ? 'met' : 'not met',
    places: names.map(({ place }) => place),
  };
}
