import type { ServerEntry } from '../types.ts';
import type { Link } from './ask.ts';
import type { Session } from './eras/era.ts';
import { isObject } from './frame.ts';
import { toMilliseconds } from './limits.ts';
import { translate } from './translate.ts';

/**
 * How to ask this server for notifications about changed tools, where the era wants that and the server offers it. The
 * promise resolves when the server sends no more of them. It throws ConnectionError when the server refuses.
 */
export function watchTools(
  { name, connectTimeout }: ServerEntry,
  { client }: Link,
  { rules, capabilities }: Session,
): (() => Promise<void>) | undefined {
  const subscribe = rules.watchTools?.bind(rules);
  const tools = capabilities?.tools;
  if (subscribe === undefined || !isObject(tools) || tools.listChanged !== true) return undefined;
  const limit = { seconds: connectTimeout, key: 'connect_timeout' } as const;
  return async () => {
    try {
      const { closed } = await subscribe(client, { timeout: toMilliseconds(limit) });
      await closed;
    } catch (error) {
      throw translate(error, { server: name, method: 'subscriptions/listen', limit });
    }
  };
}
