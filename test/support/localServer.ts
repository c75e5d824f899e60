import http from "node:http";
import type { AddressInfo } from "node:net";

/** A real HTTP server on a free port of this machine, and what it was asked. */
export type LocalServer = Readonly<{
  url: string;
  port: number;
  asked: readonly Asked[];
  close(): Promise<void>;
}>;
export type Asked = Readonly<{
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}>;

/** Starts a server that reads every request to its end and then lets `answer` write the response. */
export async function serve(
  answer: (asked: Asked, response: http.ServerResponse, count: number) => void,
): Promise<LocalServer> {
  const asked: Asked[] = [];
  const server = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
      const one = { method, path, headers, body: Buffer.concat(chunks).toString("utf8") };
      asked.push(one);
      answer(one, response, asked.length);
    });
  });
  return { ...server, asked };
}

/** Listens on a free port of this machine. */
export async function listen(answer: http.RequestListener): Promise<Omit<LocalServer, "asked">> {
  const server = http.createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
