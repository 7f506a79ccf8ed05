import type { JsonObject } from '../../types.ts';
import {
  expectArray,
  expectInteger,
  expectObject,
  expectOneOf,
  expectString,
  expectUri,
  kindOf,
  optional,
  refuse,
  within,
} from './expect.ts';

/** What a revision's schema defines of content blocks; members it does not define may hold anything. */
export interface BlockRules {
  types: readonly string[];
  /** `_meta` on blocks and `lastModified` in annotations, both since 2025-06-18. */
  blockMeta: boolean;
  /** `icons` on a resource link, since 2025-11-25. */
  icons: boolean;
}

/** Throws InvalidResultError unless `value` is one of the content blocks that `rules` allow. */
export function checkBlock(value: unknown, where: string, rules: BlockRules): void {
  const block = expectObject(value, where);
  const isNamed = typeof block.type === 'string';
  const type = within(isNamed ? 'unknown-content-type' : 'bad-content-block', () =>
    expectOneOf(block.type, `${where}.type`, rules.types),
  );
  BLOCKS[type]?.(block, where, rules);
  within('bad-annotations', () =>
    optional(block.annotations, `${where}.annotations`, (one, at) => checkAnnotations(one, at, rules)),
  );
  if (rules.blockMeta) optional(block._meta, `${where}._meta`, expectObject);
}

const BLOCKS: Record<string, (block: JsonObject, where: string, rules: BlockRules) => void> = {
  text: (block, where) => expectString(block.text, `${where}.text`),
  image: checkMedia,
  audio: checkMedia,
  resource: (block, where, rules) => checkContents(block.resource, `${where}.resource`, rules),
  resource_link: checkLink,
};

// Whether `data` is base64 is no matter of the schema (`byte` is no format of JSON Schema): a block that cannot be
// decoded is told about in its place, and the rest of the result lives.
function checkMedia(block: JsonObject, where: string): void {
  expectString(block.data, `${where}.data`);
  expectString(block.mimeType, `${where}.mimeType`);
}

function checkLink(block: JsonObject, where: string, rules: BlockRules): void {
  expectUri(block.uri, `${where}.uri`);
  expectString(block.name, `${where}.name`);
  for (const key of ['title', 'description', 'mimeType']) optional(block[key], `${where}.${key}`, expectString);
  optional(block.size, `${where}.size`, expectInteger);
  if (rules.icons) optional(block.icons, `${where}.icons`, checkIcons);
}

/** Throws InvalidResultError unless `value` is a list of icons, as revisions since 2025-11-25 define them. */
export function checkIcons(value: unknown, where: string): void {
  for (const [index, one] of expectArray(value, where).entries()) {
    const at = `${where}[${index}]`;
    const icon = expectObject(one, at);
    expectUri(icon.src, `${at}.src`);
    optional(icon.mimeType, `${at}.mimeType`, expectString);
    optional(icon.sizes, `${at}.sizes`, (sizes, place) => {
      for (const [position, size] of expectArray(sizes, place).entries()) expectString(size, `${place}[${position}]`);
    });
    optional(icon.theme, `${at}.theme`, (theme, place) => expectOneOf(theme, place, ['dark', 'light']));
  }
}

function checkContents(value: unknown, where: string, rules: BlockRules): void {
  const contents = expectObject(value, where);
  expectUri(contents.uri, `${where}.uri`);
  optional(contents.mimeType, `${where}.mimeType`, expectString);
  if (rules.blockMeta) optional(contents._meta, `${where}._meta`, expectObject);
  // One of the two has to be right; the other is then a member that this form does not define.
  if (typeof contents.text !== 'string' && typeof contents.blob !== 'string') {
    const given = contents.text ?? contents.blob;
    refuse(where, 'a string "text" or "blob"', given === undefined ? 'neither' : kindOf(given));
  }
}

function checkAnnotations(value: unknown, where: string, rules: BlockRules): void {
  const annotations = expectObject(value, where);
  optional(annotations.audience, `${where}.audience`, (audience, place) => {
    for (const [index, role] of expectArray(audience, place).entries()) {
      expectOneOf(role, `${place}[${index}]`, ['assistant', 'user']);
    }
  });
  optional(annotations.priority, `${where}.priority`, checkPriority);
  if (rules.blockMeta) optional(annotations.lastModified, `${where}.lastModified`, expectString);
}

function checkPriority(value: unknown, where: string): void {
  if (typeof value !== 'number') refuse(where, 'a number from 0 to 1', kindOf(value));
  if (!(value >= 0 && value <= 1)) refuse(where, 'a number from 0 to 1', 'a number outside of it');
}
