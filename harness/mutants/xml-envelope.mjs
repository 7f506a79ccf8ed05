// Shows the result object inside an XML element.
import { run } from './client.mjs';

await run({ show: (result) => `<mcp_result>\n${JSON.stringify(result)}\n</mcp_result>` });
