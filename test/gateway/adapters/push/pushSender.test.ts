import { expect } from "chai";
import { createPushSender, newVapidKeys } from "../../../../src/gateway/adapters/push/pushSender.ts";
import type { PostOptions } from "../../../../src/http-client/guarded/guardedPost.ts";
import type { PushSubscription } from "../../../../src/gateway/domain/access/push.ts";
import { HOUR_MS, SECOND_MS } from "../../../../src/values/time.ts";
import { startPushReceiver } from "../../../support/pushReceiver.ts";

const KEYS = newVapidKeys();
const AT = Date.UTC(2026, 10, 21, 9, 0, 0);
const SANDBOX: PostOptions = { allowedCidrs: [], allowLoopback: true, requireHttps: false, timeoutMs: 1_000 };
const LIVE = { ...SANDBOX, allowLoopback: false, requireHttps: true };

type Receiver = Awaited<ReturnType<typeof startPushReceiver>>;

describe("web push to a push service", () => {
  let receiver: Receiver;
  beforeEach(async () => void (receiver = await startPushReceiver()));
  afterEach(() => receiver.close());

  const subscription = (endpoint?: string): PushSubscription => {
    const { endpoint: url, keys } = receiver.subscription("phone", endpoint);
    return { endpoint: url, ...keys };
  };
  const sender = (policy: PostOptions = SANDBOX) => createPushSender(policy, KEYS, "mailto:ada@example.com");
  const send = (to = subscription(), by = sender()) =>
    by.send({ subscription: to, payload: "news", topic: "t1", at: AT });

  it("can be read with the browser's keys only, and says who sends it", async () => {
    expect(await send()).to.deep.equal({ kind: "taken" });
    const [pushed] = receiver.taken();
    expect(pushed?.text).to.equal("news");
    expect(pushed?.key).to.equal(KEYS.publicKey);
    expect([pushed?.claims.aud, pushed?.claims.sub]).to.deep.equal([receiver.url, "mailto:ada@example.com"]);
    const left = (pushed?.claims.exp ?? 0) - Date.now() / SECOND_MS;
    expect(left * SECOND_MS).to.be.within(11 * HOUR_MS, 13 * HOUR_MS);
    expect(pushed?.headers).to.include({ ttl: "86400", topic: "t1", "content-encoding": "aes128gcm" });
  });

  it("says what the push service answered", async () => {
    const after = async (status: number, headers = {}) => {
      receiver.answer({ status, headers });
      return send();
    };
    expect(await after(404)).to.deep.equal({ kind: "gone" });
    expect(await after(410)).to.deep.equal({ kind: "gone" });
    expect(await after(403)).to.deep.equal({ kind: "refused", reason: "The push service answered 403." });
    expect(await after(302, { location: `${receiver.url}/elsewhere` }), "no redirect is followed").to.include(
      {
        kind: "refused",
      },
    );
    expect(await after(429, { "retry-after": "90" })).to.include({ kind: "later", retryAfter: 90 });
    expect(await after(503)).to.include({ kind: "later", reason: "The push service answered 503." });
  });

  it("goes to no private address and over no plain http, neither by its text nor by what a name leads to", async () => {
    const live = sender(LIVE);
    const refused = {
      "http://push.example/x": /plain http/,
      "https://127.0.0.1/x": /Push messages may not go to 127\.0\.0\.1|private, local or reserved/,
      "https://[::ffff:10.0.0.1]/x": /private, local or reserved/,
      "https://169.254.169.254/latest": /private, local or reserved/,
      "https://user:pass@push.example/x": /user name or password/,
      "ftp://push.example/x": /begins with https/,
    };
    for (const [endpoint, reason] of Object.entries(refused)) {
      expect(live.problemOf(subscription(endpoint)), endpoint).to.match(reason);
      expect((await send(subscription(endpoint), live)).kind, endpoint).to.equal("refused");
    }
    const inward = { ...LIVE, resolve: async () => ["192.168.1.1", "127.0.0.1"] };
    const outcome = await send(
      subscription("https://push.example/x"),
      createPushSender(inward, KEYS, "mailto:a@b.example"),
    );
    expect(outcome).to.include({ kind: "later" });
    expect("reason" in outcome && outcome.reason).to.match(/^Push messages may not go to push\.example/);
    expect(receiver.taken()).to.deep.equal([]);
  });

  it("takes plain http in the sandbox only, also where the operator has allowed a network", () => {
    const allowed = { ...LIVE, allowedCidrs: ["10.0.0.0/8"] };
    const at = (policy: PostOptions, endpoint: string) => sender(policy).problemOf(subscription(endpoint));
    expect(at(allowed, "http://10.1.2.3/x")).to.match(/https/);
    expect(at(allowed, "https://10.1.2.3/x")).to.equal(undefined);
    expect(at(SANDBOX, "http://127.0.0.1:3000/x")).to.equal(undefined);
  });

  it("refuses keys that no browser has", () => {
    const { problemOf } = sender();
    const good = subscription();
    expect(problemOf({ ...good, auth: "AAAA" })).to.match(/16 bytes/);
    expect(problemOf({ ...good, p256dh: "AAAA" })).to.match(/P-256/);
    const offTheCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString("base64url");
    expect(problemOf({ ...good, p256dh: offTheCurve })).to.match(/P-256/);
  });
});
