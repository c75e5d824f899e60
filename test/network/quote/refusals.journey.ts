import { expect } from "chai";
import { openStore } from "../../../src/network/persistence/open.ts";
import { requestById } from "../../../src/network/persistence/requests.ts";
import { newPostgresUrl } from "../../support/migratedDatabases.ts";
import type { Wallet } from "../evmWorld.ts";
import { API_KEY, RECIPIENT, startWorld, type World } from "../world.ts";
import { ask, refused, walletQuote } from "./quoted.ts";

const ZERO = "0x0000000000000000000000000000000000000000";
const digits = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
const KEY = { "x-api-key": API_KEY };

/** On PostgreSQL, because it is the stricter of the two databases about texts. */
describe("refusals of quotes", () => {
  let world: World;
  let databaseUrl: string;
  let wallet: Wallet;
  before(async () => {
    databaseUrl = await newPostgresUrl("refusals", "network");
    world = await startWorld({ twoChains: true, elevatedPerSecond: 1_000, databaseUrl });
    wallet = await world.evm.wallet(10);
    await world.pay(world.network.solver.bitcoin, 1_000_000);
    await world.mine();
    await world.tick(2);
  });
  after(async () => {
    await world?.close();
  });

  const bridge = (changes: Record<string, unknown> = {}) => walletQuote(world, wallet.address, changes);
  const complaint = async (body: Record<string, unknown>) => {
    const { status, body: answer } = await world.post("/quote/v2", body);
    return `${status} ${String(answer["errorCode"])} ${String(answer["message"])}`;
  };

  it("every field that is missing or has the wrong type is named at once, in words", async () => {
    expect(await complaint({})).to.equal(
      `400 INVALID_REQUEST ${[
        ...["user: expected a string", "originChainId: expected a number"],
        ...["destinationChainId: expected a number", "originCurrency: expected a string"],
        ...["destinationCurrency: expected a string", "amount: expected a string"],
        "tradeType: expected a string",
      ].join(", but it is missing; ")}, but it is missing.`,
    );
    const said = await complaint(bridge({ amount: 5, originChainId: "1", ttl: 0, txs: [{ to: 1 }] }));
    expect(said).to.match(/^400 INVALID_REQUEST originChainId: expected a number, got a string; amount: /);
    for (const part of [
      "amount: expected a string, got a number",
      "txs.0.to: expected a string, got a number",
      "txs.0.data: expected a string, but it is missing",
      "ttl: expected more than 0, got 0",
    ])
      expect(said).to.include(part);
  });

  it("every value that cannot be is told at once, with the code of the first", async () => {
    const said = await complaint(
      bridge({
        ...{ user: "0x1234", recipient: ZERO, amount: "0", slippageTolerance: "x" },
        ...{ tradeType: "TOGGLE", useDepositAddress: true, refundTo: "nowhere" },
      }),
    );
    expect(said).to.match(/^400 UNSUPPORTED_EXECUTION_TYPE Expected tradeType/);
    for (const part of ['user "0x1234"', "recipient is the zero", "amount above zero", "slippage", "nowhere"])
      expect(said).to.include(part);
    const chains = await complaint(bridge({ originChainId: 1, destinationChainId: 2 }));
    expect(chains).to.match(/^400 UNSUPPORTED_CHAIN originChainId 1 .* destinationChainId 2 /);
  });

  it("a missing field or an unknown currency hides no other mistake, and makes none", async () => {
    const wrong = {
      ...{ user: "0x1234", recipient: "bob", refundTo: "nowhere", useDepositAddress: true },
      ...{ tradeType: "TOGGLE", slippageTolerance: "x", appFees: [{ recipient: ZERO, fee: "1" }] },
    };
    const told = [
      'user "0x1234"',
      'recipient "bob"',
      'refundTo "nowhere"',
      "TOGGLE",
      "slippage",
      "appFees.0",
    ];
    for (const [first, changes] of [
      ["INVALID_REQUEST amount: ", { amount: undefined }],
      ["INVALID_REQUEST originCurrency: ", { originCurrency: 5, destinationCurrency: 5, ttl: "a day" }],
      ["UNSUPPORTED_CURRENCY originCurrency ", { originCurrency: "DOGE", destinationCurrency: "DOGE" }],
    ] as const) {
      const said = await complaint(bridge({ ...wrong, ...changes }));
      expect(said).to.match(new RegExp(`^400 ${first}`));
      for (const part of told) expect(said, first).to.include(part);
    }
    const good = { useDepositAddress: true, user: ZERO, recipient: RECIPIENT };
    for (const changes of [
      { recipient: 5 },
      { useDepositAddress: "yes" },
      { txs: 5 },
      { strict: 1 },
      { amount: 1 },
    ]) {
      const [field = ""] = Object.keys(changes);
      const said = await complaint(bridge({ ...good, ...changes }));
      expect(said).to.match(new RegExp(`^400 INVALID_REQUEST ${field}: expected [^.;]*\\.$`));
    }
  });

  it("AMOUNT_TOO_LOW names the least amount, in both units, and that amount is accepted", async () => {
    const { refundTo: toBitcoin } = world;
    const bodies = [
      world.quoteBody({ amount: "9" }),
      world.quoteBody({ amount: "9", appFees: [{ recipient: RECIPIENT, fee: "2500" }] }),
      bridge({ amount: "9" }),
      bridge({ originCurrency: ZERO, amount: "9", useDepositAddress: true }),
      bridge({ originCurrency: ZERO, amount: "9", destinationChainId: world.evm.id }),
      bridge({ destinationChainId: 8253038, destinationCurrency: "BTC", recipient: toBitcoin, amount: "9" }),
      bridge({
        ...{ destinationChainId: 8253038, destinationCurrency: "BTC", recipient: toBitcoin },
        ...{ amount: "9", tradeType: "EXACT_OUTPUT" },
      }),
    ];
    for (const body of bodies) {
      const said = await complaint(body);
      const [, least = "", coins = ""] =
        /^400 AMOUNT_TOO_LOW .* at least (\d+) smallest units \(([\d.]+) [A-Z]+\) now, got 9\.$/.exec(said) ??
        [];
      expect(least, said).to.match(/^\d{1,3}0*$/);
      expect(coins.replace(/\D/g, "").replace(/^0+|0+$/g, "")).to.equal(least.replace(/0+$/, ""));
      expect(await refused(world, { ...body, amount: least }), said).to.equal("200 undefined");
    }
  });

  it("the calls of a quote are bounded in number and in bytes, and the refusal says so", async () => {
    const call = (bytes: number) => ({ to: RECIPIENT, value: "1", data: `0x${"00".repeat(bytes)}` });
    const calls = (...txs: object[]) =>
      bridge({
        ...{ originCurrency: ZERO, destinationCurrency: ZERO, tradeType: "EXACT_OUTPUT" },
        ...{ amount: String(txs.length), txs },
      });
    expect(await complaint(calls(call(10_000), call(10_000)))).to.match(
      /^400 INVALID_EXTRA_TXS .*at most 16384 bytes .*got 20000/,
    );
    expect(await complaint(calls(...Array.from({ length: 51 }, () => call(0))))).to.include(
      "400 INVALID_REQUEST txs: expected at most 50 entries",
    );
    expect(await refused(world, calls(call(8_192), call(8_192)))).to.equal("200 undefined");
  });

  it("what is kept of a quote stays small, however much was asked", async () => {
    const txs = Array.from({ length: 50 }, () => ({
      to: RECIPIENT,
      value: "1",
      data: `0x${"00".repeat(327)}`,
    }));
    const { steps } = await ask(
      world,
      bridge({
        ...{ originCurrency: ZERO, destinationCurrency: ZERO, tradeType: "EXACT_OUTPUT", amount: "50", txs },
        appFees: Array.from({ length: 10 }, () => ({ recipient: RECIPIENT, fee: "0500" })),
        ...{ unheardOf: "x".repeat(10_000), additionalData: { more: "x".repeat(10_000) } },
      }),
    );
    const store = await openStore(databaseUrl);
    const request = await requestById(store, steps[0]?.requestId ?? "");
    await store.close();
    expect(JSON.stringify(request?.quote).length).to.be.within(100, 4_000);
    expect(JSON.stringify(request?.calls, digits).length).to.be.within(32_000, 40_000);
  });

  it("a referrer is kept up to 256 characters, whatever they are", async () => {
    const longest = Array.from({ length: 64 }, (_, n) => String.fromCodePoint(0x20000 + n * 611)).join("");
    for (const referrer of [longest, longest + longest]) {
      const { steps } = await ask(world, bridge({ referrer }), KEY);
      const { body } = await world.get(`/requests/v3?id=${steps[0]?.requestId}`, KEY);
      expect((body["requests"] as { referrer: string }[])[0]?.referrer).to.equal(referrer);
    }
    expect(await complaint(bridge({ referrer: "x".repeat(257) }))).to.include(
      "referrer: expected at most 256 characters",
    );
  });

  it("a text that no database can keep is refused wherever it is used, and ignored where the field is", async () => {
    for (const text of ["a\0b", "\ud800", "x\udc00y"]) {
      expect(await complaint(bridge({ referrer: text }))).to.match(/^400 INVALID_REQUEST referrer: .*NUL/);
      expect(await refused(world, bridge({ recipient: text }))).to.equal("400 INVALID_REQUEST");
      expect(await refused(world, bridge({ unheardOf: text }))).to.equal("200 undefined");
      for (const [path, body] of [
        ["/transactions/single", { requestId: text, chainId: world.evm.id, tx: "{}" }],
        ["/transactions/deposit-address/reindex", { chainId: world.evm.id, depositAddress: text }],
        ["/execute/permits", { kind: "eip3009", requestId: text }],
      ] as const)
        expect((await world.post(path, body)).status, path).to.equal(400);
    }
    const mark = Buffer.from("createdAt 1 a\0b").toString("base64url");
    for (const path of [
      "/intents/status/v3?requestId=a%00b",
      "/intents/status?requestId=%00",
      ...["id", "depositAddress", "user", "recipient", "hash", "fillTxHash", "depositTxHash"].map(
        (filter) => `/requests/v2?${filter}=a%00b`,
      ),
      "/requests/v3?referrer=a%00b",
      `/requests/v2?continuation=${mark}`,
    ]) {
      const { status, body } = await world.get(path, KEY);
      expect(`${status} ${String(body["errorCode"])}`, path).to.equal("400 INVALID_REQUEST");
    }
    const lookedUp = await world.get("/intents/status/v3?requestId=%ED%A0%80");
    expect(lookedUp.body, "what does not decode is another text").to.deep.equal({ status: "unknown" });
  });
});
