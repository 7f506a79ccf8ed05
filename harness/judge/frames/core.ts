import * as core from '@modelcontextprotocol/core';

/** The names of the SDK's wire schemas: one neutral set for all revisions. */
export type SchemaName = Extract<keyof typeof core, `${string}Schema`>;

const schemas: Pick<typeof core, SchemaName> = core;

/** Whether `value` fits the named schema. */
export function fits(name: SchemaName, value: unknown): boolean {
  return schemas[name].safeParse(value).success;
}
