// A plugin of the build: puts compiled validators in the place of data/validators.ts. To load Ajv and to compile the
// schemas at every start costs 0.1 s of CPU.
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import formats from 'ajv-formats';

export const precompile = {
  name: 'precompile',
  setup(build) {
    build.onLoad({ filter: /[\\/]data[\\/]validators\.ts$/ }, async ({ path }) => ({
      contents: await compileForms(join(dirname(path), 'schema')),
      resolveDir: dirname(path),
    }));
  },
};

/** The code of a module with the same `validatorOf` as data/validators.ts. */
async function compileForms(folder) {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.schema.json'));
  const schemas = await Promise.all(files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8'))));
  const ajv = new Ajv2020({ allowUnionTypes: true, schemas, code: { source: true, esm: true } });
  formats.default(ajv);
  const forms = schemas.map(({ $id }, index) => ({ $id, form: basename($id, '.schema.json'), name: `form${index}` }));
  const code = standalone.default(ajv, Object.fromEntries(forms.map(({ name, $id }) => [name, $id])));
  const byForm = forms.map(({ form, name }) => `${JSON.stringify(form)}: ${name}`).join(', ');
  return `${code}\nconst byForm = { ${byForm} };\nexport const validatorOf = (form) => byForm[form];`;
}
