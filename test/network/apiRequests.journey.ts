import { expect } from "chai";
import { requestListSchema, requestRowSchema } from "../../src/intents/requests.ts";
import { presentRequest, type RowContext } from "../../src/network/api/presentRequest.ts";
import { createCatalog } from "../../src/network/catalog.ts";
import { BITCOIN_CHAIN_ID } from "../../src/intents/identifiers.ts";
import { requestOf } from "./requestOf.ts";
import { API_KEY, EVM_CHAIN_ID, RECIPIENT, startWorld, type World } from "./world.ts";

const KEY = { "x-api-key": API_KEY };
const OTHER_KEY = "another-key-for-tests";

describe("a row of a request", () => {
  const context: Omit<RowContext, "version"> = {
    ...{ catalog: createCatalog([]), statusDetail: "contract", caller: undefined, further: undefined },
    strays: [],
  };

  it("does not show a transaction where none is known, because the deposit was found by its balance", () => {
    const found = { id: "31337:0xb10c:balance", txHash: "", sender: undefined, amount: 5n };
    const where = { chainId: 31337, currency: "0x1", height: 7, blockHash: "0xb10c" };
    const request = requestOf("0x01", { state: "pending", deposit: { ...found, ...where } });
    for (const version of ["v2", "v3"] as const) {
      const { data, depositAddress } = presentRequest(request, { ...context, version });
      expect(data).to.deep.include({ inTxs: [] });
      expect(depositAddress).to.include({ depositTxHash: null });
      const where = version === "v2" ? "metadata.currencyIn" : "route.actual.origin.inputCurrency";
      expect(data).to.have.nested.property(`${where}.amount`, "5");
    }
  });

  it("tells what came to its address and cannot be used [x.unsupported]", () => {
    const stray = {
      id: "s",
      chainId: 31337,
      address: "0xd",
      requestId: "0x01",
      standard: "erc721",
      token: "0xaa",
    };
    const seen = { tokenId: "7", amount: 1n, txHash: "0xbb", blockHash: "0xcc", seenAt: 1_800_000_000_000 };
    const row = presentRequest(requestOf("0x01"), {
      ...context,
      version: "v2",
      strays: [{ ...stray, ...seen }],
    });
    expect(row["unsupportedDeposits"]).to.deep.equal([
      {
        ...{ chainId: 31337, standard: "erc721", token: "0xaa", tokenId: "7", amount: "1", txHash: "0xbb" },
        seenAt: "2027-01-15T08:00:00.000Z",
      },
    ]);
  });
});

