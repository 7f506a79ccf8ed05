import { join } from 'node:path';
import type { InstallForm } from './install.ts';
import { runTool, type Tools } from './run-tool.ts';

/** Installs the Python packages of a form into `<folder>/venv`: made in its final place, because it knows its own path. */
export async function installPip({ pip }: InstallForm, tools: Tools): Promise<void> {
  if (pip === undefined) return;
  const venv = join(tools.folder, 'venv');
  await runTool('venv', ['python3', '-m', 'venv', venv], tools);
  const packages = Object.entries(pip).map(([name, version]) => `${name}==${version}`);
  const quiet = ['--disable-pip-version-check', '--no-input', '--progress-bar=off'];
  await runTool('pip', [join(venv, 'bin', 'python'), '-m', 'pip', 'install', ...quiet, '--', ...packages], tools);
}
