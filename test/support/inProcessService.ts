import { createHash } from "node:crypto";
import { addressOfScript } from "../../src/bitcoin/codec/address.ts";
import type { IntentService, Quote, QuoteAsk } from "../../src/gateway/ports/servicePort.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../src/intents/identifiers.ts";

export const SETTLEMENT = {
  ...{ chainId: 31_337, chainName: "Sandbox", currency: "0x5fbdb2315678afecb367f032d93f642f64180aa3" },
  ...{ symbol: "USDC", decimals: 6, recipient: "0x14dc79964da2c08b23698b3d3cc7ca32193d9955" },
};
export const REFUND_TO = addressNumber(-1);
export const QUOTE_USER = addressNumber(-2);

/** An intent service that answers at once: another address for every quote, at a rate of 62,500 dollars less 1 % and 10 cents. */
export type StubbedService = IntentService &
  Readonly<{
    /** Makes addresses for so many quotes, so that making them is not measured. */
    prepare(quotes: number): void;
  }>;

let made = 0; // of all services of the process, since several gateways on one database must not get the same request

export function stubService(): StubbedService {
  const addresses: string[] = [];
  const prepare = (quotes: number) => {
    while (addresses.length < quotes) addresses.push(addressNumber(made++));
  };
  return {
    prepare,
    quoteBy: async (_version, ask) => quoteOf(ask, addressNumber(made++)),
    standing: () => ({
      quoteVersion: "v2",
      foundVersion: undefined,
      keyRefusal: undefined,
      refusesQuotes: false,
      refusesLists: false,
      announcements: [],
    }),
    chains: async () => [
      {
        ...{ id: BITCOIN_CHAIN_ID, name: "bitcoin", displayName: "Bitcoin", vmType: "bvm" },
        solverCurrencies: [{ symbol: "BTC", name: "Bitcoin", address: BTC_CURRENCY, decimals: 8 }],
      },
    ],
    async quote(ask) {
      if (addresses.length === 0) prepare(1);
      return quoteOf(ask, addresses.pop() ?? "");
    },
    status: () => Promise.reject(new Error("Nobody pays here.")),
    requestsOf: async () => undefined,
    listKind: () => "v2",
    probe: async () => undefined,
    reindex: async () => "absent",
  };
}

function quoteOf(ask: QuoteAsk, address: string): Quote {
  const isExactInput = ask.tradeType === "EXACT_INPUT";
  const input = isExactInput ? ask.amount : (ask.amount + 100_000n) / 618n;
  const inputUsd = input * 625n;
  const output = (inputUsd * 99n) / 100n - 100_000n;
  const requestId = `0x${createHash("sha256").update(address).digest("hex")}`;
  return {
    ...{ requestId, depositAddress: ask.depositAddress ? address : undefined, input, output, inputUsd },
    ...{ minimum: output, outputUsd: output, feesUsd: inputUsd - output, flatFeesUsd: 100_000n },
    feesByKindUsd: { relayerGas: 100_000n, relayerService: inputUsd - output - 100_000n },
    raw: rawAnswer(ask, { requestId, address, input, output }),
  };
}

type Told = Readonly<{ requestId: string; address: string; input: bigint; output: bigint }>;

/** About what a service answers, 1.5 kB of it: it is kept with the invoice. */
function rawAnswer(ask: QuoteAsk, { requestId, address, input, output }: Told): unknown {
  const bitcoin = { chainId: BITCOIN_CHAIN_ID, address: BTC_CURRENCY, symbol: "BTC", name: "Bitcoin", decimals: 8 };
  const dollar = { chainId: SETTLEMENT.chainId, address: SETTLEMENT.currency, symbol: "USDC", name: "USD Coin", decimals: 6 };
  const fee = (amount: string) => ({ currency: bitcoin, amount, amountFormatted: amount, amountUsd: "0.10", minimumAmount: amount });
  const data = { from: ask.user, to: address, data: "0x", value: String(input), chainId: ask.originChainId };
  const check = { endpoint: `/intents/status?requestId=${requestId}`, method: "GET" };
  return {
    steps: [
      {
        ...{ id: "deposit", action: "Confirm transaction in your wallet", description: "Deposit funds for the payment" },
        ...{ kind: "transaction", requestId, depositAddress: address, items: [{ status: "incomplete", data, check }] },
      },
    ],
    fees: { gas: fee("0"), relayer: fee("420"), relayerGas: fee("160"), relayerService: fee("260") },
    details: {
      ...{ operation: "swap", sender: ask.user, recipient: ask.recipient, timeEstimate: 600 },
      currencyIn: { currency: bitcoin, amount: String(input), amountUsd: "25.36", minimumAmount: String(input) },
      currencyOut: { currency: dollar, amount: String(output), amountUsd: "25.00", minimumAmount: String(output) },
    },
  };
} // prettier-ignore

/** A regtest address that nobody has the key of, and no other number gives. */
function addressNumber(index: number): string {
  const program = createHash("sha256").update(`bench ${index}`).digest("hex").slice(0, 40);
  return addressOfScript("regtest", `0014${program}`) as string; // every 20-byte program has an address
}