describe("lists of requests", () => {
  let world: World;
  let paid: { requestId: string; address: string };
  let txid: string;
  before(async () => {
    world = await startWorld({ elevatedPerSecond: 10_000, apiKeys: [API_KEY, OTHER_KEY] });
    paid = await world.quote({ referrer: "shop" }, KEY);
    txid = await world.pay(paid.address, 100_000);
    await world.mine();
    await world.tick(3);
  });
  after(() => world.close());

  const page = async (query: string, version = "v2") => {
    const { status, body } = await world.get(`/requests/${version}?${query}`, KEY);
    expect(status, JSON.stringify(body)).to.equal(200);
    return requestListSchema.parse(body);
  };
  const ids = async (query: string, version = "v2") =>
    (await page(query, version)).requests.map((row) => requestRowSchema.parse(row).id);

  it("a request is found by whatever is known of it [x.requests-v2]", async () => {
    const [row] = (await page(`id=${paid.requestId}`)).requests as { data: { outTxs: [{ hash: string }] } }[];
    const fill = row?.data.outTxs[0].hash ?? "";
    const now = Math.floor(world.now / 1_000);
    const queries = [
      `id=${paid.requestId}`,
      `id=${paid.requestId.toUpperCase().replace("0X", "0x")}`,
      `depositAddress=${paid.address}`,
      `hash=${txid}`,
      `hash=${fill}`,
      `depositTxHash=${txid}`,
      `fillTxHash=${fill}`,
      `user=${RECIPIENT}&status=success`,
      `recipient=${RECIPIENT}&hash=${txid}`,
      `originChainId=${BITCOIN_CHAIN_ID}&destinationChainId=${EVM_CHAIN_ID}`,
      `chainId=${EVM_CHAIN_ID}`,
      `startTimestamp=${now - 60}&endTimestamp=${now}`,
    ];
    for (const query of queries) expect(await ids(query), query).to.deep.equal([paid.requestId]);
    expect(await ids("referrer=shop", "v3")).to.deep.equal([paid.requestId]);
    for (const query of [
      `fillTxHash=${txid}`,
      `refundTxHash=${fill}`,
      "chainId=1",
      "status=refund",
      `endTimestamp=${now - 60}`,
      "user=nobody",
      "depositAddress=probe",
    ]) {
      expect(await ids(query), query).to.deep.equal([]);
    }
  });

  it("whoever knows nothing of a request sees those of the own key only, and referrers nowhere else", async () => {
    const theirs = await world.quote({ referrer: "a rival's campaign" }, { "x-api-key": OTHER_KEY });
    const nobodys = await world.quote({ referrer: "no key" });
    for (const query of [
      "",
      "status=waiting",
      "chainId=31337",
      "startTimestamp=0",
      "limit=50&sortBy=updatedAt",
    ]) {
      const { status, body } = await world.get(`/requests/v2?${query}`);
      expect([status, body.errorCode], query).to.deep.equal([401, "UNAUTHORIZED"]);
      expect(body.message).to.include("depositAddress");
      for (const version of query === "status=waiting" ? ["v2"] : ["v2", "v3"]) {
        const own = await ids(query, version);
        expect(own).to.not.include(theirs.requestId);
        expect(own).to.not.include(nobodys.requestId);
      }
    }
    const labelOf = async (id: string, headers?: Record<string, string>) => {
      const { body } = await world.get(`/requests/v2?id=${id}`, headers);
      return (body.requests as { referrer: string }[])[0]?.referrer;
    };
    expect(await labelOf(theirs.requestId, { "x-api-key": OTHER_KEY })).to.equal("a rival's campaign");
    for (const headers of [undefined, KEY])
      for (const { requestId } of [theirs, nobodys]) expect(await labelOf(requestId, headers)).to.equal("");
    const query = "/requests/v3?referrer=a%20rival's%20campaign";
    expect((await world.get(query, KEY)).body).to.deep.include({ requests: [] });
    expect((await world.get(query, { "x-api-key": OTHER_KEY })).body.requests).to.have.length(1);
  });

  it("a further deposit is a child: listed on demand, and it supersedes its parent [x.children]", async () => {
    const quote = await world.quote({}, KEY);
    for (let count = 0; count < 2; count++) {
      await world.pay(quote.address, 100_000);
      await world.mine();
      await world.tick();
    }
    expect(await ids(`depositAddress=${quote.address}`)).to.deep.equal([quote.requestId]);
    expect(await ids(`id=${quote.requestId}`)).to.deep.equal([quote.requestId]);
    const family = await ids(`depositAddress=${quote.address}&includeChildRequests=true`);
    const [child = ""] = family;
    expect(family).to.deep.equal([child, quote.requestId]);
    expect(await ids(`id=${quote.requestId}&includeChildRequests=true`)).to.deep.equal(family);
    expect(await ids(`id=${child}`)).to.deep.equal([child]);
    expect(await ids(`depositAddress=${quote.address}`, "v3"), "v3 lists the family by itself").to.deep.equal(
      family,
    );
    const [parent] = (await page(`id=${quote.requestId}`)).requests;
    expect(parent).to.include({ supersededByRequestId: child });
  });

  it("a row says what came in, what went out and what was charged", async () => {
    const [v2] = (await page(`id=${paid.requestId}`)).requests as Record<string, Record<string, unknown>>[];
    const [v3] = (await page(`id=${paid.requestId}`, "v3")).requests as Record<
      string,
      Record<string, unknown>
    >[];
    expect(v2).to.include({
      id: paid.requestId,
      status: "success",
      user: world.quoteBody()["user"],
      recipient: RECIPIENT,
    });
    expect(v2?.["depositAddress"]).to.include({
      address: paid.address,
      depositAddressType: "open",
      depositTxHash: txid,
    });
    expect(v3?.["depositAddress"]).to.include({ address: paid.address, type: "open" });
    expect(v2?.["data"]?.["failReason"]).to.equal("N/A");
    expect(v3).to.include({ failReason: null, requestType: "Crosschain Swap" });
    expect(v3?.["features"]).to.deep.equal(["deposit_address"]);
    expect((v2?.["data"]?.["inTxs"] as unknown[])[0]).to.include({
      hash: txid,
      chainId: BITCOIN_CHAIN_ID,
      status: "success",
    });
    expect((v3?.["data"]?.["inTxs"] as unknown[])[0]).to.include({ txHash: txid });
    const route = v3?.["data"]?.["route"] as Record<
      string,
      Record<string, Record<string, Record<string, unknown>>>
    >;
    expect(route["actual"]?.["origin"]?.["inputCurrency"]).to.include({
      amount: "100000",
      amountFormatted: "0.001",
    });
    const received = await world.received();
    expect(BigInt(route["actual"]?.["destination"]?.["outputCurrency"]?.["amount"] as string) > 0n).to.equal(
      true,
    );
    expect(received > 0n).to.equal(true);
  });

  it("pages neither repeat nor skip, in either direction and by either time, while requests are added", async () => {
    for (let made = 0; made < 5; made++) {
      world.now += 1_000;
      await world.quote({}, KEY);
    }
    for (const sort of [
      "",
      "&sortDirection=asc",
      "&sortBy=updatedAt",
      "&sortBy=updatedAt&sortDirection=asc",
    ]) {
      const all = await ids(`limit=50${sort}`);
      const seen: string[] = [];
      let continuation: string | null | undefined;
      do {
        const cursor = continuation ? `&continuation=${continuation}` : "";
        const found = await page(`limit=2${sort}${cursor}`);
        seen.push(...found.requests.map((row) => requestRowSchema.parse(row).id));
        continuation = found.continuation;
        world.now += 1;
        if (!sort.includes("asc")) await world.quote({}, KEY);
      } while (continuation);
      expect(seen, sort).to.deep.equal(all);
    }
  });

  it("refuses a continuation of another order or filter", async () => {
    const { continuation } = await page("limit=1");
    const { status } = await world.get(`/requests/v2?sortBy=updatedAt&continuation=${continuation}`, KEY);
    expect(status).to.equal(400);
    for (const query of [`user=x&continuation=${continuation}`, "continuation=x"])
      expect((await world.get(`/requests/v2?${query}`, KEY)).status, query).to.equal(400);
  });

  it("a page has 50 rows at most", async () => {
    for (let made = 0; made < 50; made++) await world.quote({}, KEY);
    expect((await page("limit=1000")).requests).to.have.length(50);
    expect((await page("")).requests).to.have.length(20);
  });

  it("v3 needs a key [x.requests-v3]", async () => {
    const { status, body } = await world.get(`/requests/v3?id=${paid.requestId}`);
    expect([status, body.errorCode]).to.deep.equal([401, "UNAUTHORIZED"]);
  });
});
