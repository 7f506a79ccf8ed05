import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { makePlace } from './testing/place.ts';

// This needs the registry of Python's packages, and fails where it is not reached.
it('a client that is installed by pip has a virtual environment of its own', async () => {
  const place = await makePlace();
  const { folder = '' } = await place.install({ pip: { iniconfig: '2.1.0' } });
  const script = 'import iniconfig, importlib.metadata as m; print(m.version("iniconfig"), iniconfig.__file__)';
  const { stdout } = await execa(join(folder, 'venv', 'bin', 'python'), ['-c', script]);
  expect(stdout).toMatch(/^2\.1\.0 /);
  expect(stdout).toContain(folder);
});
