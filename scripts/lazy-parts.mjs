// A plugin of the build: puts off parts of the protocol engine that most runs never use to the moment of their use. The
// packages load them at start, which costs 8 ms of CPU in each run.
const LAZY_PARTS = {
  // For sign-in only; it loads Node's web crypto.
  'pkce-challenge': `export default (...given) => require('pkce-challenge').default(...given);`,
  // For HTTP only; it loads Node's web streams.
  'eventsource-parser/stream': `
    export function EventSourceParserStream(...given) {
      const { EventSourceParserStream } = require('eventsource-parser/stream');
      return new EventSourceParserStream(...given);
    }`,
  // For tools with an outputSchema; it loads Ajv.
  '@modelcontextprotocol/client/_shims': `
    export const CORS_IS_POSSIBLE = false;
    export function DefaultJsonSchemaValidator(...given) {
      const { AjvJsonSchemaValidator } = require('@modelcontextprotocol/client/validators/ajv');
      return new AjvJsonSchemaValidator(...given);
    }`,
};

const REAL = 'the part itself';

export const lazyParts = {
  name: 'lazy-parts',
  setup(build) {
    const names = Object.keys(LAZY_PARTS).join('|');
    build.onResolve({ filter: new RegExp(`^(${names}|@modelcontextprotocol/client/validators/ajv)$`) }, (args) => {
      const { path, resolveDir, namespace, pluginData } = args;
      if (pluginData === REAL) return undefined;
      // As an import, so that it is the same copy that everybody else imports.
      if (namespace === 'lazy') return build.resolve(path, { kind: 'import-statement', resolveDir, pluginData: REAL });
      return path in LAZY_PARTS ? { path, namespace: 'lazy', pluginData: { resolveDir } } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path, pluginData }) => ({
      contents: LAZY_PARTS[path],
      resolveDir: pluginData.resolveDir,
    }));
  },
};
