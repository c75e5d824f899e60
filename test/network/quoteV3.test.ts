import { expect } from "chai";
import { API_KEY, startWorld, type World, type WorldChanges } from "./world.ts";
import { walletQuote } from "./quote/quoted.ts";
import { connectStream } from "./streamClient.ts";

const KEY = { "x-api-key": API_KEY };
const DAY_MS = 86_400_000;

describe("POST /quote/v3", function () {
  this.timeout(60_000);
  let world: World;
  before(async () => {
    world = await startWorld({ twoChains: true });
  });
  after(() => world.close());

  it("answers a deposit address as an object, and the request at the top", async () => {
    const { status, body } = await world.post("/quote/v3", world.quoteBody());
    expect(status).to.equal(200);
    const [step] = body["steps"] as Record<string, unknown>[];
    expect(body["requestId"]).to.match(/^0x[0-9a-f]{64}$/);
    expect(step)
      .to.include({ id: "deposit", kind: "transaction", status: "incomplete" })
      .and.not.have.property("items");
    expect(step?.["depositAddress"]).to.deep.equal({
      address: (step?.["data"] as { to: string }).to,
      type: "open",
      depositor: null,
      depositTxHash: null,
      recoveryAddress: null,
    });
    expect(step?.["check"]).to.deep.equal({
      endpoint: `/intents/status?requestId=${String(body["requestId"])}`,
      method: "GET",
    });
  });

  it("says strict of a strict address [v3.deposit-address]", async () => {
    const { body } = await world.post("/quote/v3", world.quoteBody({ strict: true }));
    expect(body).to.have.nested.property("steps[0].depositAddress.type", "strict");
  });

  it("makes a step of each item, and names the fees of the service platform and execution [v3.quote] [v3.fees]", async () => {
    const user = await world.evm.wallet(11);
    const ask = walletQuote(world, user.address);
    const [flat, nested] = [await world.post("/quote/v3", ask), await world.post("/quote/v2", ask)];
    const items = (nested.body["steps"] as { id: string; items: unknown[] }[]).flatMap(({ id, items: all }) =>
      all.map(() => id),
    );
    expect((flat.body["steps"] as { id: string }[]).map(({ id }) => id)).to.deep.equal(items);
    expect(flat.body).to.have.nested.property("steps[0].depositAddress", null);
    const { quoted, currency } = flat.body["fees"] as Record<"quoted" | "currency", Record<string, unknown>>;
    expect(Object.keys(quoted)).to.deep.equal(["swap", "execution", "platform", "app", "sponsored"]);
    expect(quoted["platform"])
      .to.have.property("usd")
      .that.matches(/^-\d+\.\d{6}$/);
    expect(currency).to.include({ chainId: ask["destinationChainId"] });
  });

  it("promises what the same quote of v2 promises [v3.amounts]", async () => {
    const [flat, nested] = [
      await world.post("/quote/v3", world.quoteBody()),
      await world.post("/quote/v2", world.quoteBody()),
    ];
    for (const field of ["currencyIn.amount", "currencyOut.amount", "currencyOut.minimumAmount"])
      expect(flat.body)
        .to.have.nested.property(`details.${field}`)
        .that.equals(fieldAt(nested.body, `details.${field}`));
  });

  it("has its signatures posted to the permits of the same version [v3.permits]", async () => {
    const user = await world.evm.wallet(11);
    const ask = walletQuote(world, user.address, { usePermit: true });
    const { body } = await world.post("/quote/v3", ask);
    expect(fieldAt(body, "steps[0].data.post.endpoint")).to.equal("/execute/permits/v2");
    const nested = await world.post("/quote/v2", ask);
    expect(fieldAt(nested.body, "steps[0].items[0].data.post.endpoint")).to.equal("/execute/permits");
  });

  it("names the code and the lacking balance in each error, as objects [v3.errors]", async () => {
    const poor = await world.post("/quote/v3", world.quoteBody({ amount: String(10n ** 15n) }));
    expect(poor.status).to.equal(400);
    expect(poor.body).to.include.keys("message", "errorCode", "requestId", "errorData");
    const unread = await world.post("/quote/v3", {});
    expect(unread.body).to.deep.include({ errorCode: "INVALID_REQUEST", requestId: null, errorData: {} });
    const wrongKey = await world.post("/quote/v3", world.quoteBody(), { "x-api-key": "wrong" });
    expect([wrongKey.status, wrongKey.body["errorCode"], wrongKey.body["errorData"]]).to.deep.equal([
      401,
      "UNAUTHORIZED",
      {},
    ]);
  });

  it("has errors of the same form as those of GET /requests/v3", async () => {
    const fields = { requestId: null, errorData: {} };
    const calls = [
      [await world.get("/requests/v3?id=0x1"), 401, "UNAUTHORIZED"],
      [await world.get("/requests/v3?limit=51", KEY), 400, "INVALID_REQUEST"],
    ] as const;
    for (const [{ status, body }, wanted, errorCode] of calls) {
      expect(status).to.equal(wanted);
      expect(body)
        .to.deep.include({ errorCode, ...fields })
        .and.to.have.property("message");
    }
    const { status, body } = await world.get("/requests/v3?includeTotal=true", KEY);
    expect([status, body]).to.deep.equal([200, { requests: [], total: 0 }]);
  });

  it("is paid like a v2 quote and has the same status path", async () => {
    const { body } = await world.post("/quote/v3", world.quoteBody());
    const { address } = fieldAt(body, "steps[0].depositAddress") as { address: string };
    await world.pay(address, Number(fieldAt(body, "details.currencyIn.amount")));
    await world.mine();
    await world.tick(4);
    expect((await world.status(String(body["requestId"])))["status"]).to.equal("success");
  });
});

