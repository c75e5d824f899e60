import { randomBytes } from "node:crypto";
import { expect } from "chai";
import express, { type ErrorRequestHandler, type Express } from "express";
import request, { type Response } from "supertest";
import type { Database } from "../../src/database/driver.ts";
import { openDatabase } from "../../src/database/open.ts";
import { silentLog } from "../../src/runtime/log.ts";
import { HTTP_STATUS, Refusal } from "../../src/network/api/refusals.ts";
import { createBuckets } from "../../src/network/callers/buckets.ts";
import { createCallers } from "../../src/network/callers/callers.ts";
import { issueKey } from "../../src/network/callers/issueKey.ts";
import { keysPage } from "../../src/network/callers/keysPage.ts";
import { newKeyText } from "../../src/network/callers/keyText.ts";
import { CALL_LIMITS, type CallLimits } from "../../src/network/callers/limitCalls.ts";
import { keyByPrefix, newestKeys, revokeKey, type KeyStore } from "../../src/network/persistence/keys.ts";
import { tables } from "../../src/network/persistence/schema.sqlite.ts";
import { testClock, type TestClock } from "../support/clock.ts";

const CONFIGURED = "any text at all";
const HERE = "203.0.113.7";
const random = (length: number) => randomBytes(length);

describe("callers of the intent service", () => {
  let database: Database;
  let store: KeyStore;
  let clock: TestClock;
  let app: Express;
  before(async () => {
    database = await openDatabase(":memory:", "network");
    store = { db: database.db, commit: database.commit, tables };
  });
  after(() => database.close());
  beforeEach(() => {
    clock = testClock();
    app = serviceOf(store, clock);
  });

  const call = (path: string, { from = HERE, key }: Caller = {}): Promise<Response> => {
    const asked = path === "/quote" ? request(app).post(path) : request(app).get(path);
    return asked.set({ "x-forwarded-for": from, ...(key === undefined ? {} : { "x-api-key": key }) }).then();
  };
  const passed = async (count: number, path: string, caller?: Caller) => {
    let good = 0;
    for (let asked = 0; asked < count; asked++) {
      if ((await call(path, caller)).status === 200) good++;
    }
    return good;
  };
  const newKey = (name = "tests") => issueKey({ store, clock, random }, name);

  describe("limits", () => {
    for (const [kind, path, limit, retryAfter] of [
      ["quotes", "/quote", 50, 2],
      ["other calls", "/chains", 200, 1],
    ] as const) {
      it(`${limit} ${kind} a minute pass without a key, the next is told truly when to come back`, async () => {
        expect(await passed(limit, path)).to.equal(limit);
        const refused = await call(path);
        expect(refused.status).to.equal(429);
        expect(refused.body).to.have.keys("message", "errorCode");
        expect(refused.body).to.include({ errorCode: "TOO_MANY_REQUESTS" });
        expect(refused.headers["retry-after"]).to.equal(String(retryAfter));
        clock.advance(retryAfter * 1_000 - 1_000);
        if (retryAfter > 1) expect(await passed(1, path), "too early").to.equal(0);
        clock.advance(1_000);
        expect(await passed(1, path), "in time").to.equal(1);
        clock.advance(60_000);
        expect(await passed(limit + 1, path), "a minute later").to.equal(limit);
      });
    }

    it("quotes and other calls do not use each other up, nor do two addresses", async () => {
      await passed(51, "/quote");
      expect(await passed(1, "/chains")).to.equal(1);
      expect(await passed(1, "/quote", { from: "203.0.113.8" })).to.equal(1);
    });

    it("a key has ten quotes and ten other calls a second, wherever it calls from [key.higher]", async () => {
      const [key, other] = [await newKey(), await newKey()];
      for (const path of ["/quote", "/chains"]) {
        expect(await passed(6, path, { key })).to.equal(6);
        expect(await passed(5, path, { key, from: "203.0.113.8" })).to.equal(4);
        expect((await call(path, { key })).headers["retry-after"]).to.equal("1");
        expect(await passed(1, path, { key: other })).to.equal(1);
      }
      clock.advance(1_000);
      expect(await passed(11, "/quote", { key })).to.equal(10);
    });

    it("a subscriber's IPv6 network is one caller, and an IPv4 address is the same in IPv6's dress", async () => {
      app = serviceOf(store, clock, { quotesPerMinute: 1 });
      const quotesFrom = async (...addresses: string[]) => {
        const statuses = [];
        for (const from of addresses) statuses.push((await call("/quote", { from })).status);
        return statuses;
      };
      expect(await quotesFrom("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1")).to.deep.equal([
        200, 429, 200,
      ]);
      expect(await quotesFrom("198.51.100.1", "::ffff:198.51.100.1")).to.deep.equal([200, 429]);
    });

    it("a flood of addresses does not grow the memory, and whoever calls all the time is not forgotten", () => {
      const buckets = createBuckets({ calls: 1_000, perMs: 60_000 }, clock, 100);
      for (let caller = 0; caller < 900; caller++) {
        expect(buckets.take("steady")).to.equal(true);
        buckets.take(`flood ${caller}`);
      }
      expect(buckets.size()).to.equal(100);
      expect([...Array(101).keys()].filter(() => buckets.take("steady"))).to.have.length(100);
    });

    it("a clock that was set back does not lock a caller out", async () => {
      await passed(51, "/quote");
      clock.advance(-3_600_000);
      expect((await call("/quote")).headers["retry-after"]).to.equal("2");
      clock.advance(2_000);
      expect(await passed(1, "/quote")).to.equal(1);
    });

    it("a limit that is no whole number above zero is refused at the start", () => {
      for (const quotesPerMinute of [0, -1, 1.5, NaN]) {
        expect(() => serviceOf(store, clock, { quotesPerMinute })).to.throw("whole number above zero");
      }
    });
  });

  describe("status polling", () => {
    it("polling several requests once a second always fits, early or late, with every other call used up [limit.poll]", async () => {
      await passed(201, "/chains");
      for (let second = 0; second < 60; second++) {
        clock.advance(second % 2 === 0 ? 100 : 1_900); // an unsteady timer, once a second on the whole
        for (const id of ["a", "b", "c", "d"])
          expect((await call(`/status?requestId=${requestId(id)}`)).status, `second ${second}`).to.equal(200);
      }
    });

    it("asking for one status in a hurry uses up the ordinary calls, and the pace still fits", async () => {
      const path = `/status?requestId=${requestId("a")}`;
      expect(await passed(203, path)).to.equal(2 + 200);
      expect((await call(path)).headers["retry-after"]).to.equal("1");
      expect(await passed(1, "/chains"), "the calls are used up").to.equal(0);
      clock.advance(1_000);
      expect(await passed(1, path)).to.equal(1);
    });

    it("looks at ever new ids are free as often as requests may be followed, and then count", async () => {
      app = serviceOf(store, clock, { followedRequests: 3, callsPerMinute: 5 });
      const statuses = [];
      for (let asked = 0; asked < 12; asked++) {
        statuses.push((await call(`/status?requestId=${requestId(String(asked))}`)).status);
      }
      expect(statuses.filter((status) => status === 200)).to.have.length(2 * 3 + 5);
      expect(statuses.at(-1)).to.equal(429);
    });

    it("looks at what cannot be an id are ordinary calls", async () => {
      app = serviceOf(store, clock, { callsPerMinute: 3 });
      for (const query of ["", "?requestId=", `?requestId=0x12`]) {
        expect((await call(`/status${query}`)).status).to.equal(200);
      }
      expect((await call("/status?requestId=x&requestId=y")).status).to.equal(429);
    });
  });

  describe("keys", () => {
    it("no key is fine, a configured and a stored one are, and a route may require one", async () => {
      for (const key of [undefined, CONFIGURED, await newKey()]) {
        expect((await call("/chains", { key })).status).to.equal(200);
        const { status, body } = await call("/requests", { key });
        expect(status).to.equal(key === undefined ? 401 : 200);
        if (key === undefined) expect(body).to.include({ errorCode: "UNAUTHORIZED" });
      }
    });

    it("a mistyped key, an unknown and a revoked one are told apart", async () => {
      const [good, revoked] = [await newKey(), await newKey()];
      await store.commit([revokeKey(store, revoked.slice(0, 12), clock())]);
      const swapped = good.slice(0, 20) + [...good.slice(20, 22)].reverse().join("") + good.slice(22);
      for (const [key, word] of [
        [good.slice(0, -1), "mistyped"],
        [swapped === good ? good.toLowerCase() : swapped, "mistyped"],
        ["", "mistyped"],
        [newKeyText(random), "not known"],
        [revoked, "revoked"],
      ] as const) {
        const { status, body } = await call("/chains", { key });
        expect(status, word).to.equal(401);
        expect(body).to.include({ errorCode: "UNAUTHORIZED" });
        expect((body as { message: string }).message).to.include(word);
      }
    });

    it("a key is refused from its revocation on, without a wait", async () => {
      const key = await newKey();
      expect((await call("/chains", { key })).status).to.equal(200);
      await store.commit([revokeKey(store, key.slice(0, 12), clock())]);
      expect((await call("/chains", { key })).status).to.equal(401);
    });

    it("guessing is answered with 429 soon, a right guess too, and only for the guesser's address", async () => {
      const good = await newKey();
      for (let guess = 0; guess < 10; guess++) {
        expect((await call("/chains", { key: `guess ${guess}` })).status).to.equal(401);
      }
      for (const key of ["guess 10", newKeyText(random), CONFIGURED, good]) {
        const refused = await call("/chains", { key });
        expect(refused.status).to.equal(429);
        expect(refused.headers["retry-after"]).to.equal("6");
      }
      expect((await call("/chains")).status, "without a key").to.equal(200);
      expect((await call("/chains", { key: good, from: "203.0.113.8" })).status).to.equal(200);
      clock.advance(6_000);
      expect((await call("/chains", { key: good })).status).to.equal(200);
    });

    it("guesses that arrive together are limited like others", async () => {
      const guesses = Array.from({ length: 40 }, (_, guess) => call("/chains", { key: `guess ${guess}` }));
      const statuses = (await Promise.all(guesses)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).to.have.length(10);
      expect(statuses.filter((status) => status === 429)).to.have.length(30);
    });

    it("a key that an address has used goes on working beside a neighbour's wrong one", async () => {
      const good = await newKey();
      await call("/chains", { key: good });
      for (let tried = 0; tried < 20; tried++) await call("/chains", { key: "an old one" });
      expect((await call("/chains", { key: "an old one" })).status).to.equal(429);
      expect((await call("/chains", { key: good })).status).to.equal(200);
    });
  });

  describe("the page that makes keys", () => {
    const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      request(app).post("/keys").type("form").set("x-forwarded-for", HERE).set(headers).send(fields);
    const keyIn = (html: string) => /ctn_[0-9A-Za-z]{40}/.exec(html)?.[0] ?? "no key";

    /** Sends the form and follows it as a browser does, with the cookie that it was given. */
    const make = async (name: string) => {
      const made = await send({ name });
      expect(made.status).to.equal(303);
      const [cookie = ""] = String(made.headers["set-cookie"]).split(";");
      const { location = "" } = made.headers as { location?: string };
      const page = () => request(app).get(`/keys${location}`);
      return { made, location, shown: await page().set("cookie", cookie), again: page };
    };

    it("is a form that works without scripts and takes nothing from elsewhere", async () => {
      const { status, text, headers } = await request(app).get("/keys");
      expect(status).to.equal(200);
      expect(headers["content-type"]).to.match(/^text\/html/);
      expect(headers["content-security-policy"]).to.include("default-src 'none'").and.not.include("unsafe");
      expect(text)
        .to.match(/<form method="post"/)
        .and.match(/name="name"/);
      expect(text).to.not.match(/<script|<style|\sstyle=|\son\w+=|https?:/i);
      for (const words of ["50 a minute", "200 a minute", "10 a second", "three keys an hour"])
        expect(text).to.include(words);
    });

    it("shows a new key once; the key works, and the database does not have it [key.form]", async () => {
      const { made, location, shown } = await make("  shop server ");
      const { text, headers } = shown;
      expect(headers["cache-control"]).to.equal("no-store");
      const key = keyIn(text);
      expect(text).to.include("“shop server”");
      expect(location, "no address ever holds a key").to.not.include("ctn_");
      expect(String(made.headers["set-cookie"])).to.match(/; Max-Age=60; HttpOnly; SameSite=Strict$/);
      expect(String(headers["set-cookie"]), "is taken back").to.match(/^crosstill_new_key=; Max-Age=0;/);
      expect((await call("/requests", { key })).status).to.equal(200);
      const row = await keyByPrefix(store, key.slice(0, 12));
      expect(row).to.include({ name: "shop server", createdAt: clock() });
      expect(JSON.stringify(row)).to.not.include(key.slice(12));
      expect((await request(app).get("/keys")).text).to.not.include("ctn_");
    });

    it("loading the page of a new key again makes nothing and leads back to the form", async () => {
      const before = (await newestKeys(store, 1_000)).length;
      const { shown, again } = await make("once");
      expect(shown.text).to.include("ctn_");
      const { status, text } = await again();
      expect(status).to.equal(200);
      expect(text).to.not.include("ctn_");
      expect(text)
        .to.include("shown only once")
        .and.match(/<form method="post"/);
      expect((await newestKeys(store, 1_000)).length).to.equal(before + 1);
    });

    it("shows no key that was not made here, and runs no script but its own", async () => {
      const stranger = await request(app)
        .get("/keys")
        .set("cookie", `crosstill_new_key=${newKeyText(random)}`);
      expect(stranger.text).to.not.include("ctn_");
      const { text, headers } = (await make("a")).shown;
      const [, nonce = "none"] =
        /script-src 'nonce-([^']+)'/.exec(headers["content-security-policy"] ?? "") ?? [];
      expect(text.match(/<script[^>]*>/g)).to.deep.equal([
        `<script type="module" nonce="${nonce}" src="/assets/checkout.js">`,
      ]);
    });

    it("makes three keys an hour for one address, and says when the next may be made", async () => {
      for (let made = 0; made < 3; made++) expect((await send({ name: "a" })).status).to.equal(303);
      const refused = await send({ name: "<kept>" });
      expect(refused.status).to.equal(429);
      expect(refused.headers["retry-after"]).to.equal("1200");
      expect(refused.text).to.include("20 minutes").and.include('value="&lt;kept&gt;"');
      expect((await send({ name: "a" }, { "x-forwarded-for": "203.0.113.8" })).status).to.equal(303);
      clock.advance(1_200_000);
      expect((await send({ name: "a" })).status).to.equal(303);
    });

    it("refuses names that are none, keeps what was typed, and makes no key", async () => {
      const before = (await newestKeys(store, 1_000)).length;
      for (const name of ["", "   ", "x".repeat(65), "two\nlines", "\u001b[2Jred", "a\u202eb"]) {
        const { status, text } = await send({ name });
        expect(status, JSON.stringify(name)).to.equal(400);
        expect(text).to.include("1 to 64");
      }
      expect((await request(app).post("/keys").send({ name: "json" })).status).to.equal(400);
      for (const site of ["cross-site", "same-site"])
        expect((await send({ name: "a" }, { "sec-fetch-site": site })).status, site).to.equal(403);
      expect((await newestKeys(store, 1_000)).length).to.equal(before);
    });

    it("makes keys for its own page, and for programs that do not say where they come from", async () => {
      for (const site of ["same-origin", "none"])
        expect((await send({ name: "a" }, { "sec-fetch-site": site })).status, site).to.equal(303);
      expect((await send({ name: "a" })).status).to.equal(303);
    });

    it("shows a hostile name as text", async () => {
      const { text } = (await make(`"><img src=x onerror=alert(1)>`)).shown;
      expect(text).to.not.include("<img src=x");
      expect(text).to.include("&lt;img src=x");
    });
  });
});

