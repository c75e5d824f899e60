import { expect } from "chai";
import { EVENT, connectStream } from "../streamClient.ts";
import { API_KEY, startWorld, type World } from "../world.ts";

const KEY = { "x-api-key": API_KEY };

/** Interface specification 5 and 6, and the polling rate of 8. */
describe("keys and the stream", () => {
  let world: World;
  before(async () => {
    world = await startWorld({ quotesPerMinute: 5, callsPerMinute: 12, elevatedPerSecond: 20 });
  });
  after(() => world.close());
  beforeEach(() => {
    world.now += 120_000; // every caller has its full limit again
  });

  /** How many of some calls in the same moment are answered. */
  const passed = async (count: number, call: () => Promise<{ status: number }>) => {
    let good = 0;
    for (let made = 0; made < count; made++) if ((await call()).status === 200) good++;
    return good;
  };
  const quote = (headers = {}) => world.post("/quote/v2", world.quoteBody(), headers);
  const chains = (headers = {}) => world.get("/chains", headers);

  it("without a key everything works, at the base limit [key.optional]", async () => {
    expect(await passed(10, quote)).to.equal(5);
    expect(await passed(20, chains)).to.equal(12);
    world.now += 60_000;
    expect(await passed(1, quote)).to.equal(1);
  });

  it("with a key the limit is higher [key.higher]", async () => {
    expect(await passed(25, () => quote(KEY))).to.equal(20);
    expect(await passed(25, () => chains(KEY))).to.equal(20);
    world.now += 1_000;
    expect(await passed(25, () => chains(KEY))).to.equal(20);
  });

  it("a key comes from a form that anybody can fill in [key.form]", async () => {
    const page = await fetch(`${world.url}/keys`);
    expect([page.status, await page.text()].join()).to.match(/^200,.*<form method="post"/s);
    const made = await fetch(`${world.url}/keys`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "name=a+shop",
      redirect: "manual", // the page that follows shows the key, once
    });
    const [cookie = ""] = (made.headers.get("set-cookie") ?? "").split(";");
    const shown = await fetch(new URL(made.headers.get("location") ?? "", `${world.url}/keys`), {
      headers: { cookie },
    });
    const [key = ""] = /ctn_[0-9A-Za-z]{40}/.exec(await shown.text()) ?? [];
    expect(await passed(25, () => quote({ "x-api-key": key }))).to.equal(20);
    expect((await quote({ "x-api-key": `${key}0` })).status).to.equal(401);
  });

  it("no other header is needed for any call of the contract [key.nothing-else]", async () => {
    const bare = async (path: string, init?: RequestInit) => (await fetch(world.url + path, init)).status;
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(world.quoteBody());
    const { requestId } = await world.quote();
    expect([
      await bare("/quote/v2", { method: "POST", headers, body }),
      await bare(`/intents/status/v3?requestId=${requestId}`),
      await bare(`/intents/status?requestId=${requestId}`),
      await bare("/chains"),
    ]).to.deep.equal([200, 200, 200, 200]);
  });

  it("a status may be asked for once a second for ever, whatever else was asked [limit.poll]", async () => {
    const { requestId } = await world.quote();
    await passed(20, chains);
    expect((await chains()).status, "all other calls are used up").to.equal(429);
    for (let second = 0; second < 90; second++) {
      const { status } = await world.get(`/intents/status/v3?requestId=${requestId}`);
      expect(status, `second ${second}`).to.equal(200);
      world.now += 1_000;
    }
  });

  it("429 says what is allowed, and Retry-After when the next call passes [x.rate-limit]", async () => {
    await passed(5, quote);
    const { status, body, headers } = await quote();
    expect(status).to.equal(429);
    expect(body.message).to.match(/^Too many calls: 5 a minute/);
    const seconds = Number(headers["retry-after"]);
    expect(seconds).to.be.within(1, 12);
    world.now += seconds * 1_000;
    expect((await quote()).status).to.equal(200);
  });

  it("the websocket tells every status that polling sees, in order [stream.status]", async () => {
    const { requestId, address } = await world.quote();
    const client = await connectStream(`${world.url.replace("http", "ws")}/stream`);
    expect(await client.next()).to.include({ type: "connection", status: "ready" });
    await client.subscribe(requestId);
    const polled = [String((await world.status(requestId)).status)];
    await world.pay(address, 100_000);
    world.swallowSends = true; // so that pending lasts
    await world.mine();
    for (let tick = 0; tick < 8; tick++) {
      await world.tick();
      world.swallowSends = tick < 3;
      if (tick === 4) world.now += 60_000;
      const { status } = await world.status(requestId);
      if (status !== polled.at(-1)) polled.push(String(status));
    }
    const frames = (await client.rest()).filter(({ event }) => event === EVENT);
    for (const { data } of frames) expect(data.requestId).to.equal(requestId);
    const words = frames.map(({ data }) => data.status);
    const changes = words.filter((word, index) => word !== words[index - 1]);
    expect(changes, "the first tells of the deposit").to.deep.equal(["waiting", "pending", "success"]);
    expect(polled).to.deep.equal(["waiting", "pending", "success"]);
    client.socket.terminate();
  });
});
