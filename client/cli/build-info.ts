// The build puts the values in; run from source, the names do not exist.
declare const __VERSION__: string;
declare const __TITLE__: string;
declare const __WEBSITE__: string;

/** What the build knows about this program: the package's version, a title for people and the project's address. */
export const buildInfo = {
  version: typeof __VERSION__ === 'undefined' ? '0.0.0' : __VERSION__,
  title: typeof __TITLE__ === 'undefined' ? 'Hermes-style client (unbuilt)' : __TITLE__,
  websiteUrl: typeof __WEBSITE__ === 'undefined' ? 'http://localhost/' : __WEBSITE__,
};
