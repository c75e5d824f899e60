import { once } from "node:events";
import WebSocket from "ws";

export const EVENT = "request.status.updated";
export type Frame = Record<string, unknown> & { data: Record<string, unknown> };

/** A plain client of the status stream that keeps every frame until it is taken. */
export type StreamClient = Readonly<{
  socket: WebSocket;
  say(message: unknown): void;
  /** The next frame, once it is there. */
  next(): Promise<Frame>;
  /** Every frame that has come and was not taken, after a ping has come back: the server answers in order. */
  rest(): Promise<readonly Frame[]>;
  subscribe(requestId: string): Promise<Frame>;
}>;

/** Connects to a stream. Rejects with the HTTP status and body when it is refused. */
export async function connectStream(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<StreamClient> {
  const socket = new WebSocket(url, { headers });
  const frames: Frame[] = [];
  socket.on("message", (data) => frames.push(JSON.parse((data as Buffer).toString()) as Frame));
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve).once("error", reject);
    socket.once("unexpected-response", (_request, response) => {
      let body = "";
      response.on("data", (chunk: Buffer) => (body += chunk.toString()));
      response.on("end", () => reject(new Error(`${response.statusCode} ${body}`)));
    });
  });
  const next = async () => {
    while (frames.length === 0) await once(socket, "message");
    return frames.shift() as Frame; // there is one
  };
  const say = (message: unknown) =>
    socket.send(typeof message === "string" ? message : JSON.stringify(message));
  return {
    socket,
    say,
    next,
    async rest() {
      const pong = once(socket, "pong");
      socket.ping();
      await pong;
      return frames.splice(0);
    },
    subscribe(id) {
      say({ type: "subscribe", event: EVENT, filters: { id } });
      return next();
    },
  };
}
