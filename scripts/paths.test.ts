import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFolder } from './evidence/sample.ts';
import { dataFile, packageRoot, placesOf, shownPath } from './paths.ts';

describe('paths', () => {
  it('finds the package from a source file', async () => {
    const manifest: unknown = JSON.parse(await readFile(join(packageRoot(), 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: 'mcp-client-probe' });
  });

  it('looks for runs below the root unless told', () => {
    expect(placesOf({ root: '/a' })).toEqual({ root: '/a', runs: '/a/runs' });
    expect(placesOf({ root: '/a', runs: '/b/kept' })).toEqual({ root: '/a', runs: '/b/kept' });
    expect(placesOf({}).root).toBe(process.cwd());
  });

  it('prefers data of the root to data of the package', async () => {
    await withFolder(async (root) => {
      expect(dataFile(root, 'clients.json')).toBe(join(packageRoot(), 'data', 'clients.json'));
      await mkdir(join(root, 'data'));
      await writeFile(join(root, 'data', 'clients.json'), '{}');
      expect(dataFile(root, 'clients.json')).toBe(join(root, 'data', 'clients.json'));
    });
  });

  it('shows paths relative to the root', () => {
    expect(shownPath('/a/b', '/a/b/runs/x')).toBe('runs/x');
    expect(shownPath('/a/b', '/a/runs')).toBe('../runs');
  });
});
