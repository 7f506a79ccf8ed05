// A stdio server that answers every method as its plan says, byte for byte.
// argv: [file of the plan, JSON]. The plan: {record, answers, signals, grandchild}
//   record      file that every frame received is appended to, as {"pid":…,"frame":…}
//   answers     method → one answer, or a list of them of which the last repeats. An answer is a list of steps:
//               {"write": text}  the text is written, {{id}} becomes the request's id as JSON
//               {"repeat": text, "times": n}  the same, n times over
//               {"exit": code} · {"closeOutput": true}
//   stubborn    the end of stdin and SIGTERM are ignored, and go to the record
//   grandchild  a child of its own that ignores SIGTERM is started; its pid goes to the record
//   complains   text for stderr at start
import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, readFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const plan = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const record = (line) => appendFileSync(plan.record, `${JSON.stringify({ pid: process.pid, ...line })}\n`);
const counts = new Map();

function writeAll(text) {
  const bytes = Buffer.from(text);
  for (let sent = 0; sent < bytes.length; ) {
    try {
      sent += writeSync(1, bytes, sent);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

function answer(frame) {
  const listed = plan.answers[frame.method] ?? [];
  const count = counts.get(frame.method) ?? 0;
  counts.set(frame.method, count + 1);
  const steps = Array.isArray(listed[0]) ? listed[Math.min(count, listed.length - 1)] : listed;
  for (const step of steps) {
    if ('write' in step) writeAll(step.write.replaceAll('{{id}}', JSON.stringify(frame.id)));
    if ('repeat' in step) for (let times = 0; times < step.times; times++) writeAll(step.repeat);
    if ('exit' in step) process.exit(step.exit);
    if ('closeOutput' in step) closeSync(1);
  }
}

record({ environment: Object.keys(process.env).sort(), cwd: process.cwd() });
if (plan.complains !== undefined) process.stderr.write(plan.complains);
if (plan.grandchild) {
  const code = "process.on('SIGTERM', () => {}); process.send('up'); setInterval(() => {}, 60000)";
  const grandchild = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'inherit', 'ignore', 'ipc'] });
  await new Promise((resolve) => grandchild.once('message', resolve));
  grandchild.channel.unref();
  record({ grandchild: grandchild.pid });
}
if (plan.stubborn) {
  process.on('SIGTERM', () => record({ ignored: 'SIGTERM' }));
  setInterval(() => {}, 60_000);
}

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const frame = JSON.parse(line);
  record({ frame });
  if (frame.method !== undefined) answer(frame);
});
lines.on('close', () => {
  if (!plan.stubborn) process.exit(0);
  record({ ignored: 'end' });
});
