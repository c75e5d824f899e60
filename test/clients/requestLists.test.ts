import { expect } from "chai";
import { serve, type LocalServer } from "../support/localServer.ts";
import { clientOf, DEPOSIT } from "./quoteAt.ts";

type Reply = Readonly<{ status?: number; body?: unknown }>;

describe("the list of requests by deposit address", () => {
  let server: LocalServer;
  const replies: Record<string, Reply> = {};
  beforeEach(async () => {
    server = await serve(({ path }, response) => {
      const { status = 404, body = {} } = replies[path.split("?")[0] ?? ""] ?? {};
      response.writeHead(status).end(JSON.stringify(body));
    });
    for (const path of Object.keys(replies)) delete replies[path];
  });
  afterEach(() => server.close());

  const kindOf = async (hasKey: boolean) => {
    const service = clientOf(server.url, hasKey);
    expect(service.listKind()).to.equal("unknown");
    await service.probe();
    return service.listKind();
  };

  it("is none where both paths answer 404, and then nobody is asked for it", async () => {
    expect(await kindOf(true)).to.equal("none");
    expect(await kindOf(false)).to.equal("none");
    expect(server.asked).to.have.length(3);
    const service = clientOf(server.url);
    expect(await service.requestsOf(DEPOSIT, []), "before it was looked for").to.equal(undefined);
    expect(server.asked).to.have.length(3);
  });

  it("stays unknown while the service fails, and what was found is kept when it fails later", async () => {
    replies["/requests/v2"] = { status: 500 };
    expect(await kindOf(true)).to.equal("unknown");
    const service = clientOf(server.url);
    replies["/requests/v2"] = { status: 200, body: { requests: [] } };
    await service.probe();
    replies["/requests/v2"] = { status: 500 };
    await service.probe();
    expect(service.listKind()).to.equal("v2");
  });

  it("is v3 only with a key, and v2 where there is one", async () => {
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
      depositAddress: { depositTxHash: "aa" },
      parentRequestId: "0x0",
    };
    const data = {
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
    });
    expect(found?.[0]).to.deep.include({ output: 250n, outHashes: ["0x2", "0x3"] });
    const query = new URLSearchParams(server.asked.at(-1)?.path.split("?")[1]);
    expect(Object.fromEntries(query)).to.deep.include({
      depositAddress: DEPOSIT,
      includeChildRequests: "true",
      continuation: "more",
    });
  });
});
