import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { issuedAddress } from "../../../src/network/persistence/addresses.ts";
import { openStore } from "../../../src/network/persistence/open.ts";
import { requestById } from "../../../src/network/persistence/requests.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../src/intents/identifiers.ts";
import { payerBitcoin } from "../../../src/sandbox/accounts.ts";
import { EVM_CHAIN_ID, OTHER_CHAIN_ID, RECIPIENT, startWorld, type World } from "../world.ts";

const USER = "0x2222222222222222222222222222222222222222";
const ZERO = `0x${"0".repeat(40)}`;
const AT_ONCE = 16;
const SEED = 20_261_121;

type Body = Readonly<Record<string, unknown>>;
type Outcome = Readonly<{ body: Body; status: number; answer: Record<string, unknown> }>;

/**
 * Sends `count` requests around the quote's schema over HTTP, the same ones every time, and expects of each what a caller may
 * expect: no failure of the service, a code for every refusal, an address for a valid route only, and everything that was
 * acknowledged in the database when the service is gone. Gives how many were answered with a quote.
 */
export async function sendGeneratedQuotes(count: number): Promise<number> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-generated-"));
  const databaseUrl = path.join(folder, "network.db");
  try {
    const quotes = await sendAll(count, databaseUrl);
    await expectStored(databaseUrl, quotes);
    return quotes.length;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

async function sendAll(count: number, databaseUrl: string): Promise<readonly Acknowledged[]> {
  const world = await startWorld({ twoChains: true, databaseUrl, quotesPerMinute: 10 * count });
  try {
    const bodies = fc.sample(requests(world), { numRuns: count, seed: SEED });
    const quotes: Acknowledged[] = [];
    for (let from = 0; from < bodies.length; from += AT_ONCE) {
      const outcomes = await Promise.all(bodies.slice(from, from + AT_ONCE).map((body) => send(world, body)));
      for (const outcome of outcomes) quotes.push(...acknowledged(world, outcome));
    }
    return quotes;
  } finally {
    await world.close();
  }
}

async function send(world: World, body: Body): Promise<Outcome> {
  const { status, body: answer } = await world.post("/quote/v2", body);
  return { body, status, answer };
}

type Acknowledged = Readonly<{ requestId: string; address: string }>;

function acknowledged(world: World, { body, status, answer }: Outcome): readonly Acknowledged[] {
  const shown = `${JSON.stringify(body)} was answered ${status} ${JSON.stringify(answer).slice(0, 500)}`;
  if (status !== 200) {
    expect(status, shown).to.be.within(400, 499);
    expect(Object.keys(answer), shown).to.include.members(["message", "errorCode"]);
    expect(Object.keys(answer), shown).to.not.include("steps");
    return [];
  }
  const { steps } = answer as { steps: { requestId: string; depositAddress: string }[] };
  const [step] = steps;
  expect(step, shown).to.not.equal(undefined);
  const { requestId, depositAddress: address } = step!;
  if (address !== "") expect(isValidDepositRoute(world, body), shown).to.equal(true);
  return [{ requestId, address }];
}

/** What an address may be given out for, by the rows of the interface specification 2.1 and 4.4 and nothing else. */
function isValidDepositRoute(world: World, body: Body): boolean {
  const { originChainId, destinationChainId, tradeType, amount, txs, strict, refundTo } = body;
  const known = new Map([
    [BITCOIN_CHAIN_ID, ["btc", BTC_CURRENCY]],
    ...[world.evm, world.other].map((chain): [number, string[]] => [
      chain.id,
      [...["eth", ZERO, "usdc", "usdt", "weth"], chain.usdc, chain.usdt, chain.weth],
    ]),
  ]);
  const supports = (chainId: unknown, currency: unknown) =>
    typeof currency === "string" && known.get(chainId as number)?.includes(currency.toLowerCase()) === true;
  const isSamePlace =
    originChainId === destinationChainId &&
    String(body.originCurrency).toLowerCase() === String(body.destinationCurrency).toLowerCase();
  return (
    body.useDepositAddress === true &&
    supports(originChainId, body.originCurrency) &&
    supports(destinationChainId, body.destinationCurrency) &&
    !isSamePlace &&
    (tradeType === "EXACT_INPUT" ||
      ((tradeType === "EXACT_OUTPUT" || tradeType === "EXPECTED_OUTPUT") && strict === true)) &&
    (strict !== true || (typeof refundTo === "string" && refundTo !== "")) &&
    (txs === undefined || (Array.isArray(txs) && txs.length === 0)) &&
    typeof amount === "string" &&
    /^\d{1,78}$/.test(amount) &&
    BigInt(amount) > 0n
  );
}

async function expectStored(databaseUrl: string, quotes: readonly Acknowledged[]): Promise<void> {
  const store = await openStore(databaseUrl);
  try {
    expect(new Set(quotes.map(({ requestId }) => requestId)).size).to.equal(quotes.length);
    for (const { requestId, address } of quotes) {
      expect((await requestById(store, requestId))?.state, requestId).to.equal("waiting");
      if (address !== "")
        expect((await issuedAddress(store, address))?.requestId, address).to.equal(requestId);
    }
  } finally {
    await store.close();
  }
}

/** Valid requests of every route, with one to four fields replaced, removed or added. */
function requests(world: World): fc.Arbitrary<Body> {
  const changes = fc.array(fc.tuple(fc.constantFrom(...FIELDS), wild(world)), { minLength: 1, maxLength: 4 });
  return fc.tuple(fc.constantFrom(...validBodies(world)), changes).map(([base, replaced]) => {
    const body: Record<string, unknown> = { ...base };
    for (const [field, value] of replaced) body[field] = value; // undefined is left out by JSON
    return body;
  });
}

function validBodies(world: World): readonly Body[] {
  const bitcoin = { ...world.quoteBody(), recipient: RECIPIENT };
  const evm = {
    ...{ user: USER, originChainId: EVM_CHAIN_ID, destinationChainId: OTHER_CHAIN_ID },
    ...{ originCurrency: "USDC", destinationCurrency: "USDC", amount: "25000000", tradeType: "EXACT_INPUT" },
  };
  return [
    bitcoin,
    { ...bitcoin, strict: true, tradeType: "EXACT_OUTPUT", amount: "25000000" },
    evm,
    { ...evm, useDepositAddress: true, refundTo: USER },
    { ...evm, usePermit: true },
    { ...evm, destinationChainId: EVM_CHAIN_ID, destinationCurrency: "WETH" },
    { ...evm, destinationChainId: EVM_CHAIN_ID, recipient: RECIPIENT },
    {
      ...{ ...evm, originCurrency: "ETH", destinationCurrency: "ETH", tradeType: "EXACT_OUTPUT" },
      ...{ amount: "5", txs: [{ to: RECIPIENT, value: "5", data: "0x" }] },
    },
  ];
}

const FIELDS = [
  ...["user", "originChainId", "destinationChainId", "originCurrency", "destinationCurrency", "amount"],
  ...["tradeType", "recipient", "txs", "useDepositAddress", "refundTo", "usePermit", "useExternalLiquidity"],
  ...["referrer", "strict", "slippageTolerance", "appFees", "ttl", "additionalData", "constructor", "😀"],
] as const;

/** Values that are right for some field, nearly right, or anything that JSON can say. */
function wild(world: World): fc.Arbitrary<unknown> {
  const { evm, other } = world;
  const chains = [BITCOIN_CHAIN_ID, EVM_CHAIN_ID, OTHER_CHAIN_ID, 1, 0, -1, 2 ** 53, "31337"];
  const currencies = [BTC_CURRENCY, ZERO, "BTC", "eth", "uSdC", "USDT", "weth", "DOGE", evm.usdc, other.usdt];
  const addresses = [
    ...[USER, RECIPIENT, payerBitcoin().address, world.refundTo, evm.contracts.Router, evm.unknown],
    ...[payerBitcoin().address.toUpperCase(), "0xdead", "34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo"],
  ];
  const digits = fc.oneof(
    fc.bigInt(0n, 10n ** 12n).map(String),
    fc.bigInt(0n, 10n ** 79n).map(String),
    fc.constantFrom("0", "007", "1.5", "-1", "1e18", String(2n ** 256n), String(2n ** 256n - 1n), "٣"),
  );
  const call = fc.record(
    {
      to: fc.constantFrom<unknown>(...addresses, ZERO, evm.usdc, null),
      value: fc.oneof(digits, fc.constantFrom<unknown>(0, 5, 1.5, -1, 2 ** 53, null)),
      data: fc.constantFrom<unknown>("0x", "0x1", "0xd0e30db0", `0x${"ff".repeat(200)}`, "", 7),
    },
    { requiredKeys: [] },
  );
  const appFee = fc.record(
    {
      recipient: fc.constantFrom<unknown>(...addresses, 5),
      fee: fc.constantFrom<unknown>("0", "50", "9999", 5),
    },
    { requiredKeys: [] },
  );
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom<unknown>(...chains, ...currencies, ...addresses) },
    { weight: 2, arbitrary: digits },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(true, false, null, undefined, "", "true", 1, {}, []) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        "EXACT_INPUT",
        "EXACT_OUTPUT",
        "EXPECTED_OUTPUT",
        "exact_input",
        "100",
        "10001",
      ),
    },
    { weight: 1, arbitrary: fc.array(call, { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(appFee, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  );
}
