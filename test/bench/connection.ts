import net from "node:net";

/** One kept connection to an HTTP server, asked one thing at a time, with next to no work on this side of it. */
export type Connection = Readonly<{ send(request: string): Promise<Reply>; end(): void }>;
export type Reply = Readonly<{ status: number; body: string }>;

/** Connects at the first request, `from` one of this machine's addresses. Understands answers with a Content-Length or in chunks. */
export function openConnection(url: string, from?: string): Connection {
  const { hostname, port } = new URL(url);
  let socket: net.Socket | undefined;
  let waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;
  let received = "";
  const fail = (error: Error) => {
    socket?.destroy();
    socket = undefined;
    waiting?.reject(error);
  };
  const open = () => {
    const opened = net
      .connect({ host: hostname, port: Number(port), noDelay: true, ...(from ? { localAddress: from } : {}) })
      .setEncoding("latin1"); // a character a byte
    opened.on("data", (part: string) => {
      received += part;
      const reply = replyIn(received);
      if (reply === undefined) return;
      received = "";
      waiting?.resolve(reply);
    });
    opened.on("error", fail).on("close", () => fail(new Error(`${url} hung up.`)));
    return opened;
  };
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        (socket ??= open()).write(request);
      }),
    end: () => void socket?.removeAllListeners("close").destroy(),
  };
}

const LAST_CHUNK = "\r\n0\r\n\r\n";

function replyIn(text: string): Reply | undefined {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const headers = text.slice(0, head);
  const body = text.slice(head + 4);
  const status = Number(text.slice(9, 12));
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(headers) ?? [];
  if (length !== undefined) return body.length < Number(length) ? undefined : { status, body };
  if (!/\r\ntransfer-encoding: *chunked/i.test(headers))
    throw new Error(`Expected a Content-Length or chunks in ${headers}`);
  return body.endsWith(LAST_CHUNK) ? { status, body } : undefined; // with the sizes of the chunks
}
