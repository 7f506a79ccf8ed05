import type { JsonObject } from '../../scenarios/types.ts';
import { isObject } from '../frame.ts';
import type { RequestId } from '../rpc.ts';
import type { Outlet } from './exchange.ts';

const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

/** Members of the filter, with the notification that each stands for and the capability that it needs. */
const KINDS = [
  ['toolsListChanged', 'notifications/tools/list_changed', 'tools'],
  ['promptsListChanged', 'notifications/prompts/list_changed', 'prompts'],
  ['resourcesListChanged', 'notifications/resources/list_changed', 'resources'],
] as const;

/** The open `subscriptions/listen` requests (2026-07-28). */
export interface Subscriptions {
  /** Acknowledges what of the filter the server has, and keeps the channel until the client is gone. */
  listen(id: RequestId, params: JsonObject, capabilities: JsonObject, outlet: Outlet): Promise<void>;
  /** Sends a notification to everyone who asked for it, marked with whose subscription it is. */
  tell(method: string, params: JsonObject): Promise<void>;
  /** Ends them; with an answer where they end as they should. */
  end(how: 'end' | 'drop', answer: (id: RequestId, mark: JsonObject) => string): Promise<void>;
}

interface Subscription {
  id: RequestId;
  methods: string[];
  outlet: Outlet;
}

export function openSubscriptions(): Subscriptions {
  const open = new Set<Subscription>();
  return {
    async listen(id, params, capabilities, outlet) {
      const filter = isObject(params['notifications']) ? params['notifications'] : {};
      const kinds = KINDS.filter(([name, , capability]) => {
        const declared = capabilities[capability];
        return filter[name] === true && isObject(declared) && declared['listChanged'] === true;
      });
      const subscription = { id, methods: kinds.map(([, method]) => method), outlet };
      const notifications = Object.fromEntries(kinds.map(([name]) => [name, true]));
      await outlet.send(
        notification('notifications/subscriptions/acknowledged', { notifications, _meta: { [SUBSCRIPTION_ID]: id } }),
      );
      if (outlet.gone.aborted) return;
      open.add(subscription);
      outlet.gone.addEventListener('abort', () => open.delete(subscription));
    },
    async tell(method, params) {
      for (const { id, methods, outlet } of open) {
        if (!methods.includes(method)) continue;
        const { _meta } = params;
        const marked = { ...params, _meta: { ...(isObject(_meta) && _meta), [SUBSCRIPTION_ID]: id } };
        await outlet.send(notification(method, marked));
      }
    },
    async end(how, answer) {
      const ended = [...open];
      open.clear();
      for (const { id, outlet } of ended) {
        if (how === 'end') await outlet.send(answer(id, { [SUBSCRIPTION_ID]: id }));
        if (outlet.shared) continue;
        if (how === 'end') outlet.end();
        else outlet.drop();
      }
    },
  };
}

/** A notification as a frame; without params where there are none. */
export function notification(method: string, params: JsonObject): string {
  return JSON.stringify({ jsonrpc: '2.0', method, ...(Object.keys(params).length > 0 && { params }) });
}