type Caller = Readonly<{ from?: string; key?: string | undefined }>;

/** The parts under test, mounted as the service mounts them, behind one proxy. */
function serviceOf(store: KeyStore, clock: TestClock, changes: Partial<CallLimits> = {}): Express {
  const settings = { ...CALL_LIMITS, ...changes, apiKeys: [CONFIGURED], keysPerHour: 3, requireKeys: false };
  const callers = createCallers({ store, clock, log: silentLog }, settings);
  const answer: express.RequestHandler = (_request, response) => void response.json({});
  const answerRefusal: ErrorRequestHandler = (error: unknown, _request, response, next) => {
    if (!(error instanceof Refusal)) return next(error);
    response.status(HTTP_STATUS[error.code]).json({ message: error.message, errorCode: error.code });
  };
  return express()
    .set("trust proxy", 1)
    .use(callers.checkKey)
    .post("/quote", callers.limit("quote"), answer)
    .get("/status", callers.limit("status"), answer)
    .use(callers.limit("call"))
    .get("/chains", answer)
    .get("/requests", callers.requireKey, answer)
    .use(keysPage({ store, clock, random }, settings))
    .use(answerRefusal);
}

function requestId(seed: string): string {
  return `0x${Buffer.from(seed).toString("hex").padStart(64, "0")}`;
}
