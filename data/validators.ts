import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type FormName, schemas } from './schemas.ts';

/** Holds a value against a form. When it answers false, `errors` says why. */
export interface Validator {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null;
}

// To compile costs 0.1 s of CPU, so the build does it: it puts the compiled code in the place of this file
// (scripts/precompile.mjs). What runs from the source compiles here, with the same options.
let ajv: Ajv2020 | undefined;

/** The validator of a form. */
export function validatorOf(form: FormName): Validator {
  ajv ??= compiler();
  return ajv.getSchema(schemas[form].$id) as Validator;
}

function compiler(): Ajv2020 {
  const made = new Ajv2020({ allowUnionTypes: true, schemas: Object.values(schemas) });
  formats(made);
  return made;
}
