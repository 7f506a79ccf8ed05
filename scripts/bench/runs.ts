import type { Driver } from '../../data/types/driver.ts';
import { abnormalEnd } from '../../harness/launch/abnormal-end.ts';
import { type Captured, launch, type Stage } from '../../harness/launch/launch.ts';
import { resultScenarios } from '../../scenarios/index.ts';
import type { Scenario } from '../../scenarios/types.ts';
import { CaseFailed, type Figure } from './figure.ts';
import { ownCpuSeconds } from './own-cpu.ts';
import { peakMegabytes } from './own-memory.ts';
import { readTimes, timed } from './shell-times.ts';

// Clients are measured as the harness runs them: a fresh home, the stdio fixture, the mocked model. The model is a part of
// this process and counts for nothing; the fixture is the client's child and counts.

const SCENARIO = 'tools.result.summary_and_data';

/** One isolated run of the stage's driver to its end, with the children that the client waited for. */
export async function measureRun(stage: Stage): Promise<Figure> {
  return toItsEnd(stage, ({ wire, model }) => wire.includes('tools/call') && model !== '');
}

/** The floor program in place of the client: the same server, the same call, no model. */
export async function measureFloor(stage: Stage): Promise<Figure> {
  const tool = scenario().script[0]?.tool ?? '';
  const command = ['{{node}}', '{{root}}/dist/bench/floor.cjs', tool, '{{server.command}}', '{{json server.args}}'];
  const driver = { ...stage.driver, command, environment: {}, files: [], logs: [], end: { exitCodes: [0] } };
  return toItsEnd({ ...stage, driver }, ({ wire }) => wire.includes('tools/call'));
}

/** The client with a model and no server. */
export async function measureStart(stage: Stage): Promise<Figure> {
  const files = stage.driver.files.map((file) => ({ ...file, template: withoutServers(file.template) }));
  return measureTalk({ ...stage, driver: { ...stage.driver, files } });
}

/** The client with a model, and with whatever servers its configuration names that are none of the harness. */
export async function measureTalk(stage: Stage): Promise<Figure> {
  return toItsEnd(stage, ({ wire, model }) => wire === '' && model !== '');
}

/** A run, read when the model has received its first request: the client's own process, without children. */
export async function measureFirstRequest(stage: Stage): Promise<Figure> {
  let [pid, started]: [number | undefined, number] = [undefined, 0];
  let figure: Figure | undefined;
  const captured = await launch(
    {
      ...stage,
      workspace: {
        ...stage.workspace,
        guard(group) {
          // The client leads a process group of its own.
          [pid, started] = [group, performance.now()];
          return stage.workspace.guard(group);
        },
      },
      model: {
        ...stage.model,
        add: (run) =>
          stage.model.add({
            ...run,
            tap(line) {
              const wall = (performance.now() - started) / 1000;
              // Before the answer is sent: until then the client waits.
              if (pid !== undefined) figure ??= { cpu: ownCpuSeconds(pid), wall, ...peakMegabytes(pid) };
              run.tap(line);
            },
          }),
      },
    },
    planned(),
  );
  check(captured, stage.driver);
  if (figure === undefined) throw new CaseFailed('the client asked its model nothing');
  return figure;
}

async function toItsEnd(stage: Stage, worked: (captured: Captured) => boolean): Promise<Figure> {
  const driver = { ...stage.driver, command: timed(stage.driver.command) };
  const captured = await launch({ ...stage, driver }, planned());
  check(captured, driver);
  if (!worked(captured)) throw new CaseFailed(`it ended well and did not do its work\n${captured.log}`);
  return { cpu: readTimes(captured.end.stdout), wall: captured.milliseconds / 1000 };
}

function check({ end, fault }: Captured, { end: { exitCodes } }: Driver): void {
  const detail = fault ?? abnormalEnd(end, exitCodes)?.detail;
  if (detail !== undefined) throw new CaseFailed(detail);
}

function planned() {
  const run = { client: 'bench', version: '0', config: 'default', server: 'both', transport: 'stdio' } as const;
  return { scenario: scenario(), run: { ...run, scenario: SCENARIO } };
}

function scenario(): Scenario {
  const found = resultScenarios.find(({ id }) => id === SCENARIO);
  if (found === undefined) throw new Error(`Expected a scenario ${SCENARIO}, found none`);
  return found;
}

/** The lines of a configuration before its servers. */
export function withoutServers(template: string[]): string[] {
  const at = template.indexOf('mcp_servers:');
  if (at < 0) throw new Error('Expected the driver to have a line "mcp_servers:", found none');
  return template.slice(0, at);
}
