import type http from "node:http";
import type { Asked } from "./localServer.ts";

type Answer = (asked: Asked, response: http.ServerResponse) => void;

const TEN_MEGABYTES = 10 * 1024 * 1024;
const JSON_TYPE = { "content-type": "application/json" };

const say =
  (body: string | Buffer, headers: http.OutgoingHttpHeaders = JSON_TYPE, status = 200): Answer =>
  (_, response) =>
    response.writeHead(status, headers).end(body);

/** A byte every few milliseconds, for ever: the connection is never idle. */
const trickle: Answer = (_, response) => {
  response.writeHead(200, JSON_TYPE);
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => clearInterval(timer));
};

const cutOff: Answer = (_, response) => {
  response.writeHead(200, { ...JSON_TYPE, "content-length": 1_000 });
  response.write('{"jsonrpc":"2.0","id":0,"result":"0x1", "chains":[', () => response.socket?.destroy());
};

/** What a server in trouble answers instead of the truth, each with its name. None of it may be taken for data. */
export const BAD_ANSWERS: Readonly<Record<string, Answer>> = {
  "bytes that mean nothing": say(Buffer.from([0, 255, 1, 254, 10, 13, 0])),
  "JSON that is cut in the middle": say('{"jsonrpc":"2.0","id":0,"result":{"number":"0x1'),
  "an empty body": say(""),
  "JSON of another kind": say('{"jsonrpc":"2.0","id":0,"result":{"a":[null]},"error":"?"}'),
  "ten megabytes of JSON": say(`"${"x".repeat(TEN_MEGABYTES)}"`),
  "ten megabytes without an end": (_, response) => {
    response.writeHead(200, JSON_TYPE);
    response.write("[".repeat(TEN_MEGABYTES));
  },
  "a byte at a time": trickle,
  "nothing at all": () => {},
  "an error page with status 200": say("<html><h1>502 Bad Gateway</h1></html>", {
    "content-type": "text/html",
  }),
  "an error page as JSON": say("<html>Attention required</html>"),
  "a redirect": say("", { location: "/elsewhere" }, 302),
  "a redirect that keeps the method": say("", { location: "/elsewhere" }, 307),
  "status 500": say('{"message":"boom"}', JSON_TYPE, 500),
  "status 429": say("slow down", { "content-type": "text/plain" }, 429),
  "status 204": say("", {}, 204),
  "a connection that breaks in the middle of the body": cutOff,
  "a connection that breaks at once": (_, response) => response.socket?.destroy(),
};
