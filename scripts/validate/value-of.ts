import { type Forms, faultOf } from '../../data/forms.ts';
import type { StoredFile } from './linter.ts';

const faults = new WeakMap<StoredFile, { fault: string | undefined }>();

/** What keeps a JSON file from being of the form that its place asks for; found out once a file. */
export function faultIn(file: StoredFile): string | undefined {
  const known = faults.get(file);
  if (known !== undefined) return known.fault;
  const fault = file.form === undefined ? 'it has no form' : faultOf(file.form, file.json);
  faults.set(file, { fault });
  return fault;
}

/** What a file of this form says; `undefined` for any other, and for one that its schema refuses: `schema` tells that. */
export function valueOf<Name extends keyof Forms>(file: StoredFile, form: Name): Forms[Name] | undefined {
  return file.form === form && file.json !== undefined && faultIn(file) === undefined
    ? (file.json as Forms[Name])
    : undefined;
}

/** What each file of this form says, with its path. */
export function valuesOf<Name extends keyof Forms>(
  files: StoredFile[],
  form: Name,
): { path: string; value: Forms[Name] }[] {
  return files.flatMap((file) => {
    const value = valueOf(file, form);
    return value === undefined ? [] : [{ path: file.path, value }];
  });
}
