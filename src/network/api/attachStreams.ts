import type http from "node:http";
import type { Duplex } from "node:stream";
import { refuseUpgrade, type StatusStream } from "./statusStream.ts";

/**
 * Answers websocket upgrades at a path with the status stream, and others with 404. The stream ends when the server announces
 * that it closes, because a server waits for its connections.
 */
export function attachStream(
  server: http.Server,
  path: string,
  stream: Pick<StatusStream, "upgrade" | "close">,
): void {
  server.on("upgrade", (request: http.IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy()); // a client that goes away is no error of ours
    const [asked] = (request.url ?? "").split("?");
    if (asked === path) stream.upgrade(request, socket, head);
    else
      refuseUpgrade(socket, {
        status: 404,
        errorCode: "NOT_FOUND",
        message: `There is no stream here. It is at ${path}.`,
      });
  });
  server.once("closing", () => stream.close());
}
