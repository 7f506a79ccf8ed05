import type { Json, JsonObject } from '../types.ts';

/** A `tools/call` result that its revision's schema accepts. It is the value the server sent, with nothing changed. */
export interface CallToolResult {
  content: ContentBlock[];
  structuredContent?: Json;
  isError?: boolean;
  _meta?: JsonObject;
}

export type ContentBlock =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'audio'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType?: string }
  | { type: 'resource'; resource: ResourceContents };

/** An embedded resource: `text`, or `blob` in base64; the schema lets a server send both. */
export interface ResourceContents {
  uri: string;
  mimeType?: string;
  text?: string;
  blob?: string;
}

/** What rendering needs to know beside the result. */
export interface RenderContext {
  /** The client's home; images, audio and documents are kept below `<home>/cache`. */
  home: string;
  /** The tool that reads resources of the same server, when the model was offered one. */
  readResourceTool?: string;
}
