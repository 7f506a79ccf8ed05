import asked from './schema/asked.schema.json';
import baseline from './schema/baseline.schema.json';
import capabilities from './schema/capabilities.schema.json';
import clients from './schema/clients.schema.json';
import compared from './schema/compared.schema.json';
import driver from './schema/driver.schema.json';
import modelLine from './schema/model-line.schema.json';
import note from './schema/note.schema.json';
import published from './schema/published.schema.json';
import record from './schema/record.schema.json';
import reportLine from './schema/report-line.schema.json';
import reviewed from './schema/reviewed.schema.json';
import verified from './schema/verified.schema.json';
import wireLine from './schema/wire-line.schema.json';

/** The schema of every form of the house, by its name in `data/schema/`. */
export const schemas = {
  asked,
  baseline,
  capabilities,
  clients,
  compared,
  driver,
  'model-line': modelLine,
  note,
  published,
  record,
  'report-line': reportLine,
  reviewed,
  verified,
  'wire-line': wireLine,
} satisfies Record<string, { $id: string }>;

export type FormName = keyof typeof schemas;
