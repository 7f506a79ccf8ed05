/** A way in which a client may hand on a text, and what the judge has to call it. */
export interface Encoding {
  name: string;
  as: 'text' | 'base64';
  encode(text: string): string;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const entities = (text: string): string => text.replaceAll(/[&<>"'~]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Every encoding that the judge must see through; each keeps what was encoded whole. */
export const ENCODINGS: Encoding[] = [
  { name: 'as it is', as: 'text', encode: (text) => text },
  { name: 'JSON', as: 'text', encode: (text) => JSON.stringify({ a: text }) },
  { name: 'JSON in JSON', as: 'text', encode: (text) => JSON.stringify({ a: JSON.stringify([text]) }) },
  {
    name: 'JSON in JSON in JSON in JSON',
    as: 'text',
    encode: (text) => JSON.stringify({ a: JSON.stringify([JSON.stringify({ b: JSON.stringify(text) })]) }),
  },
  {
    name: 'JSON with escaped letters',
    as: 'text',
    encode: (text) => JSON.stringify(text).replaceAll('~', String.raw`\u007e`),
  },
  { name: 'XML', as: 'text', encode: (text) => `<a b="c">${text}</a>` },
  { name: 'XML entities', as: 'text', encode: (text) => `<a>${entities(text)}</a>` },
  { name: 'XML entities of XML entities', as: 'text', encode: (text) => entities(entities(text)) },
  { name: 'base64', as: 'base64', encode: (text) => base64(`<${text}> and more`) },
  {
    name: 'base64 of the URL alphabet',
    as: 'base64',
    encode: (text) => Buffer.from(`?>?>${text}`).toString('base64url'),
  },
  { name: 'a data: URL', as: 'base64', encode: (text) => `data:text/plain;base64,${base64(text)}` },
  { name: 'base64 of base64', as: 'base64', encode: (text) => base64(base64(text)) },
  {
    name: 'base64 in JSON in JSON',
    as: 'base64',
    encode: (text) => JSON.stringify(JSON.stringify({ data: base64(text) })).replaceAll('/', String.raw`\/`),
  },
  {
    name: 'base64 in lines',
    as: 'base64',
    encode: (text) =>
      base64(`${'long enough for a second line; '.repeat(3)}${text}`).replaceAll(/.{76}/g, (line) => `${line}\n`),
  },
];
