import type { ClientEntry, Reading } from '../../data/types/clients.ts';
import type { VerifiedRecord } from '../../data/types/verified.ts';
import { DEFAULT_CONFIG } from '../evidence/status.ts';
import { cell, code } from '../markdown.ts';
import { webLink } from './links.ts';
import { revisionsOf } from './revisions.ts';
import type { SdkVersion } from './sdk-version.ts';

/** What "At a glance" is made from. */
export interface GlanceFacts {
  /** The version that the card is about. */
  version: string;
  /** The reading of that version, else the newest; undefined where nobody read the source. */
  reading: Reading | undefined;
  /** The versions that we probed, newest first, and the records of the first. */
  probed: string[];
  records: VerifiedRecord[];
  /** What our own files tell of the SDK that ran. */
  sdk: SdkVersion | undefined;
  /** The hosts that the newest probed version asked for. */
  asked: string[] | undefined;
}

/** The lines of "At a glance". What is not known has no line. */
export function glanceOf(client: ClientEntry, facts: GlanceFacts): { label: string; value: string }[] {
  const { reading, records, asked } = facts;
  const seen = revisionsOf(records);
  const usual = revisionsOf(records.filter(({ config }) => config === DEFAULT_CONFIG));
  const lines: [string, string | undefined | null][] = [
    ['Registry id', code(client.id)],
    ['Vendor', cell(client.vendor)],
    ['Category', client.category],
    ['Platforms', reading?.platforms.join(', ')],
    ['Licence', client.licence && cell(client.licence)],
    ['Source', client.source && webLink(client.source)],
    ['Home', client.home && webLink(client.home)],
    ['Package', client.package && code(client.package)],
    ['Wire names', client.wireNames.map(code).join(', ')],
    ['SDK', sdkLine(client, facts)],
    ['Prefers', reading?.prefers == null ? usual.map(code).join(', ') : code(reading.prefers)],
    ['Speaks', reading?.speaks.map(code).join(', ')],
    ['Seen to speak', seen.map(code).join(', ')],
    ['Source last updated', reading && cell(reading.authored)],
    ['Last read', reading && cell(reading.date)],
    ['Card is about', code(facts.version)],
    ['Probed', facts.probed.map(code).join(', ')],
    ['Asked for', asked && (asked.map(code).join(', ') || 'no host but this machine')],
  ];
  return lines.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function sdkLine({ sdk }: ClientEntry, { reading, version, sdk: ran }: GlanceFacts): string {
  const read = reading?.clientVersion === version ? reading.sdk : undefined;
  if (read != null) {
    const title = read.official && !/^official\b/.test(read.title) ? `official ${read.title}` : read.title;
    return shown({ ...read, title, resolved: read.resolved ?? undefined });
  }
  return sdk === null ? 'none' : shown({ ...sdk, ...ran });
}

function shown(sdk: { package: string; title: string } & SdkVersion): string {
  const parts = [
    `${code(sdk.package)}${sdk.resolved === undefined ? '' : ` ${cell(sdk.resolved)}`}`,
    ...(sdk.declared === undefined ? [] : [`declares ${code(sdk.declared)}`]),
    cell(sdk.title),
    ...(sdk.patched === undefined ? [] : [sdk.patched ? 'patched' : 'unpatched']),
  ];
  return parts.join(' · ');
}
