import { asUnixSeconds } from "../../../../src/values/time.ts";
import { createHmac } from "node:crypto";
import type http from "node:http";
import net, { type AddressInfo } from "node:net";
import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import {
  createWebhookSender,
  type WebhookOptions,
} from "../../../../src/gateway/adapters/webhooks/webhooks.ts";
import { serve, type Asked, type LocalServer } from "../../../support/localServer.ts";

const OPEN: WebhookOptions = { allowedCidrs: [], allowLoopback: true, requireHttps: false, timeoutMs: 5_000 };
const NOW_SECONDS = asUnixSeconds(1_795_000_000);
const SECRET = "süß und geheim";

/** Ways to write this machine, its networks, and what clouds answer from inside. */
const ODD_HOSTS = [
  "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0", "0.0.0.0", "127.0.0.1.", "localhost.", "[::1]", "[::]", "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]", "[fe80::1%25lo]", "user:pw@127.0.0.1", "169.254.169.254", "[64:ff9b::7f00:1]",
]; // prettier-ignore

type Respond = (asked: Asked, response: http.ServerResponse) => void;

describe("a webhook", () => {
  let server: LocalServer;
  afterEach(() => server.close());

  const deliver = async (
    respond: Respond,
    options: Partial<WebhookOptions> = {},
    url?: (port: number) => string,
  ) => {
    server = await serve(respond);
    const { send } = createWebhookSender({ ...OPEN, ...options });
    const body = '{"invoiceId":"a", "note":"€ \\u00e9"}';
    const target = url?.(server.port) ?? `${server.url}/hook?a=b`;
    return send({ url: target, body, secrets: [SECRET], id: "delivery1", timestampSeconds: NOW_SECONDS });
  };
  const answered = (status: number, answer = "") => ({ kind: "answered", status, answer });
  const ok: Respond = (_, response) => response.end("thanks");

  it("is posted once, as JSON, under our name", async () => {
    expect(await deliver(ok)).to.deep.equal(answered(200, "thanks"));
    expect(server.asked).to.have.length(1);
    const [asked] = server.asked;
    expect(asked).to.include({
      method: "POST",
      path: "/hook?a=b",
      body: '{"invoiceId":"a", "note":"€ \\u00e9"}',
    });
    expect(asked?.headers).to.include({ "content-type": "application/json", "user-agent": "Crosstill" });
  });

  it("carries a BTCPay-Sig over exactly the bytes that were sent", async () => {
    await deliver(ok);
    const [asked] = server.asked;
    const expected = createHmac("sha256", Buffer.from(SECRET, "utf8"))
      .update(Buffer.from(asked?.body ?? ""))
      .digest("hex");
    expect(asked?.headers["btcpay-sig"]).to.equal(`sha256=${expected}`);
  });

  it("carries a Standard Webhooks signature that a receiver checks with whsec_ and the secret in base64 [bug:reserialised-signature]", async () => {
    await deliver(ok);
    const [asked] = server.asked;
    expect(asked?.headers).to.include({
      "webhook-id": "delivery1",
      "webhook-timestamp": String(NOW_SECONDS),
    });
    const key = Buffer.from(SECRET, "utf8").toString("base64");
    const receiver = new Webhook(`whsec_${key}`);
    expect(receiver.sign("delivery1", new Date(NOW_SECONDS * 1_000), asked?.body ?? "")).to.equal(
      asked?.headers["webhook-signature"],
    );
  });

  it("carries both signatures while its secret is being rotated, and BTCPay-Sig by the first", async () => {
    server = await serve(ok);
    const { send } = createWebhookSender(OPEN);
    const fixed = { url: server.url, body: "{}", id: "delivery1", timestampSeconds: NOW_SECONDS };
    await send({ ...fixed, secrets: ["new", "old"] });
    const [asked] = server.asked;
    expect(asked?.headers["btcpay-sig"]).to.equal(`sha256=${createHmac("sha256", "new").update("{}").digest("hex")}`);
    for (const secret of ["new", "old"]) {
      const receiver = new Webhook(`whsec_${Buffer.from(secret).toString("base64")}`);
      const signature = receiver.sign("delivery1", new Date(NOW_SECONDS * 1_000), "{}");
      expect(String(asked?.headers["webhook-signature"]).split(" ")).to.include(signature);
    }
  }); // prettier-ignore

  for (const status of [204, 302, 404, 410, 500]) {
    it(`is answered by ${status}, whatever that means, and followed nowhere [bug:redirect-followed]`, async () => {
      const outcome = await deliver((_, response) =>
        response.writeHead(status, { location: "/elsewhere" }).end(),
      );
      expect(outcome).to.deep.equal(answered(status));
      expect(server.asked).to.have.length(1);
    });
  }

  for (const [header, seconds] of [
    ["120", 120],
    [new Date((NOW_SECONDS + 90) * 1_000).toUTCString(), 90],
    [new Date((NOW_SECONDS - 90) * 1_000).toUTCString(), 0],
    ["soon", undefined],
    ["-5", undefined],
  ] as const) {
    it(`reads "Retry-After: ${header}" as ${seconds ?? "nothing"}`, async () => {
      const outcome = await deliver((_, response) =>
        response.writeHead(503, { "retry-after": header }).end(),
      );
      expect(outcome.kind === "answered" ? outcome.retryAfter : "failed").to.equal(seconds);
    });
  }

  it("is answered although the receiver's body is endless: reading stops at 64 KiB", async () => {
    let sent = 0;
    const outcome = await deliver((_, response) => {
      const more = () => {
        let roomLeft = true;
        while (!response.destroyed && roomLeft) {
          roomLeft = response.write("x".repeat(16_384));
          sent += 16_384;
        }
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    });
    expect(outcome).to.deep.equal(answered(200, "x".repeat(2_048))); // what is kept of it
    expect(sent).to.be.below(16 * 1024 * 1024); // what fits into the sockets' buffers
  });

  it("is answered when the status came but the body never ends before the deadline", async () => {
    const outcome = await deliver((_, response) => void response.write("x"), { timeoutMs: 200 });
    expect(outcome).to.deep.equal(answered(200, "x"));
  });

  it("fails at the deadline when nothing is answered", async () => {
    expect(await deliver(() => {}, { timeoutMs: 200 })).to.deep.equal({
      kind: "failed",
      reason: "No answer within 0.2 seconds.",
    });
  });

  it("fails at the deadline when the name server does not answer", async () => {
    const resolve = () => new Promise<never>(() => {});
    const outcome = await deliver(ok, { timeoutMs: 200, resolve }, (port) => `http://shop.example:${port}/`);
    expect(outcome).to.deep.equal({ kind: "failed", reason: "No answer within 0.2 seconds." });
  });

  it("fails with the reason when the connection breaks", async () => {
    expect(await deliver((_, response) => response.destroy())).to.deep.equal({
      kind: "failed",
      reason: "The connection failed: ECONNRESET.",
    });
  });

  it("fails when it is answered by 101, after which nobody would say anything any more", async () => {
    const outcome = await deliver((_, response) => {
      response.socket?.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
    });
    expect(outcome).to.deep.equal({ kind: "failed", reason: "The connection was closed without an answer." });
  });

  it("fails with the reason when the name does not exist", async () => {
    const resolve = () => Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }));
    const outcome = await deliver(ok, { resolve }, () => "http://shop.example/");
    expect(outcome).to.deep.equal({ kind: "failed", reason: "The connection failed: ENOTFOUND." });
  });

  it("fails over https when the other side does not speak it", async () => {
    expect(await deliver(ok, {}, (port) => `https://127.0.0.1:${port}/`)).to.have.property("kind", "failed");
  });

  describe("to a name", () => {
    const named = (port: number) => `http://shop.example:${port}/`;

    it("goes to the address that was just checked, not to a second look-up", async () => {
      let lookups = 0;
      const resolve = async () => (++lookups === 1 ? ["127.0.0.1"] : ["10.0.0.1"]);
      expect(await deliver(ok, { resolve }, named)).to.deep.equal(answered(200, "thanks"));
      expect(lookups).to.equal(1);
      expect(server.asked[0]?.headers.host).to.match(/^shop\.example:/);
    });

    for (const addresses of [
      ["127.0.0.1"],
      ["::1"],
      ["::ffff:127.0.0.1"],
      ["0.0.0.0"],
      ["10.0.0.1", "169.254.169.254"],
      ["fe80::1%lo"],
      ["not an address"],
      [],
    ]) {
      it(`that leads to ${addresses.join(" and ") || "nothing"} is refused when connecting, and nobody is asked`, async () => {
        const outcome = await deliver(ok, { allowLoopback: false, resolve: async () => addresses }, named);
        expect(outcome).to.have.property("kind", "failed");
        expect((outcome as { reason: string }).reason).to.match(
          /^Webhooks may not go to shop\.example: it is a private/,
        );
        expect(server.asked).to.deep.equal([]);
      });
    }

    it("that leads to several addresses goes to an allowed one only", async () => {
      const resolve = async () => ["169.254.169.254", "10.0.0.1", "127.0.0.1"];
      expect(await deliver(ok, { resolve, timeoutMs: 2_000 }, named)).to.deep.equal(answered(200, "thanks"));
    });

    it("in an allowed network is delivered, over plain http even where https is required", async () => {
      const options = {
        allowLoopback: false,
        allowedCidrs: ["127.0.0.0/8"],
        requireHttps: true,
        resolve: async () => ["127.0.0.1"],
      };
      expect(await deliver(ok, options, named)).to.deep.equal(answered(200, "thanks"));
    });

    it("outside the allowed networks is refused over plain http where https is required", async () => {
      const options = {
        allowLoopback: false,
        allowedCidrs: ["10.0.0.0/8"],
        requireHttps: true,
        resolve: async () => ["8.8.8.8"],
      };
      expect(await deliver(ok, options, named)).to.have.property("kind", "failed");
    });
  });

  it("makes no inward connection, however the address is written and whatever a name server says [16 forms, 200 rebinds]", async () => {
    let connections = 0;
    const inner = net.createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((listening) => inner.listen(0, listening)); // on every address of this machine
    const { port } = inner.address() as AddressInfo; // it listens on TCP
    const policies = [{ requireHttps: true }, { requireHttps: false }];
    const post = { body: "{}", secrets: [SECRET] as const, id: "delivery1", timestampSeconds: NOW_SECONDS };
    for (const policy of policies) {
      const strict = createWebhookSender({ ...OPEN, ...policy, allowLoopback: false });
      for (const host of ODD_HOSTS)
        for (const scheme of ["http", "https"])
          expect(await strict.send({ ...post, url: `${scheme}://${host}:${port}/` }), host).to.have.property("kind", "failed");
      for (let turn = 0; turn < 100; turn++) {
        let lookups = 0;
        // Public when it is checked, and this machine when somebody should look a second time; or both at once.
        const resolve = async () => (turn % 2 ? ["127.0.0.1", "::1"] : lookups++ === 0 ? ["10.0.0.1"] : ["127.0.0.1"]);
        const { send } = createWebhookSender({ ...OPEN, ...policy, allowLoopback: false, timeoutMs: 500, resolve });
        expect(await send({ ...post, url: `http://rebind${turn}.example:${port}/` })).to.have.property("kind", "failed");
        expect(lookups, "it is not looked up again").to.be.at.most(1);
      }
    }
    expect(connections).to.equal(0);
    server = await serve(ok); // for afterEach
    await new Promise((closed) => inner.close(closed));
  }); // prettier-ignore

  it("to a forbidden literal address is refused without a look-up", async () => {
    const resolve = () => Promise.reject(new Error("must not be asked"));
    const outcome = await deliver(ok, { allowLoopback: false, resolve });
    expect(outcome).to.have.property("kind", "failed");
    expect(server.asked).to.deep.equal([]);
  });
});
