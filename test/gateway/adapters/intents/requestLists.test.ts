import { expect } from "chai";
import { createHttp } from "../../../../src/http-client/http.ts";
import { createIntentService } from "../../../../src/gateway/adapters/intents/intentService.ts";
import { serve, type LocalServer } from "../../../support/localServer.ts";
import { clientOf, DEPOSIT } from "../quoteAt.ts";

type Reply = Readonly<{ status?: number; body?: Readonly<Record<string, unknown>> }>;

describe("the list of requests by deposit address", () => {
  let server: LocalServer;
  const replies: Record<string, Reply> = {};
  let answerRows: ((query: URLSearchParams) => readonly unknown[]) | undefined;
  beforeEach(async () => {
    server = await serve(({ path }, response) => {
      const [name = "", query] = path.split("?");
      const { status = 404, body = {} } = replies[name] ?? {};
      const rows = answerRows ? { requests: answerRows(new URLSearchParams(query)) } : {};
      response.writeHead(status).end(JSON.stringify({ ...body, ...rows }));
    });
    for (const path of Object.keys(replies)) delete replies[path];
    answerRows = undefined;
  });
  afterEach(() => server.close());

  const kindOf = async (hasKey: boolean) => {
    const service = clientOf(server.url, hasKey);
    expect(service.listKind()).to.equal("unknown");
    await service.probe();
    return service.listKind();
  };

  it("is none where both paths answer 404, and then nobody is asked for it", async () => {
    replies["/chains"] = { status: 200, body: { chains: [] } };
    expect(await kindOf(true)).to.equal("none");
    expect(await kindOf(false)).to.equal("none");
    expect(server.asked).to.have.length(5);
    const service = clientOf(server.url);
    expect(await service.requestsOf(DEPOSIT, []), "before it was looked for").to.equal(undefined);
    expect(server.asked).to.have.length(5);
  });

  it("is not found at a server that answers 404 to everything, which is no intent service", async () => {
    const service = clientOf(server.url);
    expect(await service.probe()).to.match(/^GET \S+\/chains answered 404\.$/);
    expect(service.listKind()).to.equal("unknown");
  });

  it("stays unknown while the service fails, and what was found is kept when it fails later", async () => {
    replies["/requests/v2"] = { status: 500 };
    expect(await kindOf(true)).to.equal("unknown");
    const service = clientOf(server.url);
    replies["/requests/v2"] = { status: 200, body: { requests: [] } };
    await service.probe();
    replies["/requests/v2"] = { status: 500 };
    expect(await service.probe(), "why").to.match(/^GET \S+\/requests\/v2 answered 500\.$/);
    expect(service.listKind()).to.equal("v2");
  });

  it("is v3 only with a key, and v2 where there is one", async () => {
    replies["/chains"] = { status: 200, body: { chains: [] } };
    replies["/requests/v3"] = { status: 200, body: { requests: [] } };
    expect(await kindOf(false)).to.equal("none");
    expect(await kindOf(true)).to.equal("v3");
    replies["/requests/v2"] = { status: 200, body: { requests: [] } };
    expect(await kindOf(true)).to.equal("v2");
  });

  it("is read page by page, without rows that make no sense, and never without end", async () => {
    const service = clientOf(server.url);
    const row = {
      id: "0x1",
      status: "success",
      depositAddress: { address: DEPOSIT, depositTxHash: "aa" },
      parentRequestId: "0x0",
    };
    const data = {
      failReason: "N/A",
      outTxs: [{ hash: "0x2" }, { txHash: "0x3" }, {}],
      metadata: { currencyOut: { amount: "250" }, currencyIn: {} },
    };
    replies["/requests/v2"] = {
      status: 200,
      body: { requests: [null, {}, { id: "" }, { ...row, data }], continuation: "more" },
    };
    await service.probe();
    expect(await service.requestsOf(DEPOSIT, [])).to.have.length(1); // nothing is missing after the first page
    const found = await service.requestsOf(DEPOSIT, ["a transaction that is on no page"]);
    expect(found).to.have.length(40);
    expect(found?.[0]).to.deep.include({
      requestId: "0x1",
      word: "success",
      parent: "0x0",
      depositTxid: "aa",
      input: undefined,
      reason: undefined,
    });
    expect(found?.[0]).to.deep.include({ output: 250n, outHashes: ["0x2", "0x3"] });
    const all = await service.requestsOf(DEPOSIT, "all").catch(String);
    expect(all, "a list without end is never all of it").to.include("no usable answer");
    const query = new URLSearchParams(server.asked.at(-1)?.path.split("?")[1]);
    expect(Object.fromEntries(query)).to.deep.include({
      depositAddress: DEPOSIT,
      includeChildRequests: "true",
      continuation: "more",
    });
  });

  it("reads no further page of the list after a page without a row of the address", async () => {
    const service = clientOf(server.url);
    const foreign = {
      id: "0x9",
      status: "success",
      depositAddress: { address: "somebody else's", depositTxHash: "bb" },
    };
    replies["/requests/v2"] = { status: 200, body: { requests: [foreign], continuation: "more" } };
    await service.probe();
    const before = server.asked.length;
    expect(await service.requestsOf(DEPOSIT, ["a transaction that is on no page"])).to.deep.equal([]);
    expect(server.asked.length - before).to.equal(1);
  });

  it("reads the input and output of a v3 row from its route", async () => {
    for (const path of Object.keys(replies)) delete replies[path];
    const currency = { chainId: 1, address: "0xc" };
    const actual = {
      origin: { inputCurrency: { currency, amount: "7" }, outputCurrency: null },
      destination: { inputCurrency: null, outputCurrency: { amount: "250" } },
    };
    const row = { ...rowOf("0x1", "success", "aa"), data: { failReason: null, route: { actual } } };
    replies["/requests/v3"] = { status: 200, body: { requests: [row] } };
    const service = clientOf(server.url, true);
    await service.probe();
    const [news] = (await service.requestsOf(DEPOSIT, ["aa"])) ?? [];
    expect(news).to.deep.include({ input: 7n, output: 250n, origin: { chainId: 1, currency: "0xc" } });
  });

  it("has no row that names another address, though its payment came in the same transaction", async () => {
    for (const path of Object.keys(replies)) delete replies[path];
    const at = (id: string, address: string | null) => ({ ...rowOf(id, "success", "aa"), depositAddress: { address, depositTxHash: "aa" } }); // prettier-ignore
    answerRows = () => [at("0x1", "bcrt1-other"), at("0x2", DEPOSIT.toUpperCase()), at("0x3", null)];
    replies["/requests/v2"] = { status: 200 };
    const service = clientOf(server.url);
    await service.probe();
    const found = (await service.requestsOf(DEPOSIT, ["aa"])) ?? [];
    expect(found.map(({ requestId }) => requestId)).to.deep.equal(["0x2", "0x3"]);
  });

  describe("of a service that ignores unknown parameters", () => {
    const FOREIGN = "bcrt1-other";
    /** The ids that a question finds. `rows` are everybody's, whatever is asked. */
    const idsOf = async (rows: readonly unknown[], wanted: readonly string[] = [], requestId = "0x1") => {
      for (const path of Object.keys(replies)) delete replies[path];
      answerRows = () => rows;
      replies["/requests/v3"] = { status: 200 };
      const service = clientOf(server.url, true);
      await service.probe();
      const found = (await service.requestsOf(DEPOSIT, wanted, requestId)) ?? [];
      return found.map((news) => news.requestId);
    };
    const row = (id: string, depositAddress: unknown, more: object = {}) => ({
      ...{
        id,
        status: "success",
        depositAddress,
        data: { failReason: null, refundFailReason: null },
        ...more,
      },
    });

    it("gives no row of another address", async () => {
      const rows = [
        row("0xf", { address: FOREIGN, type: "open", depositTxHash: "aa" }),
        row("0x1", { address: DEPOSIT }),
      ];
      expect(await idsOf(rows, ["aa"])).to.deep.equal(["0x1"]);
    });

    for (const [what, depositAddress] of Object.entries({
      null: null,
      "an empty text": "",
      "an object without an address": { type: "open", depositTxHash: "bb" },
    }))
      it(`gives a row whose depositAddress is ${what} for its own request, its children and a wanted transaction only`, async () => {
        const rows = [
          row("0xf", depositAddress),
          row("0x1", depositAddress),
          row("0xc", depositAddress, { parentRequestId: "0x1" }),
        ];
        expect(await idsOf(rows)).to.deep.equal(["0x1", "0xc"]);
        expect(await idsOf([row("0xf", { depositTxHash: "AA" })], ["aa"])).to.deep.equal(["0xf"]);
      });

    it("gives no foreign row in the place of a successor", async () => {
      const rows = [
        row(
          "0x1",
          { address: DEPOSIT, depositTxHash: "aa" },
          { status: "pending", supersededByRequestId: "0x2" },
        ),
        row("0xf", { address: FOREIGN, depositTxHash: "aa" }),
        row("0xe", null, { parentRequestId: "0xf" }),
      ];
      expect(await idsOf(rows, ["aa"])).to.deep.equal(["0x1"]);
    });

    it("gives no amounts that are numbers", async () => {
      const amount = { amount: 25, currency: { chainId: 1, address: "0xc" } };
      const route = {
        actual: { origin: { inputCurrency: amount }, destination: { outputCurrency: amount } },
      };
      answerRows = () => [row("0x1", { address: DEPOSIT }, { data: { route } })];
      replies["/requests/v3"] = { status: 200 };
      const service = clientOf(server.url, true);
      await service.probe();
      const [news] = (await service.requestsOf(DEPOSIT, [])) ?? [];
      expect(news).to.include({ input: undefined, output: undefined });
    });
  });

  it("counts no amount at the origin of a payment between chains as delivered", async () => {
    const currency = { chainId: 1, address: "0xc" };
    const origin = { inputCurrency: { currency, amount: "7" }, outputCurrency: { currency, amount: "6" } };
    const outputOf = async (status: string, destination: unknown) => {
      answerRows = () => [
        { ...rowOf("0x1", status, "aa"), data: { route: { actual: { origin, destination } } } },
      ];
      replies["/requests/v3"] = { status: 200 };
      const service = clientOf(server.url, true);
      await service.probe();
      return ((await service.requestsOf(DEPOSIT, [])) ?? [])[0]?.output;
    };
    expect(await outputOf("pending", { outputCurrency: null })).to.equal(undefined);
    expect(await outputOf("pending", null)).to.equal(undefined);
    expect(await outputOf("success", null), "on one chain").to.equal(6n);
  });

  it("includes in v3 the children of the request while a wanted transaction is missing", async () => {
    const child = { ...rowOf("0xc", "success", "bb"), parentRequestId: "0x1" };
    answerRows = (query) =>
      query.get("id") === "0x1" && query.get("includeChildRequests") === "true"
        ? [rowOf("0x1", "success", "aa"), child]
        : [rowOf("0x1", "success", "aa")];
    replies["/requests/v3"] = { status: 200 };
    const service = clientOf(server.url, true);
    await service.probe();
    const calls = countCalls();
    expect(await service.requestsOf(DEPOSIT, ["aa"], "0x1")).to.have.length(1);
    expect(calls()).to.have.length(1);
    const found = (await service.requestsOf(DEPOSIT, ["bb"], "0x1")) ?? [];
    expect(found.map(({ requestId }) => requestId)).to.deep.equal(["0x1", "0xc"]);
    expect(new URLSearchParams(calls()[1]?.path.split("?")[1]).get("sortBy")).to.equal("updatedAt");
  });

  for (const status of [404, 405, 410, 501])
    it(`changes to v3 when a key is set and v2 answers ${status}`, async () => {
      replies["/requests/v2"] = { status: 200, body: { requests: [] } };
      const service = clientOf(server.url, true);
      await service.probe();
      expect(service.listKind()).to.equal("v2");
      replies["/requests/v2"] = { status };
      replies["/requests/v3"] = { status: 200, body: { requests: [rowOf("0x1", "depositing", null)] } };
      const [news] = (await service.requestsOf(DEPOSIT, [])) ?? [];
      expect([service.listKind(), news?.word]).to.deep.equal(["v3", "depositing"]);
    });

  for (const status of [400, 401, 403])
    it(`does not change to v3 when v2 answers ${status}`, async () => {
      replies["/chains"] = { status: 200, body: { chains: [] } };
      replies["/requests/v2"] = { status };
      replies["/requests/v3"] = { status: 200, body: { requests: [] } };
      expect(await kindOf(true)).to.be.oneOf(["none", "unknown"]);
    });

  it("uses only the version that the operator has set", async () => {
    replies["/requests/v2"] = replies["/requests/v3"] = { status: 200, body: { requests: [] } };
    const http = createHttp({ baseUrl: server.url, timeoutMs: 5_000, maxBytes: 1024 * 1024 });
    const service = createIntentService({ quotes: http, reads: http, listVersion: "v3" }, true);
    await service.probe();
    expect(service.listKind()).to.equal("v3");
    expect(server.asked.map(({ path }) => path.split("?")[0])).to.deep.equal(["/requests/v3"]);
  });

  /** The calls from here on. */
  const countCalls = () => {
    const from = server.asked.length;
    return () => server.asked.slice(from);
  };

  /** A row as a list gives it. */
  const rowOf = (
    id: string,
    status: string,
    depositTxHash: string | null,
    supersededByRequestId?: string,
  ) => ({
    ...{ id, status, depositAddress: { address: DEPOSIT, depositTxHash } },
    data: { supersededByRequestId },
  });

  it("has the requests that took another's place, and theirs, though the list by address has them not", async () => {
    for (const kind of ["v2", "v3"]) {
      for (const path of Object.keys(replies)) delete replies[path];
      const rows: Record<string, unknown[]> = {
        address: [rowOf("0x1", "pending", "AA", "0x2")],
        "0x2": [rowOf("0x2", "failure", "aa", "0x3")],
        "0x3": [rowOf("0x3", "success", "aa"), "nonsense"],
      };
      answerRows = (query) => rows[query.get("id") ?? "address"] ?? [];
      replies[`/requests/${kind}`] = { status: 200 };
      const service = clientOf(server.url, kind === "v3");
      await service.probe();
      const found = (await service.requestsOf(DEPOSIT, [])) ?? [];
      expect(found.map(({ requestId, word, depositTxid }) => [requestId, word, depositTxid])).to.deep.equal([
        ["0x3", "success", "aa"], // the others speak of the same deposit, which is no longer theirs
      ]);
    }
  });

  it("keeps a request beside its successor when that has another deposit, and when it has come to an end", async () => {
    const rows: Record<string, unknown[]> = {
      address: [rowOf("0x1", "pending", "aa", "0x2"), rowOf("0x3", "refund", "cc", "0x4")],
      "0x2": [rowOf("0x2", "pending", "bb")],
      "0x4": [rowOf("0x4", "success", "cc")],
    };
    answerRows = (query) => rows[query.get("id") ?? "address"] ?? [];
    replies["/requests/v2"] = { status: 200 };
    const service = clientOf(server.url);
    await service.probe();
    const found = (await service.requestsOf(DEPOSIT, [])) ?? [];
    expect(found.map(({ requestId }) => requestId).toSorted()).to.deep.equal(["0x1", "0x2", "0x3", "0x4"]);
  });

  it("has a superseded request that never had a deposit only while it waits for one", async () => {
    for (const [word, ids] of [
      ["waiting", ["0x1", "0x2"]],
      ["success", ["0x2"]],
      ["refund", ["0x2"]],
    ] as const) {
      answerRows = () => [rowOf("0x2", word, "bb"), rowOf("0x1", word, null, "0x2")];
      replies["/requests/v2"] = { status: 200 };
      const service = clientOf(server.url);
      await service.probe();
      const found = (await service.requestsOf(DEPOSIT, [])) ?? [];
      expect(found.map(({ requestId }) => requestId).toSorted(), word).to.deep.equal(ids);
    }
  });

  it("follows no chain of successors without end, and asks about each once", async () => {
    answerRows = (query) => {
      const number = Number(query.get("id") ?? 0); // an id of this test
      return [rowOf(String(number), "pending", null, String((number + 1) % 100))];
    };
    replies["/requests/v2"] = { status: 200 };
    const service = clientOf(server.url);
    await service.probe();
    const calls = countCalls();
    expect(await service.requestsOf(DEPOSIT, [])).to.have.length(6);
    expect(calls()).to.have.length(6);
    answerRows = () => [rowOf("0x1", "pending", null, "0x1")];
    const again = countCalls();
    expect(await service.requestsOf(DEPOSIT, [])).to.have.length(1);
    expect(again()).to.have.length(1);
  });

  it("takes a call from the budget for every page and every successor after the first, and stops without", async () => {
    answerRows = (query) => [
      rowOf(query.get("id") ?? "0x1", "pending", "aa", query.has("id") ? undefined : "0x2"),
    ];
    replies["/requests/v2"] = { status: 200, body: { continuation: "more" } };
    let left = 3;
    const http = createHttp({ baseUrl: server.url, timeoutMs: 5_000, maxBytes: 1024 * 1024 });
    const service = createIntentService({ quotes: http, reads: http }, false, () => left-- > 0);
    await service.probe();
    const calls = countCalls();
    const found = await service.requestsOf(DEPOSIT, ["a transaction that is on no page"]);
    expect(calls()).to.have.length(4);
    expect(found).to.have.length(4);
    left = 1;
    const last = countCalls();
    await service.requestsOf(DEPOSIT, []);
    expect(last().map(({ path }) => new URLSearchParams(path.split("?")[1]).get("id"))).to.deep.equal([
      null,
      "0x2",
    ]);
  });
});
