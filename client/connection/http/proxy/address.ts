/** The variables that name proxies, in lower case. */
const NAMES = ['http_proxy', 'https_proxy', 'all_proxy'];

/** The value of a variable about proxies, which is looked for in lower case first and then in upper case. */
export function readVariable(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  return environment[name] ?? environment[name.toUpperCase()];
}

/** The address of a proxy; without a scheme it is one of HTTP. */
export function toAddress(value: string): string {
  return /^[a-z][a-z0-9]*:\/\//i.test(value) ? value : `http://${value}`;
}

/** The addresses of all proxies that an environment names, usable or not. */
export function proxyAddresses(environment: NodeJS.ProcessEnv): string[] {
  return NAMES.flatMap((name) => readVariable(name, environment) ?? []).map(toAddress);
}
