import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { claimFolder } from './claim.ts';
import { makePlace } from './testing/place.ts';

it('a claim of a dead process counts only while what it started may still write', async () => {
  const place = await makePlace();
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  const [folder, until] = [join(place.folder, 'c@1.0.0'), join(place.folder, 'until')];
  await mkdir(until);
  await writeFile(`${folder}.${child.pid}.claim`, until);
  // Of other folders: a version that begins alike, and no process id.
  await writeFile(join(place.folder, `c@1.0.0.5.${process.ppid}.claim`), '');
  const options = { what: 'c', until: 'ours', say: vi.fn(), cancel: new AbortController().signal };
  const release = await claimFolder(folder, options);
  // Nobody has removed `until`: its watchdog is dead too.
  expect(options.say).toHaveBeenCalledWith(`waiting for process ${child.pid}, which installs c too`);
  expect((await readdir(place.folder)).sort()).toEqual(
    [`c@1.0.0.${process.pid}.claim`, `c@1.0.0.5.${process.ppid}.claim`, 'until'].sort(),
  );
  await release();
  expect(await readdir(place.folder)).not.toContain(`c@1.0.0.${process.pid}.claim`);
});
