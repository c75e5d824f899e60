import express from "express";
import { expect } from "chai";
import request from "supertest";
import { apiLimits, limitWrongKeys, perAddress } from "../../../src/gateway/http/limits.ts";
import { textOf } from "../../browser/readPage.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { memoryCounters } from "../../support/memoryCounters.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";

const DEPS = { clock: Date.now, log: silentLog, persistence: { counters: memoryCounters() } };
const KEY = { authorization: "token one" };

describe("the limits of the merchant API", () => {
  const served = () => express().use(...apiLimits(3, DEPS), (_request, response) => void response.json({}));

  it("count each key by itself, and tell in every answer what is left", async () => {
    const app = served();
    const first = await request(app).get("/").set(KEY);
    expect(first.status).to.equal(200);
    expect(first.headers["ratelimit-policy"]).to.include('"key"; q=3; w=60');
    expect(first.headers["ratelimit"]).to.match(/"key"; r=2; t=\d+/);
    for (let call = 0; call < 2; call++) await request(app).get("/").set(KEY);
    const refused = await request(app).get("/").set(KEY);
    expect(refused.status).to.equal(429);
    expect(refused.body).to.include({ code: "too-many-requests" });
    expect(Number(refused.headers["retry-after"])).to.be.within(1, 60);
    expect((await request(app).get("/").set("authorization", "Bearer other")).status).to.equal(200);
  });

  it("hold for an address whatever keys it makes up, and without any", async () => {
    const app = served();
    const statuses: number[] = [];
    for (const key of ["a", "b", "c", undefined, "d", "e", "f"]) {
      const call = request(app).get("/");
      statuses.push((await (key === undefined ? call : call.set("authorization", `token ${key}`))).status);
    }
    expect(statuses).to.deep.equal([200, 200, 200, 200, 200, 200, 429]);
  });
});

describe("the limits of calls that are made to try or to cost", () => {
  it("lets an address try so many wrong keys, and keeps nobody out whose key is good", async () => {
    const isGood = (asked: express.Request) => asked.get("authorization") === "token good" && asked.path !== "/public";
    const app = express().use(...limitWrongKeys(3, isGood), (asked, response) => {
      response.status(isGood(asked) || asked.path === "/public" ? 200 : 401).json({});
    });
    const call = async (key: string, path = "/") => (await request(app).get(path).set("authorization", `token ${key}`)).status;
    for (let key = 0; key < 5; key++) expect(await call(`wrong${key}`, "/public"), "where no key is asked for").to.equal(200);
    expect(await call("good")).to.equal(200);
    const tried: number[] = [];
    for (let key = 0; key < 5; key++) tried.push(await call(`wrong${key}`));
    expect(tried).to.deep.equal([401, 401, 401, 429, 429]);
    expect(await call("good")).to.equal(200);
    expect((await request(app).get("/")).status, "without a key").to.equal(401);
  });

  it("lets a key search and ask for rates two times a second, and everything else as before", async () => {
    const app = await startMerchantApp();
    const statuses = async (path: string, count: number) => {
      const asked = Array.from({ length: count }, () => app.get(path));
      return (await Promise.all(asked)).map(({ status }) => status);
    };
    const searched = await statuses("/invoices?textSearch=a", 100);
    const rates = await statuses("/rates?currencyPair=BTC_USD", 25);
    expect([...searched, ...rates].filter((status) => status === 429)).to.have.length(5);
    expect(await statuses("/invoices?take=1", 20)).to.not.include(429);
    await app.close();
  });
}); // prettier-ignore

describe("the limit of a page", () => {
  it("counts one address, and says what to do", async () => {
    const app = express().use(perAddress(1), (_request, response) => void response.send("page"));
    expect((await request(app).get("/")).status).to.equal(200);
    const refused = await request(app).get("/");
    expect([refused.status, refused.body]).to.deep.equal([
      429,
      { code: "too-many-requests", message: "Too many requests of your address. Wait for a minute." },
    ]);
  });
});

describe("a browser that asks too often", () => {
  it("gets a page in the language of its reader, and no JSON", async () => {
    const app = await startMerchantApp({ env: { PAGE_VIEWS_PER_MINUTE: "1" } });
    const headers = { accept: "text/html", "accept-language": "de" };
    const ask = () => fetch(`${app.url}/i/nothing`, { headers });
    expect((await ask()).status).to.equal(404);
    const refused = await ask();
    expect(refused.status).to.equal(429);
    expect(Number(refused.headers.get("retry-after"))).to.be.within(1, 60);
    expect(textOf(await refused.text())).to.include("Zu viele Anfragen");
    await app.close();
  });
});

describe("the address that limits count", () => {
  const VIEWS = 3;
  const start = (env: Readonly<Record<string, string>>) =>
    startMerchantApp({ env: { PAGE_VIEWS_PER_MINUTE: String(VIEWS), ...env } });
  /** What visitors are answered who send these headers from this machine, each once. */
  const answers = async ({ url }: MerchantApp, said: readonly string[]) => {
    const statuses: number[] = [];
    for (const from of said) statuses.push((await fetch(`${url}/i/nothing`, { headers: { "x-forwarded-for": from } })).status);
    return statuses;
  };

  it("is not one that whoever reaches the port makes up", async () => {
    for (const env of [{}, { TRUSTED_PROXIES: "10.9.0.0/16" }]) {
      const app = await start(env);
      expect(await answers(app, ["10.9.0.1", "1.1.1.1", "2.2.2.2", "3.3.3.3"])).to.deep.equal([404, 404, 404, 429]);
      await app.close();
    }
  });

  it("is the one that a trusted proxy saw, whatever its visitor had put before it", async () => {
    const app = await start({ TRUSTED_PROXIES: "127.0.0.0/8,::1,10.9.0.0/16" });
    const made = [0, 1, 2, 3].map((index) => `9.9.9.${index}, 203.0.113.7, 10.9.0.1`);
    expect(await answers(app, made)).to.deep.equal([404, 404, 404, 429]);
    expect(await answers(app, ["203.0.113.8"]), "somebody else").to.deep.equal([404]);
    await app.close();
  });
}); // prettier-ignore
