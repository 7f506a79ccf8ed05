import { expect, it } from 'vitest';
import { RUN, sampleStored } from './sample-stored.ts';
import { secrets } from './secrets.ts';

const wire = `runs/${RUN}/wire.jsonl`;
const model = `runs/${RUN}/model.jsonl`;
const log = `runs/${RUN}/log.txt`;
// Put together here, so that nobody takes this file for a leak.
const long = 'a1B2'.repeat(8);

function line(http: object, body: object = { text: '{}' }): string {
  return `${JSON.stringify({ seq: 1, process: 1, exchange: 1, dir: 'c2s', http: { method: 'POST', path: '/mcp', ...http }, ...body })}\n`;
}

it('passes masked headers and sentences about tokens', () => {
  const headers = { authorization: '{{masked}}', 'x-api-key': '{{masked}}', 'mcp-session-id': long };
  const text =
    'Send a bearer token, sk- or ghp_ keys are refused; see http://127.0.0.1:{{port}}/mcp, git@example.com:a/b, eyJ.';
  expect(secrets.check(sampleStored({ [wire]: line({ headers }), [log]: text }))).toEqual([]);
});

it.each([
  ['a bearer token', `Bearer ${long}`],
  ['an API key (sk-…)', `key sk-${long}`],
  ['a GitHub token', `ghp_${long}`],
  ['an AWS key', `AKIA${'A1'.repeat(8)}`],
  ['a private key', '-----BEGIN RSA PRIVATE KEY-----'],
  ['basic credentials', `Authorization: Basic ${long}`],
  ['a password in an address', `postgres://me:${long}@db.example/x`],
  ['a JSON web token', `eyJ${long}.eyJ${long}.${long}`],
  ['a Google key', `AIza${long}abc`],
  ['a GitLab token', `glpat-${long}`],
  ['an npm token', `npm_${long}`],
  ['a Slack token', `xoxb-${long}`],
  ['a Stripe key', `sk_live_${long}`],
])('fails %s, and does not repeat it', (what, text) => {
  const body = `${JSON.stringify({ seq: 1, dialect: 'openai-chat', method: 'POST', path: '/', body: text, status: 200, response: '' })}\n`;
  expect(secrets.check(sampleStored({ [model]: body, [log]: text }))).toEqual([
    { path: model, text: `Expected no secret in line 1, got what looks like ${what}.` },
    { path: log, text: `Expected no secret, got what looks like ${what}.` },
  ]);
});

it('fails headers whose values are not masked', () => {
  const headers = {
    Authorization: 'Basic eDp5',
    cookie: 'a=b',
    dpop: 'x',
    'x-api-key': 'y',
    'x-auth-token': 'z',
    apikey: 'k',
    'x-client-secret': 's',
    accept: '*/*',
  };
  expect(secrets.check(sampleStored({ [wire]: line({ headers }) })).map(({ text }) => text)).toEqual(
    ['Authorization', 'cookie', 'dpop', 'x-api-key', 'x-auth-token', 'apikey', 'x-client-secret'].map(
      (name) => `Expected the header "${name}" of line 1 to be {{masked}}, got a value.`,
    ),
  );
});

it('looks into bytes that are no text', () => {
  const base64 = Buffer.concat([Buffer.from([255]), Buffer.from(`Bearer ${long}`)]).toString('base64');
  expect(secrets.check(sampleStored({ [wire]: line({ headers: {} }, { base64 }) }))).toEqual([
    { path: wire, text: 'Expected no secret in line 1, got what looks like a bearer token.' },
  ]);
});

it.each(['a.', '-eyJ', 'eyJ', 'bearer ', 'sk- ', 'x://', 'a:/', '-----BEGIN ', 'ghp_', 'authorization '])(
  'looks through a text of %j over and over only once',
  (piece) => {
    const started = process.cpuUsage();
    const text = piece.repeat(Math.floor(4_000_000 / piece.length));
    expect(secrets.check(sampleStored({ [log]: text }))).toEqual([]);
    // What looks at every rest of the text again would take hours.
    expect(process.cpuUsage(started).user / 1_000_000).toBeLessThan(20);
  },
);
