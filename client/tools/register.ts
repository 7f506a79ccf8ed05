import { describe } from '../config/describe.ts';
import type { CallOptions, JsonObject, ListedTool, RegisteredTool } from '../types.ts';
import { toolDescription } from './description.ts';
import { selectTools, type ToolFilter } from './filter.ts';
import { isObject } from './json-object.ts';
import { fullName, registeredName } from './names.ts';
import { normaliseSchema } from './schema/normalise.ts';
import { suspiciousPatterns } from './suspicious.ts';

export interface Registration {
  /** The server's name in the configuration. */
  server: string;
  /** What `tools/list` sent; entries are not trusted to be tools. */
  listed: readonly unknown[];
  filter: ToolFilter;
  /** Whether calls to this server may overlap. */
  parallel: boolean;
  /** Names that other tools hold already. */
  taken: ReadonlySet<string>;
  /** Calls a tool by the entry that the server sent; must not throw. */
  call: (tool: ListedTool, args: JsonObject, options?: CallOptions) => Promise<string>;
  /** Takes one sentence about something that was skipped, shortened or looks dangerous. */
  warn: (message: string) => void;
}

/**
 * The tools of one server as the agent can call them, in the order of the list. Nothing is ever renamed to make room: a
 * name that another tool holds stays with it, and tools of one server whose names become the same are all left out. The
 * filter is applied first, so that a user can settle such a clash (the original client's rules).
 */
export function registerServerTools(registration: Registration): RegisteredTool[] {
  const { server, listed, filter, taken, warn } = registration;
  const chosen = selectTools(dropRepeats(server, readTools(server, listed, warn), warn), filter);
  return [...groupByName(server, chosen)].flatMap(([name, [tool, ...rivals]]) => {
    if (tool === undefined) return [];
    if (rivals.length > 0) {
      const came = `${rivals.length + 1}, among them ${describe(tool.name)} and ${describe(rivals[0]?.name)}`;
      warn(`Expected one tool to be named ${name}, got ${came}; none is offered (${server})`);
      return [];
    }
    if (taken.has(name)) {
      warn(
        `Expected the name ${name} to be free, got a tool that holds it; ${describe(tool.name)} is skipped (${server})`,
      );
      return [];
    }
    return [registerTool(name, tool, registration)];
  });
}

function registerTool(name: string, tool: ListedTool, { server, parallel, call, warn }: Registration): RegisteredTool {
  if (name !== fullName(server, tool.name)) {
    warn(
      `Expected a tool name of at most 64 characters, got ${describe(tool.name)}; it is offered as ${name} (${server})`,
    );
  }
  const description = toolDescription(server, tool);
  const reasons = suspiciousPatterns(description);
  if (reasons.length > 0) {
    const characters = Array.from(description);
    // Whoever hides secrets in what is told looks for them before this sign, too.
    const cut = characters.length > 200 ? '…' : '';
    const beginning = JSON.stringify(`${characters.slice(0, 200).join('')}${cut}`);
    warn(
      `The description of ${name} looks like prompt injection: ${reasons.join('; ')}. It begins ${beginning} (${server})`,
    );
  }
  let parameters: JsonObject | undefined;
  return {
    name,
    toolset: `mcp-${server}`,
    description,
    // Of thousands of tools behind the search a talk looks at a few: the schemas of the others are left as they came.
    get parameters() {
      parameters ??= normaliseSchema(tool.inputSchema);
      return parameters;
    },
    parallel,
    call: (args, options) => call(tool, args, options),
  };
}

function readTools(server: string, listed: readonly unknown[], warn: (message: string) => void): ListedTool[] {
  return listed.filter((entry, index): entry is ListedTool => {
    const fault = faultOf(entry);
    if (fault !== undefined) warn(`Expected tools[${index}] to be ${fault}; it is skipped (${server})`);
    return fault === undefined;
  });
}

/** What a server sent instead of a tool, in words, or undefined. Members that the client does not use may be anything. */
function faultOf(entry: unknown): string | undefined {
  if (!isObject(entry)) return `a tool with a name, got ${describe(entry)}`;
  const { name, description, inputSchema } = entry;
  if (typeof name !== 'string' || name === '') return `a tool with a name, got one whose name is ${describe(name)}`;
  if (description !== undefined && typeof description !== 'string')
    return `a tool with a text for description, got ${describe(description)} (${describe(name)})`;
  if (inputSchema !== undefined && !isObject(inputSchema))
    return `a tool whose inputSchema is an object, got ${describe(inputSchema)} (${describe(name)})`;
  return undefined;
}

function dropRepeats(server: string, tools: ListedTool[], warn: (message: string) => void): ListedTool[] {
  const first = new Map<string, ListedTool>();
  for (const tool of tools) {
    if (!first.has(tool.name)) first.set(tool.name, tool);
    else warn(`Expected ${describe(tool.name)} to be listed once, got it again; the first entry is kept (${server})`);
  }
  return [...first.values()];
}

function groupByName(server: string, tools: ListedTool[]): Map<string, ListedTool[]> {
  const groups = new Map<string, ListedTool[]>();
  for (const tool of tools) {
    const name = registeredName(server, tool.name);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [tool]);
    else group.push(tool);
  }
  return groups;
}
