const SECRET_NAME = /token|auth|password|passwd|secret/i;
/** A shorter value is no secret, and may be a part of any word. */
const SECRET_LENGTH = 6;

/** Where the output of npm and pip names a host without an address. */
const HOST = /(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|host=|resolve|address:|Connection to) '?([\w.:[\]-]+)/g;
const HOST_OF_HOST_IS = /host='([^']+)'/g;

/**
 * The output of npm or pip without the passwords and tokens of the user's settings, and without the names of registries,
 * which are nobody's business either. `environment` is the tool's: the values of its secrets are found wherever they are.
 */
export function withoutSecrets(text: string, environment: Record<string, string>): string {
  const values = Object.entries(environment)
    .filter(([name, value]) => SECRET_NAME.test(name) && value.length >= SECRET_LENGTH)
    .map(([, value]) => value);
  const hosts = [HOST, HOST_OF_HOST_IS, /\/\/(?:[^\s/]*@)?([\w.-]+)/g].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([, host = '']) => (host.includes('.') ? [host] : [])),
  );
  return longestFirst(values)
    .reduce((masked, value) => masked.replaceAll(value, '***'), text)
    .replaceAll(/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, '$1 ***')
    .replaceAll(/(_?(?:auth(?:token|orization)?|password|passwd|secret|token)["']?\s*[=:]\s*["']?)[^\s"']+/gi, '$1***')
    .replaceAll(/\bnpm_[A-Za-z0-9]{20,}|\bpypi-[\w-]{20,}/g, '***')
    .replaceAll(/\/\/[^\s'"]*:[^\s'"]*@/g, '//')
    .replaceAll(/\/\/[^\s/'"]*@/g, '//')
    .replaceAll(/(\/\/[^\s?'"]+)\?[^\s'"]*/g, '$1')
    .replaceAll(/(:\/\/|(?<![\w/:])\/\/)[^\s/'"]+/g, '$1…')
    .replaceAll(escaped(hosts), '…');
}

function longestFirst(texts: string[]): string[] {
  return [...new Set(texts)].sort((a, b) => b.length - a.length);
}

function escaped(texts: string[]): RegExp {
  const names = longestFirst(texts).map((text) => text.replaceAll(/[^\w]/g, String.raw`\$&`));
  return names.length === 0 ? /(?!)/g : new RegExp(names.join('|'), 'g');
}