describe("an access token", () => {
  let world: World;
  before(async () => {
    world = await startWorld();
  });
  after(() => world.close());

  it("stands for its key for 15 minutes", async () => {
    const made = await world.post("/access-tokens", {}, KEY);
    expect(made.body).to.include({ tokenType: "Bearer", scope: "public-api" });
    expect(made.headers["cache-control"]).to.equal("no-store");
    const bearer = { authorization: `Bearer ${String(made.body["token"])}` };
    expect((await world.get("/requests/v3", bearer)).status).to.equal(200);
    world.now += 15 * 60_000;
    expect((await world.get("/requests/v3", bearer)).body).to.include({ errorCode: "UNAUTHORIZED" });
  });

  it("spends nothing, changes no settings and makes no further tokens", async () => {
    const { body } = await world.post("/access-tokens", {}, KEY);
    const bearer = { authorization: `Bearer ${String(body["token"])}` };
    const calls = [
      await world.post("/access-tokens", {}, bearer),
      await world.post("/webhook", { url: "https://shop.example/hook" }, bearer),
      await world.get("/app-balance", bearer),
      await world.post("/execute", {}, bearer),
    ];
    expect(calls.map(({ status }) => status)).to.deep.equal([401, 401, 401, 401]);
    const sponsored = await world.post("/quote/v3", world.quoteBody({ subsidizeFees: true }), bearer);
    expect(sponsored.body["errorCode"]).to.equal("UNAUTHORIZED");
  });

  it("is refused when it was changed, when a key comes with it, and is not made without a key [v3.tokens]", async () => {
    const { body } = await world.post("/access-tokens", {}, KEY);
    const token = String(body["token"]);
    const calls = [
      await world.get("/chains", { authorization: `Bearer ${token.slice(0, -2)}AA` }),
      await world.get("/chains", { authorization: `Bearer ${token}`, ...KEY }),
      await world.get("/chains", { authorization: `Bearer ${"a".repeat(500)}`, ...KEY }),
      await world.post("/access-tokens", {}),
    ];
    expect(calls.map(({ status }) => status)).to.deep.equal([401, 401, 401, 401]);
  });

  it("opens the stream as its key does, in the query of a browser or in a header, and never beside a key", async () => {
    await world.restart({ requireKeys: true });
    const { body } = await world.post("/access-tokens", {}, KEY);
    const token = String(body["token"]);
    const bearer = { authorization: `Bearer ${token}` };
    const open = async (query: string, headers?: Record<string, string>) => {
      const opened = connectStream(`${world.url.replace(/^http/, "ws")}/stream${query}`, headers);
      return opened.then(
        ({ socket }) => (socket.terminate(), "open"),
        (error: Error) => error.message.slice(0, 3),
      );
    };
    expect([await open(`?apiKey=${API_KEY}`), await open("", KEY)]).to.deep.equal(["open", "open"]);
    expect([await open(`?accessToken=${token}`), await open("", bearer)]).to.deep.equal(["open", "open"]);
    for (const refused of [
      open(""),
      open(`?accessToken=${token}a`),
      open(`?accessToken=${token}&apiKey=${API_KEY}`),
      open("", { ...bearer, ...KEY }),
    ])
      expect(await refused).to.equal("401");
    world.now += 15 * 60_000;
    expect(await open("", bearer)).to.equal("401");
  });
});

