/**
 * What a path asks of which model: `/v1beta/models/<model>:<method>`, with whatever stands before, since Vertex AI puts
 * projects and places there. Undefined for any other path.
 */
export function readPath(path: string): { model: string; method: string } | undefined {
  const [, model, method] = /\/(?:models|tunedModels|endpoints)\/([^/:]+):(\w+)$/.exec(unescaped(path)) ?? [];
  return model === undefined || method === undefined ? undefined : { model, method };
}

/** Some HTTP libraries escape the colon. */
function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
