import { expect } from "chai";
import { createCatalog } from "../../src/network/catalog.ts";
import { presentRequest } from "../../src/network/api/presentRequest.ts";
import { readList, writeMark } from "../../src/network/api/requestQuery.ts";
import { insertDeposit } from "../../src/network/persistence/deposits.ts";
import type { NetworkStore } from "../../src/network/persistence/open.ts";
import { countRequests, listRequests } from "../../src/network/persistence/requestList.ts";
import { insertRequest } from "../../src/network/persistence/requests.ts";
import type { BridgeRequest } from "../../src/network/request.ts";
import { onBothDatabases } from "../support/databases.ts";
import { requestOf } from "./requestOf.ts";
import { storeIn } from "./storeIn.ts";

const NOW = 1_800_000_000_000;
const MINE = { owner: "mine" };
const ask = (query: Record<string, string>) =>
  readList(query, { version: "v3", detail: "public", caller: "mine" });
const codeOf = (query: Record<string, string>) => {
  try {
    ask(query);
    return "taken";
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe("the filters of GET /requests/v3", () => {
  onBothDatabases("network", (open) => {
    let store: NetworkStore;
    before(async () => {
      store = storeIn(await open());
      await keep("0x01", { depositAddress: "A", user: "alice", referrer: "shop", ...MINE }, "payer");
      await keep("0x02", { depositAddress: "B", user: "bob", createdAt: NOW + 1, updatedAt: NOW + 9_000 });
      const failed = { failReason: "SLIPPAGE", refund: { hash: "0xee", amount: 1n } } as const;
      await keep(
        "0x03",
        { depositAddress: "C", createdAt: NOW + 2, state: "refund", ...failed, ...MINE },
        "bob",
      );
      await keep("0x04", { depositAddress: "B", parent: "0x02", createdAt: NOW + 3, recipient: "carol" });
      await keep("0x05", { method: "permit", referrer: "theirs", createdAt: NOW + 4 });
    });
    const keep = async (id: string, changes: Partial<BridgeRequest>, sender?: string) => {
      const deposit = {
        ...{ id: `tx${id}:0`, txHash: `tx${id}`, chainId: 8253038, currency: "bc1q", amount: 5n },
        ...{ height: 1, blockHash: "b", sender },
      };
      const request = requestOf(id, { ...changes, ...(sender !== undefined && { deposit }) });
      const row = { ...deposit, sender: sender ?? null, address: "a", requestId: id, state: "confirmed" };
      await store.commit([
        insertRequest(store, request),
        ...(sender === undefined
          ? []
          : [insertDeposit(store, { ...row, seenAt: 1, custody: null, movedBy: null })]),
      ]);
    };
    const idsOf = async (query: Record<string, string>) => {
      const { filter, order } = ask(query);
      return (await listRequests(store, filter, order)).map(({ id }) => id);
    };
    const grouped = (...groups: readonly unknown[]) => idsOf({ filters: JSON.stringify(groups) });

    it("finds by user who sent, or who paid a deposit address, and not who received", async () => {
      expect(await idsOf({ user: "bob" })).to.deep.equal(["0x03", "0x02"]);
      expect(await idsOf({ user: "payer" })).to.deep.equal(["0x01"]);
      expect(await idsOf({ user: "carol" })).to.deep.equal([]);
      expect(await idsOf({ recipient: "carol" })).to.deep.equal(["0x04"]);
    });

    it("finds by term an id, a wallet, a deposit address and a transaction", async () => {
      for (const term of ["0x01", "alice", "A", "tx0x01"])
        expect(await idsOf({ term }), term).to.deep.equal(["0x01"]);
      expect(await idsOf({ term: "0xEE" })).to.deep.equal(["0x03"]);
      expect(await idsOf({ term: "nobody" })).to.deep.equal([]);
    });

    it("lists the further deposits of an address by itself, and those of a request on demand", async () => {
      expect(await idsOf({ depositAddress: "B" })).to.deep.equal(["0x04", "0x02"]);
      const flagged = { depositAddress: "B", includeChildRequests: "false" };
      expect(await idsOf(flagged), "the flag means nothing without an id").to.deep.equal(["0x04", "0x02"]);
      expect(await idsOf({ id: "0x02" })).to.deep.equal(["0x02"]);
      expect(await idsOf({ orderId: "0x02" })).to.deep.equal(["0x02"]);
      expect(await idsOf({ id: "0x02", includeChildRequests: "true" })).to.deep.equal(["0x04", "0x02"]);
    });

    it("bounds the time by which it sorts", async () => {
      const late = { user: "bob", startTimestamp: String(NOW / 1_000 + 9) };
      expect(await idsOf(late)).to.deep.equal([]);
      expect(await idsOf({ ...late, sortBy: "updatedAt" })).to.deep.equal(["0x02"]);
    });

    it("takes one of an array, all fields of a group, and any of the groups", async () => {
      expect(await grouped({ depositAddress: ["A", "B"] })).to.deep.equal(["0x04", "0x02", "0x01"]);
      expect(await grouped({ depositAddress: ["A", "B"], recipient: "carol" })).to.deep.equal(["0x04"]);
      expect(await grouped({ depositAddress: "A" }, { id: "0x03" })).to.deep.equal(["0x03", "0x01"]);
      expect(await grouped({ depositAddress: ["A", "B"], id: "not:0x02" })).to.deep.equal(["0x04", "0x01"]);
      expect(await grouped({ depositAddress: ["A", "C"], failReason: "not:SLIPPAGE" })).to.deep.equal([
        "0x01",
      ]);
      expect(await grouped({ depositAddress: ["A", "C"], refundTxHash: null })).to.deep.equal(["0x01"]);
    });

    it("shows nobody else's requests to a group that names none", async () => {
      expect(await grouped({ depositTxHash: null }, {})).to.deep.equal(["0x03", "0x01"]);
      expect(await grouped({ id: "not:0x01" })).to.deep.equal(["0x03"]);
      expect(await grouped({ depositAddress: null })).to.deep.equal([]);
      expect(await grouped({ referrer: ["shop", "theirs"] })).to.deep.equal(["0x01"]);
      expect(await grouped({ id: ["0x01", "0x05"], referrer: ["shop", "theirs"] })).to.deep.equal(["0x01"]);
      const beside = { id: "0x05", filters: JSON.stringify([{ referrer: "theirs" }]) };
      expect(await idsOf(beside)).to.deep.equal([]);
      expect(await idsOf({ id: "0x05", referrer: "theirs" })).to.deep.equal([]);
    });

    it("counts all of a filter when it is asked for the total", async () => {
      const { filter, wantsTotal } = ask({ depositAddress: "B", includeTotal: "true", limit: "1" });
      expect([wantsTotal, await countRequests(store, filter)]).to.deep.equal([true, 2]);
      expect(ask({ depositAddress: "B" }).wantsTotal).to.equal(false);
    });
  });

  it("takes a continuation with the filters and the order that it came from, and with no others", () => {
    const filters = { depositAddress: "B", sortBy: "updatedAt" };
    const { filter, order } = ask({ ...filters, limit: "1" });
    const continuation = writeMark({ sortBy: "updatedAt", at: NOW, id: "0x02" }, filter, order);
    expect(ask({ ...filters, limit: "2", continuation }).order.after).to.include({ at: NOW, id: "0x02" });
    for (const other of [
      { depositAddress: "A" },
      { sortDirection: "asc" },
      { sortBy: "createdAt" },
      { status: "success" },
    ])
      expect(codeOf({ ...filters, ...other, continuation })).to.equal("INVALID_REQUEST");
  });

  it("refuses what it cannot answer, and names it", () => {
    for (const query of [
      { filters: "nothing" },
      { filters: "[]" },
      { filters: '[{"depositTxHash":[null,"0x1"]}]' },
      { filters: '[{"user":null}]' },
      { filters: '[{"amountUsdMin":"5"}]' },
      { filters: '[{"filters":"[]"}]' },
      { filters: JSON.stringify([{ id: Array.from({ length: 201 }, String) }]) },
      { amountUsdMin: "5" },
      { hash: "0x1" },
      { status: "waiting" },
      { limit: "51" },
      { limit: "0" },
      { referrer: "" },
    ])
      expect(codeOf(query as unknown as Record<string, string>), JSON.stringify(query)).to.equal(
        "INVALID_REQUEST",
      );
    expect(codeOf({ limit: "50", includeAuthenticatedData: "true" })).to.equal("taken");
  });
});

describe("a row of GET /requests/v3", () => {
  const catalog = createCatalog([]);
  const coin = (usd: string, decimals: number) => ({ usd, decimals });
  const record = (output: string) => ({
    price: {
      ...{ input: "100000", output, minimum: "9000" },
      fees: { relayerGas: "10", relayerService: "20", app: "30", payerGas: "7", sponsored: "5" },
    },
    market: { input: coin("8000000000000", 8), output: coin("100000000", 6) },
  });
  const deposit = {
    ...{ id: "t:0", txHash: "t", chainId: 8253038, amount: 100_000n, height: 1, blockHash: "b", sender: "p" },
    currency: requestOf("0x1").origin.currency,
  };
  const rowOf = (changes: Partial<BridgeRequest>) =>
    presentRequest(requestOf("0x01", changes), {
      ...{ catalog, version: "v3", statusDetail: "public", caller: undefined, further: undefined },
      strays: [],
    });
  const paid: Partial<BridgeRequest> = {
    ...{ state: "success", deposit, fill: { hash: "0xf1" }, promised: 9_900n, strict: true },
    floor: { input: 100_000n, output: 9_000n, flat: 0n },
    appFees: [{ recipient: "0xapp", bps: 50 }],
    quote: { ...record("10000"), sponsored: true, fill: record("9900") },
  };

  it("has amounts in the route and fees by kind, quoted and actual, and nothing of v2 [v3.requests]", () => {
    const row = rowOf(paid);
    expect(row).to.include({ status: "success", sender: "user", supersededByRequestId: null });
    expect(row["depositAddress"]).to.include({ type: "strict", depositor: "p", depositTxHash: "t" });
    const data = row["data"] as Record<string, Record<string, Record<string, Record<string, unknown>>>>;
    expect(data).to.not.have.any.keys("metadata", "subsidizedRequest", "supersededByRequestId");
    expect(data["fees"]?.["quoted"]?.["execution"]).to.deep.equal({
      ...{ usd: "-0.000010", amount: "10", amountFormatted: "0.00001" },
    });
    expect(data["fees"]?.["quoted"]).to.have.all.keys("swap", "execution", "platform", "app", "sponsored");
    expect(data["fees"]).to.have.nested.property("currency.chainId", 31337);
    expect(data["appFees"]?.["actual"]).to.deep.equal([
      { recipient: "0xapp", bps: "50", amount: "49", amountFormatted: "0.000049", usd: "-0.000049" },
    ]);
    expect(data["feeSponsorship"]).to.have.nested.property("actual.components.platform.selected", true);
    const { quoted, actual } = data["route"] ?? {};
    expect(quoted?.["origin"]?.["inputCurrency"]).to.include({ amount: "100000", amountUsd: "80.000000" });
    expect(quoted?.["destination"]?.["outputCurrency"]).to.include({
      amount: "10000",
      minimumAmount: "9000",
    });
    expect(actual?.["origin"]?.["inputCurrency"]).to.include({ amount: "100000" });
    expect(actual?.["destination"]?.["outputCurrency"]).to.include({ amount: "9900" });
    expect(data["outTxs"]).to.deep.equal([
      { txHash: "0xf1", chainId: 31337, type: "onchain", status: "success" },
    ]);
  });

  it("has null where there is nothing, and the words depositing and submitted", () => {
    expect(rowOf({ method: "permit", sighted: "0x5" })).to.include({
      status: "depositing",
      depositAddress: null,
    });
    const filling = rowOf({ ...paid, state: "filling" });
    expect(filling).to.include({ status: "submitted", failReason: null, refundFailReason: null });
    expect(filling["data"]).to.have.nested.property("route.actual.destination.outputCurrency", null);
    const untold = rowOf({})["data"];
    expect(untold).to.deep.include({ feeSponsorship: null, refundCurrencyData: null, failedTxHash: null });
    expect(untold).to.have.nested.property("fees.quoted", null);
  });

  it("names the fill that reverted, and what went back", () => {
    const refund = { hash: "0xee", amount: 99_000n };
    const { data } = rowOf({ ...paid, state: "refund", refund, failReason: "TRANSACTION_REVERTED" });
    expect(data).to.include({ failedTxHash: "0xf1", failReason: "TRANSACTION_REVERTED" });
    expect(data).to.have.nested.property("refundCurrencyData.amount", "99000");
  });
});