describe("the versions that an operator offers", () => {
  let world: World | undefined;
  afterEach(() => world?.close());
  const start = async (changes: WorldChanges) => (world = await startWorld(changes));

  it("can require a key for every call but the pages [v3.keys]", async () => {
    const { get, post, quoteBody } = await start({ requireKeys: true });
    const codes = [
      await post("/quote/v2", quoteBody()),
      await post("/quote/v3", quoteBody()),
      await get("/chains"),
    ];
    expect(codes.map(({ status, body }) => `${status} ${String(body["errorCode"])}`)).to.deep.equal([
      "401 UNAUTHORIZED_QUOTE",
      "401 UNAUTHORIZED_QUOTE",
      "401 UNAUTHORIZED",
    ]);
    for (const path of ["/", "/keys", "/health", "/openapi.json"])
      expect((await fetch(`${world?.url}${path}`)).status, path).to.equal(200);
    expect(await (await fetch(`${world?.url}/keys`)).text())
      .to.include("Each call to the service needs a key.")
      .and.to.not.include("works without a key");
    expect((await post("/quote/v3", quoteBody(), KEY)).status).to.equal(200);
  });

  it("announce the end of v2 in headers and bodies, and answer 410 after it [v3.successors]", async () => {
    const now = 1_800_000_000_000;
    const versions = { offersV3: true, deprecatedAt: now - DAY_MS, retiredAt: now + DAY_MS };
    const { get, post, quoteBody, status } = await start({ versions });
    const before = await post("/quote/v2", quoteBody());
    expect(before.headers["deprecation"]).to.equal(`@${(now - DAY_MS) / 1_000}`);
    expect(before.headers["sunset"]).to.equal(new Date(now + DAY_MS).toUTCString());
    expect(before.headers["link"]).to.contain('/quote/v3>; rel="successor-version"');
    expect(before.body["deprecation"]).to.include({ successor: "/quote/v3" });
    expect((await post("/quote/v3", quoteBody())).headers["deprecation"]).to.equal(undefined);
    const refused = await post("/quote/v2", quoteBody(), { "x-api-key": "wrong" });
    expect([refused.status, refused.headers["deprecation"]]).to.deep.equal([
      401,
      before.headers["deprecation"],
    ]);
    if (world) world.now += 2 * DAY_MS;
    const after = await post("/quote/v2", quoteBody());
    expect([after.status, after.body["errorCode"], after.body["successor"]]).to.deep.equal([
      410,
      "ENDPOINT_RETIRED",
      "/quote/v3",
    ]);
    for (const path of ["/Quote/V2", "/quote/v2/"])
      expect((await post(path, quoteBody())).status, path).to.equal(410);
    expect((await post("/quote/v3", quoteBody())).status).to.equal(200);
    expect((await get("/")).body["links"], "no link leads to a retired path").to.include({
      ...{ quote: "./quote/v3", requests: "./requests/v3" },
    });
    const requestId = fieldAt(before.body, "steps[0].requestId");
    expect((await status(String(requestId)))["status"], "an open request is followed to its end").to.equal(
      "waiting",
    );
  });

  it("tell prices of currencies as numbers in the earlier version and as exact text in the later [v3.price]", async () => {
    const { get } = await start({});
    const asked = "address=0x0000000000000000000000000000000000000000&chainId=31337";
    expect((await get(`/currencies/token/price?${asked}`)).body["price"]).to.be.a("number");
    const exact = (await get(`/currencies/token/price/v2?${asked}`)).body["price"];
    expect(exact)
      .to.be.a("string")
      .that.matches(/^\d+\.\d{8}$/);
    const unknown = await get("/currencies/token/price/v2?address=DOGE&chainId=31337");
    expect([unknown.status, typeof unknown.body["error"]]).to.deep.equal([400, "string"]);
  });

  it("can leave out v3", async () => {
    const { post, quoteBody } = await start({
      versions: { offersV3: false, deprecatedAt: undefined, retiredAt: undefined },
    });
    const answers = [await post("/quote/v3", quoteBody()), await post("/quote/v2", quoteBody())];
    expect(answers.map(({ status }) => status)).to.deep.equal([404, 200]);
  });

  it("are the contract's alone on a bare service", async () => {
    const { post, quoteBody } = await start({ bare: true });
    for (const path of ["/quote/v3", "/access-tokens", "/execute/permits/v2"])
      expect((await post(path, quoteBody(), KEY)).status, path).to.equal(404);
  });
});

/** What a body holds at a path such as "steps[0].requestId". */
function fieldAt(body: unknown, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], body);
}
