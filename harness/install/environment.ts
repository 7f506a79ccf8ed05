const NAMES = [
  // Who and where one is.
  /^(PATH|HOME|USER|LOGNAME|SHELL|TZ|LANG|LANGUAGE|LC_\w+|XDG_(CONFIG|CACHE|DATA)_HOME)$/,
  // How the registry is reached and trusted.
  /^(https?|all|no)_proxy$/i,
  /^(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE)$/,
  // npm's and pip's own settings, and the two names by which an .npmrc usually asks for its token.
  /^(npm_config|pip)_/i,
  /^(NPM_TOKEN|NODE_AUTH_TOKEN)$/,
];

/**
 * The environment of npm and pip: what they need of ours to find the user's registry, and nothing else, because install
 * scripts are other people's programs. `temporary` is where they put what they do not keep.
 */
export function toolEnvironment(temporary: string): Record<string, string> {
  const ours = Object.entries(process.env).filter(([name]) => NAMES.some((each) => each.test(name)));
  return {
    ...(Object.fromEntries(ours) as Record<string, string>),
    // A user's setting of it would lead out of the virtual environment.
    PIP_USER: '0',
    TMPDIR: temporary,
    DO_NOT_TRACK: '1',
    DISABLE_TELEMETRY: '1',
  };
}
