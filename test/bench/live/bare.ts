import http from "node:http";
import type { AddressInfo } from "node:net";
import { serveParent } from "../child.ts";
import { residentBytes } from "./memory.ts";

/** node:http that begins a stream for everybody, remembers it, and does nothing else. */

const open = new Set<http.ServerResponse>();
const server = http.createServer((_request, response) => {
  open.add(response);
  response.on("close", () => open.delete(response));
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
  response.write('event: changed\ndata: {"version":1}\n\n');
});

serveParent({
  async streams(count: number): Promise<readonly string[]> {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return Array.from({ length: count }, (_, index) => `http://127.0.0.1:${port}/${index}`);
  },
  memory: async () => residentBytes(),
});

process.on("disconnect", () => process.exit());
