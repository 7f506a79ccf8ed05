// What stdio servers cost by themselves: `bare-children.cjs SERVER COUNT` starts so many, asks each once, and ends them.
const { spawn } = require('node:child_process');

const [, , server, count] = process.argv;
const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize' });
const children = Array.from({ length: Number(count) }, () =>
  spawn(process.execPath, [server], { stdio: ['pipe', 'pipe', 'inherit'] }),
);

async function answerOf({ stdin, stdout }) {
  stdin.write(`${request}\n`);
  return new Promise((resolve) => stdout.once('data', resolve));
}

async function main() {
  await Promise.all(children.map(answerOf));
  for (const { stdin } of children) stdin.end();
}

void main();
