import { expect, it } from 'vitest';
import { reasonFor } from './reason.ts';

it.each([
  ['npm error code ETARGET', 'input'],
  ['npm error code E404', 'input'],
  ['npm error code EBADPLATFORM', 'input'],
  ['npm error code ERESOLVE', 'input'],
  ['ERROR: No matching distribution found for a==9', 'input'],
  ['npm error code ENOSPC', 'store'],
  ['ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device', 'store'],
  ['npm error code ECONNREFUSED', 'missing'],
  ['npm error code UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'missing'],
  ['npm error code E503', 'missing'],
  ['npm error code E401', 'missing'],
  ['The virtual environment was not created successfully because ensurepip is not available.', 'missing'],
  ['/usr/bin/python3: No module named venv', 'missing'],
  [`Error: Command '['/x/python3', '-m', 'ensurepip', '--upgrade']' returned non-zero exit status 1.`, 'missing'],
  ['npm error command sh -c node install.js', 'missing'],
])('%s: %s', (line, code) => {
  expect(reasonFor(['first', line, 'last']).code).toBe(code);
});

it('takes a version that pip could not ask for as no fault of the driver', () => {
  const lines = [
    `WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError(...)': /simple/a/`,
    'ERROR: Could not find a version that satisfies the requirement a==1 (from versions: none)',
    'ERROR: No matching distribution found for a==1',
  ];
  expect(reasonFor(lines).code).toBe('missing');
  expect(reasonFor(lines.slice(1)).code).toBe('missing');
});
