import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHost } from './host.ts';
import { makePlace } from './testing/place.ts';

describe('a host program', () => {
  it('lies beside or below its driver, and nowhere else', async () => {
    const { folder } = await makePlace();
    const driverFile = join(folder, 'drivers', 'driver.json');
    await mkdir(join(folder, 'drivers', 'hosts'), { recursive: true });
    await writeFile(join(folder, 'drivers', 'hosts', 'a.mjs'), 'a');
    await writeFile(join(folder, 'secret.mjs'), 'secret');
    await symlink('../secret.mjs', join(folder, 'drivers', 'link.mjs'));
    expect(await readHost('hosts/a.mjs', driverFile)).toEqual({ extension: '.mjs', text: 'a' });
    for (const host of ['../secret.mjs', join(folder, 'secret.mjs'), 'link.mjs', '.', 'hosts/../../secret.mjs'])
      await expect(readHost(host, driverFile)).rejects.toMatchObject({
        code: 'input',
        message: `Expected "install.host" of ${driverFile} to name a file in its folder, got ${JSON.stringify(host)}.`,
      });
  });

  it('that is not there is missing, before anything is fetched', async () => {
    const place = await makePlace();
    const work = place.install({ npm: { a: '1.0.0' }, host: 'none.mjs' });
    await expect(work).rejects.toMatchObject({ code: 'missing' });
    expect(place.said).toEqual([]);
    expect(await readdir(place.folder)).toEqual([]);
  });
});
