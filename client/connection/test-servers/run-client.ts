// A whole client process around one connection. argv: [a JSON of {entry, home, mode}].
//   once   connects, lists, calls, closes, prints what came as one JSON line and has nothing left to do
//   hold   connects, prints a line and stays
import type { ServerEntry } from '../../types.ts';
import { connect } from '../connect.ts';

const { entry, home, mode } = JSON.parse(process.argv[2] ?? '') as {
  entry: ServerEntry;
  home: string;
  mode: 'once' | 'hold';
};

async function run(): Promise<void> {
  const clientInfo = { name: 'hermes-agent', version: '1.0.0', title: 'Title', websiteUrl: 'https://example.invalid/' };
  const connection = await connect(entry, {
    home,
    clientInfo,
    environment: process.env,
    log: (line) => console.error(line),
  });
  if (mode === 'hold') {
    console.log('connected');
    return;
  }
  const tools = await connection.listTools();
  const result = await connection.callTool('t', {});
  await connection.close();
  const loaded = (process as unknown as { moduleLoadList: string[] }).moduleLoadList;
  const has = (name: string) => loaded.includes(`NativeModule ${name}`);
  console.log(
    JSON.stringify({
      tools,
      result,
      undici: has('internal/deps/undici/undici'),
      http: has('http'),
      https: has('https'),
    }),
  );
}

void run();
