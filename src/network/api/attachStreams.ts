import type http from "node:http";
import type { Duplex } from "node:stream";
import { refuseUpgrade, type StatusStream } from "./statusStream.ts";

/**
 * Answers websocket upgrades at each path with its stream, and others with 404. The streams end when the server announces
 * that it closes, because a server waits for its connections.
 */
export function attachStreams(
  server: http.Server,
  streams: Readonly<Record<string, Pick<StatusStream, "upgrade" | "close">>>,
): void {
  server.on("upgrade", (request: http.IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy()); // a client that goes away is no error of ours
    const [asked = ""] = (request.url ?? "").split("?");
    const stream = Object.hasOwn(streams, asked) ? streams[asked] : undefined;
    if (stream) stream.upgrade(request, socket, head);
    else
      refuseUpgrade(socket, {
        status: 404,
        errorCode: "NOT_FOUND",
        message: `There is no stream here. It is at ${Object.keys(streams).join(" and ")}.`,
      });
  });
  server.once("closing", () => {
    for (const stream of Object.values(streams)) stream.close();
  });
}
