import { asUnixSeconds } from "../../../../src/values/time.ts";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect } from "chai";
import {
  createWebhookSender,
  type WebhookOptions,
} from "../../../../src/gateway/adapters/webhooks/webhooks.ts";

const OPEN: WebhookOptions = { allowedCidrs: [], allowLoopback: true, requireHttps: false, timeoutMs: 5_000 };

type Receiver = Readonly<{ url: string; port: number; sockets: readonly Socket[]; close(): Promise<void> }>;

/** A receiver that tells which connection each request came over. */
async function receive(
  answer: (response: http.ServerResponse, count: number) => void = (response) => response.end("ok"),
): Promise<Receiver> {
  const sockets: Socket[] = [];
  const server = http.createServer((request, response) => {
    sockets.push(request.socket);
    request.on("end", () => answer(response, sockets.length)).resume();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    ...{ url: `http://127.0.0.1:${port}`, port, sockets },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("the connections of webhooks", () => {
  let receiver: Receiver;
  afterEach(() => receiver.close());

  const sender = (options: Partial<WebhookOptions> = {}) => {
    const { send } = createWebhookSender({ ...OPEN, ...options });
    const message = {
      body: "{}",
      secrets: ["secret"] as const,
      id: "delivery1",
      timestampSeconds: asUnixSeconds(1),
    };
    return (url: string) => send({ ...message, url });
  };
  const taken = { kind: "answered", status: 200, answer: "ok" };

  it("are used again for the same URL, and by no other one", async () => {
    receiver = await receive();
    const send = sender();
    for (const path of ["/mine", "/mine", "/yours", "/mine?a=b"])
      expect(await send(receiver.url + path)).to.deep.equal(taken);
    const [first, second, other, another] = receiver.sockets;
    expect(second).to.equal(first);
    expect(new Set([first, other, another]).size).to.equal(3);
  });

  it("that the receiver has given up meanwhile are replaced, and what was sent over them is sent again", async () => {
    receiver = await receive((response, count) => {
      if (count === 2) response.destroy();
      else response.end("ok");
    });
    const send = sender();
    expect(await send(receiver.url)).to.deep.equal(taken);
    expect(await send(receiver.url)).to.deep.equal(taken);
    expect(receiver.sockets).to.have.length(3);
  });

  it("are not replaced twice: a receiver that always hangs up is a failure", async () => {
    receiver = await receive((response, count) => {
      if (count > 1) response.destroy();
      else response.end("ok");
    });
    const send = sender();
    await send(receiver.url);
    expect(await send(receiver.url)).to.have.property("kind", "failed");
    expect(receiver.sockets).to.have.length(3);
  });

  it("are judged each time that a new one is opened", async () => {
    receiver = await receive((response) => response.setHeader("connection", "close").end("ok"));
    const addresses = ["127.0.0.1", "10.0.0.1"];
    const send = sender({ resolve: async () => [addresses.shift() ?? ""] });
    const url = `http://shop.example:${receiver.port}/`;
    expect(await send(url)).to.deep.equal(taken);
    expect(await send(url))
      .to.have.property("reason")
      .that.matches(/may not go to shop\.example/);
    expect(receiver.sockets).to.have.length(1);
  });
});
