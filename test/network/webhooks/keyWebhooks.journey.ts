import { createHmac } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect } from "chai";
import { withSharedStore } from "../../../src/cli/network/store.ts";
import { issueKey } from "../../../src/network/callers/issueKey.ts";
import { keyPrefix } from "../../../src/network/callers/keyText.ts";
import { revokeKey } from "../../../src/network/persistence/keys.ts";
import { nextAttemptAt, RETRIES } from "../../../src/network/webhooks/deliver.ts";
import { databaseUrls, journeyEngines } from "../../database/databaseUrls.ts";
import { runFolder } from "../../support/runFolder.ts";
import { API_KEY, startWorld, type Quoted, type World } from "../world.ts";

type Message = { body: string; headers: http.IncomingHttpHeaders; path: string };
type Event = { event: string; timestamp: number; data: Record<string, unknown> };
type Receiver = { url: string; got: Message[]; answers: number[]; close(): Promise<void> };

for (const engine of journeyEngines())
  describe(`webhooks of API keys (${engine})`, () => {
    let folder: string;
    let world: World;
    let receiver: Receiver;
    const key = { "x-api-key": API_KEY };

    before(async () => {
      folder = fs.mkdtempSync(path.join(runFolder(), "key-webhooks-"));
      const databaseUrl = await databaseUrls(folder, "network")(engine);
      world = await startWorld({ elevatedPerSecond: 10_000, databaseUrl });
    });
    after(async () => {
      await world.close();
      fs.rmSync(folder, { recursive: true });
    });
    beforeEach(async () => {
      receiver = await listen();
    });
    afterEach(async () => {
      await call("DELETE", "/webhook");
      await receiver.close();
      expect(world.failures, "no job failed").to.deep.equal([]);
    });

    const call = async (method: string, path: string, headers: Record<string, string> = key) => {
      const response = await fetch(`${world.url}${path}`, { method, headers });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const set = (more: Record<string, unknown> = {}, headers: Record<string, string> = key) =>
      world.post("/webhook", { url: `${receiver.url}/status`, ...more }, headers);
    const events = () => receiver.got.map(({ body }) => JSON.parse(body) as Event);
    const told = () => events().map(({ data }) => [data["requestId"], data["status"]]);
    const pay = async (quoted: Quoted) => {
      await world.pay(quoted.address, Number(quoted.input));
      await world.mine();
      await world.tick(4);
      await world.mine();
      await world.tick(2);
    };
    /** The deliveries as GET /webhook lists them, the newest first. */
    const deliveries = async () =>
      (await call("GET", "/webhook")).body["deliveries"] as Record<string, unknown>[];
    const firstOf = async ({ requestId }: Quoted) =>
      (await deliveries()).filter((one) => one["requestId"] === requestId).at(-1);

    it("tell each change of a request that was quoted with the key, in order, signed with the key", async () => {
      expect((await set({ headers: { authorization: "Bearer of-the-shop" } })).body).to.deep.include({
        webhook: {
          url: `${receiver.url}/status`,
          headers: ["authorization"],
          createdAt: new Date(world.now).toISOString(),
        },
      });
      const quoted = await world.quote({ referrer: "shop-17" }, key);
      const others = await world.quote();
      await world.tick();
      expect(receiver.got, "a quote alone is no news").to.have.length(0);
      await pay(others);
      await pay(quoted);

      const statuses = told();
      expect(statuses.map(([id]) => id)).to.satisfy((ids: unknown[]) =>
        ids.every((id) => id === quoted.requestId),
      );
      expect([...new Set(statuses.map(([, status]) => status))]).to.deep.equal([
        "waiting",
        "pending",
        "success",
      ]);
      const updates = events().map(({ data }) => Number(data["updatedAt"]));
      expect(updates).to.deep.equal(updates.toSorted((a, b) => a - b));
      const last = receiver.got.at(-1) as Message;
      const { event, timestamp, data } = JSON.parse(last.body) as Event;
      const polled = await world.status(quoted.requestId);
      expect(event).to.equal("request.status.updated");
      expect(data).to.deep.include({ referrer: "shop-17", txHashes: polled["txHashes"], failReason: "N/A" });
      expect(data["depositAddress"]).to.deep.include({
        address: quoted.address,
        depositAddressType: "open",
        depositTxHash: (polled["inTxHashes"] as string[])[0],
      });
      expect(last.headers).to.deep.include({
        authorization: "Bearer of-the-shop",
        "x-signature-timestamp": String(timestamp),
        "x-signature-sha256": createHmac("sha256", API_KEY).update(`${timestamp}.${last.body}`).digest("hex"),
      });
      expect(await deliveries()).to.satisfy((all: { state: string }[]) =>
        all.every(({ state }) => state === "delivered"),
      );
    });

    it("are sent again with a longer wait each time, the next change not before the one that failed", async () => {
      await set();
      receiver.answers.push(500, 500);
      const quoted = await world.quote({}, key);
      await pay(quoted);
      expect(told(), "only the first change, once").to.deep.equal([[quoted.requestId, "waiting"]]);
      world.now += 18_000;
      await world.tick(2);
      expect(told()).to.have.length(2);
      expect(await firstOf(quoted)).to.deep.include({
        state: "waiting",
        attempts: 2,
        answer: "The receiver answered 500.",
      });
      world.now += 36_000;
      await world.tick(4);
      expect(told().at(-1)).to.deep.equal([quoted.requestId, "success"]);
      expect((await deliveries()).map(({ state }) => state)).to.not.include("waiting");
    });

    it("are given up after ten retries, or when the receiver is gone", async () => {
      let at = 0;
      const waits: number[] = [];
      for (let attempts = 1; ; attempts++) {
        const next = nextAttemptAt(attempts, at, (length) => new Uint8Array(length).fill(128));
        if (next === undefined) break;
        waits.push(next - at);
        at = next;
      }
      expect(waits).to.have.length(RETRIES);
      expect(waits.slice(0, 3).map((ms) => Math.round(ms / 1_000))).to.deep.equal([10, 20, 40]);
      expect(Math.max(...waits)).to.be.at.most(3_700_000);

      await set();
      receiver.answers.push(410);
      const quoted = await world.quote({}, key);
      await pay(quoted);
      expect(await firstOf(quoted)).to.deep.include({
        state: "given up",
        answer: "The receiver answered 410.",
      });
    });

    it("survive a restart, and a receiver that is down meanwhile", async () => {
      await set();
      const { port } = new URL(receiver.url);
      await receiver.close();
      const quoted = await world.quote({}, key);
      await pay(quoted);
      await world.restart();
      receiver = await listen(Number(port));
      world.now += 41_000;
      await world.tick(4);
      expect(told().at(-1)).to.deep.equal([quoted.requestId, "success"]);
    });

    it("end with their key, and with DELETE", async () => {
      await withSharedStore(world.databaseUrl, async (store) => {
        const parts = {
          store,
          clock: () => world.now,
          random: (length: number) => new Uint8Array(length).fill(7),
        };
        const text = await issueKey(parts, "shop");
        const own = { "x-api-key": text };
        expect((await set({}, own)).status).to.equal(200);
        const quoted = await world.quote({}, own);
        await store.commit([revokeKey(store, keyPrefix(text), world.now)]);
        await pay(quoted);
        expect(receiver.got).to.have.length(0);

        await set();
        expect((await call("DELETE", "/webhook")).status).to.equal(200);
        await pay(await world.quote({}, key));
        expect(receiver.got).to.have.length(0);
        expect((await call("GET", "/webhook")).status).to.equal(404);
      });
    });

    it("can be tried, some times a minute", async () => {
      await set();
      expect((await world.post("/webhook/test", {}, key)).body).to.deep.equal({
        delivered: true,
        answer: "The receiver answered 200.",
      });
      expect(events()[0]?.event).to.equal("webhook.test");
      const answers: number[] = [];
      for (let tried = 0; tried < 6; tried++)
        answers.push((await world.post("/webhook/test", {}, key)).status);
      expect(answers).to.deep.equal([200, 200, 200, 200, 200, 429]);
    });

    it("need a key, a URL that may be posted to, and headers of the receiver's own", async () => {
      expect((await set({}, {})).status).to.equal(401);
      for (const [more, said] of [
        [{ url: "ftp://shop.example" }, "Expected a URL that begins with https://."],
        [{ url: "http://10.0.0.1/x" }, "NETWORK_WEBHOOK_ALLOWED_CIDRS"],
        [{ url: "https://user:pass@shop.example" }, "user name or password"],
        [{ headers: { Host: "elsewhere" } }, "The header Host is set by the service."],
        [{ headers: { "X-Signature-SHA256": "00" } }, "is set by the service"],
        [{ headers: { "x-shop": "a\r\nHost: b" } }, "visible ASCII"],
        [{ url: 5 }, "url"],
      ] as const) {
        const { status, body } = await set(more);
        expect(status, JSON.stringify(more)).to.equal(400);
        expect(body["message"]).to.contain(said);
      }
    });
  });

/** A receiver that answers 200, or what `answers` says first. */
async function listen(port = 0): Promise<Receiver> {
  const got: Message[] = [];
  const answers: number[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      got.push({
        body: Buffer.concat(chunks).toString("utf8"),
        headers: request.headers,
        path: request.url ?? "",
      });
      response.statusCode = answers.shift() ?? 200;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
