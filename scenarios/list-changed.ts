import { placeOf, shown, told } from './ask/model.ts';
import { notAsked, when } from './ask/outcome.ts';
import { markedTool, must } from './ask/tool.ts';
import { at, callsOf, messagesOf, sent } from './ask/wire.ts';
import { served, toolScenario } from './define.ts';
import type { CheckOutcome, Evidence, Scenario } from './types.ts';

const ID = 'tools.listChanged';
const NOTIFICATION = 'notifications/tools/list_changed';
/** Long enough for a client to subscribe, and to tell its model of an answer, in milliseconds. */
const PATIENCE = 400;
/** Long enough for the change to come after that, and for the client to list anew. */
const THINKS = 1600;

const changing = markedTool(ID, {
  name: 'probe_change_the_tools',
  part: 'changing',
  about: 'Changes the list of tools.',
});
const between = markedTool(ID, { name: 'probe_pass_the_time', part: 'between', about: 'Answers at once.' });
const vanishing = markedTool(ID, { name: 'probe_soon_gone', part: 'vanishing', about: 'Is not there for long.' });
const added = markedTool(ID, { name: 'probe_newly_there', part: 'added', about: 'Is there after the change.' });

/** After the first call one tool goes and another comes, while the model thinks; a second call lies between. */
export const listChanged: Scenario = toolScenario({
  id: ID,
  capability: ID,
  title: 'After the first call a tool goes and another comes, and the server says that its list has changed.',
  tools: [changing.served, between.served, vanishing.served],
  script: [
    { tool: changing.name, arguments: {} },
    { tool: between.name, arguments: {}, thinks: THINKS },
    { tool: added.name, arguments: {} },
  ],
  serve: {
    capabilities: { tools: { listChanged: true } },
    behaviour: {
      toolSets: { changed: [[changing, between, added].map((tool) => served(tool.served))] },
      rules: [
        {
          on: { method: 'tools/call', tool: changing.name, to: 1 },
          // When nothing is under way: what a client shows its model next is then the same each time.
          do: [{ wait: PATIENCE }, { answer: {} }, { wait: PATIENCE }, { tools: 'changed' }, { listChanged: 1 }],
        },
      ],
    },
  },
  judgement: {
    kind: 'behaviour',
    checks: [
      must('listsAgain', 'the list is asked for again after the notification', listsAgain),
      must('offersTheNew', 'the new tool is offered to the model in the same talk', offersTheNew),
      must('callsTheNew', 'the new tool is called, and its answer arrives', callsTheNew),
      must('forgetsTheOld', 'the tool that is gone is not offered any more', forgetsTheOld),
    ],
  },
});

/** A client that never subscribes is told nothing, and so is not met. */
function listsAgain(evidence: Evidence): CheckOutcome {
  if (callsOf(evidence, changing.name).length === 0) return notAsked('the list never changed');
  const said = evidence.wire.find(
    (frame) => frame.dir === 's2c' && messagesOf(frame).some(({ method }) => method === NOTIFICATION),
  );
  const again = sent(evidence, 'tools/list').filter(({ frame }) => said !== undefined && frame.line > said.line);
  return when(
    again.length > 0,
    again.map(({ frame }) => at(frame, '/method')),
  );
}

function offersTheNew(evidence: Evidence): CheckOutcome {
  if (callsOf(evidence, changing.name).length === 0) return notAsked('the list never changed');
  const places = evidence.model.flatMap((request) => shown(request, added.mark));
  return when(places.length > 0, places.slice(0, 1));
}

function callsTheNew(evidence: Evidence): CheckOutcome {
  if (callsOf(evidence, changing.name).length === 0) return notAsked('the list never changed');
  const places = told(evidence, added.answer).map(placeOf);
  return when(callsOf(evidence, added.name).length > 0 && places.length > 0, places.slice(0, 1));
}

function forgetsTheOld(evidence: Evidence): CheckOutcome {
  const turns = evidence.model.filter(({ tools }) => tools.length > 0);
  const last = turns.at(-1);
  if (last === undefined || callsOf(evidence, changing.name).length === 0) return notAsked('the list never changed');
  const places = last.tools
    .filter(({ description }) => description.includes(vanishing.mark))
    .map(({ pointer }) => ({ line: last.line, pointer, offset: 0 }));
  // A client that never looks again forgets nothing, it only may not have shown the tool.
  return when(places.length === 0 && looksAgain(evidence), places);
}

/** Whether the list was asked for after it had changed, for whatever reason: some ask before every turn. */
function looksAgain(evidence: Evidence): boolean {
  const changed = callsOf(evidence, changing.name)[0];
  return changed !== undefined && sent(evidence, 'tools/list').some(({ frame }) => frame.line > changed.frame.line);
}
