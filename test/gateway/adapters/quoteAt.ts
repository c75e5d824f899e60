import { createRefusals } from "../../../src/gateway/usecases/pricing/refusals.ts";
import { createIntentService } from "../../../src/gateway/adapters/intents/intentService.ts";
import { createHttp } from "../../../src/http-client/http.ts";
import type { Gateway } from "../../../src/gateway/usecases/gateway.ts";
import type { IntentService, QuoteAsk } from "../../../src/gateway/ports/servicePort.ts";
import type { MerchantStore } from "../../../src/gateway/usecases/stores/merchantStore.ts";
import type { Method } from "../../../src/gateway/usecases/pricing/methods.ts";
import { priceMethod, type Priced } from "../../../src/gateway/usecases/pricing/priceMethod.ts";
import { STORE_DEFAULTS } from "../../../src/gateway/usecases/stores/createStore.ts";
import { NO_FACTS, type Invoice } from "../../../src/gateway/domain/invoices/invoice.ts";
import { policyFor } from "../../../src/gateway/domain/invoices/policy.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../src/intents/identifiers.ts";

/** One route, regtest Bitcoin to a dollar coin: who is who in it, and what a good service answers to a quote on it. */

export const USER = "bcrt1q6sll97t046sam4mgkg4p7faq53rfjalmehuv4g";
export const REFUND_TO = "bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw";
export const DEPOSIT = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
export const RECIPIENT = "0x14dc79964da2c08b23698b3d3cc7ca32193d9955";
export const USDC = "0x5fbdb2315678afecb367f032d93f642f64180aa3";
export const CHAIN_ID = 31337;
export const DUE = 25_000_000n;

export const ASK: QuoteAsk = {
  user: USER,
  originChainId: BITCOIN_CHAIN_ID,
  originCurrency: BTC_CURRENCY,
  destinationChainId: CHAIN_ID,
  destinationCurrency: USDC,
  recipient: RECIPIENT,
  amount: 32_004n,
  tradeType: "EXACT_INPUT",
  depositAddress: { refundTo: REFUND_TO, strict: false },
};

/** A deposit-address quote as the contract shows it (2.2), with fees and details as public services add them. */
export function goodAnswer() {
  const bitcoin = { chainId: BITCOIN_CHAIN_ID, address: BTC_CURRENCY, symbol: "BTC", decimals: 8 };
  const dollar = { chainId: CHAIN_ID, address: USDC, symbol: "USDC", decimals: 6 };
  const data: Record<string, unknown> = {
    from: USER,
    to: DEPOSIT,
    data: "0x",
    value: "32004",
    chainId: BITCOIN_CHAIN_ID,
  };
  const step: Record<string, unknown> = {
    id: "deposit",
    action: "Send",
    description: "Send",
    kind: "transaction",
    requestId: "0xabc",
    depositAddress: DEPOSIT,
    items: [
      { status: "incomplete", data, check: { endpoint: "/intents/status?requestId=0xabc", method: "GET" } },
    ],
  };
  const currencyOut: Record<string, unknown> = {
    currency: dollar,
    amount: "25020000",
    amountUsd: "25.02",
    minimumAmount: "25010000",
  };
  const currencyIn: Record<string, unknown> = {
    currency: bitcoin,
    amount: "32004",
    amountUsd: "25.30",
    minimumAmount: "32004",
  };
  const answer: Record<string, unknown> = {
    steps: [step],
    fees: { gas: { amountUsd: "0.01" }, relayer: { amountUsd: "0.10" }, relayerGas: { amountUsd: "0.02" } },
    details: { currencyIn, currencyOut },
  };
  return { answer, step, data, currencyIn, currencyOut };
}

/** The good answer in the flat form of v3. */
export function flatAnswer(
  step: Record<string, unknown> = {},
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  const { step: nested, data, currencyIn, currencyOut } = goodAnswer();
  const { items: _items, requestId: _requestId, ...rest } = nested;
  const depositAddress = { address: DEPOSIT, type: "open", depositor: null, depositTxHash: null };
  return {
    requestId: "0xabc",
    steps: [{ ...rest, status: "incomplete", data, depositAddress, ...step }],
    fees: { quoted: { execution: { usd: "-0.02" }, platform: { usd: "-0.08" } }, currency: {} },
    details: { currencyIn, currencyOut },
    ...changes,
  };
}

/** A client of the service at a URL, which does not wait between its attempts. */
export function clientOf(url: string, hasKey = false): IntentService {
  const http = createHttp({
    baseUrl: url,
    timeoutMs: 5_000,
    maxBytes: 1024 * 1024,
    attempts: 3,
    wait: async () => {},
  });
  return createIntentService({ quotes: http, reads: http }, hasKey);
}

/** Prices an invoice of 25 dollars on the route, as the gateway does. The first quote asked is ASK. */
export function priceWith(
  service: IntentService,
  marginBps?: number,
  knownRequest?: string, // of a deposit address that was issued before
): Promise<Priced> {
  const settlement = {
    chainId: CHAIN_ID,
    chainName: "Base",
    currency: USDC,
    symbol: "USDC",
    decimals: 6,
    recipient: RECIPIENT,
  };
  const store: MerchantStore = {
    ...{ id: "store", name: "Shop", createdAt: 0 },
    settings: { ...STORE_DEFAULTS, settlement, marginBps, refunds: { [BITCOIN_CHAIN_ID]: REFUND_TO } },
  };
  const invoice: Invoice = {
    ...{ id: "invoice", storeId: "store", facts: NO_FACTS, state: "New", additional: "None", version: 1 },
    terms: {
      ...{
        price: 2_500n,
        currency: "USD",
        decimals: 2,
        due: DUE,
        settlement,
        policy: policyFor({}, DUE, "hash"),
      },
      ...{ createdAt: 0, expiresAt: 900_000, monitoringUntil: 900_000, metadata: {} },
      checkout: {
        redirectUrl: undefined,
        redirectAutomatically: false,
        methods: [],
        defaultMethod: undefined,
      },
    },
  };
  return priceMethod(gatewayWith(service, knownRequest), store, invoice, BITCOIN);
}

const BITCOIN: Method = {
  ...{ id: "BTC-CHAIN", name: "Bitcoin", chainId: BITCOIN_CHAIN_ID, chainName: "Bitcoin" },
  ...{ currency: BTC_CURRENCY, symbol: "BTC", decimals: 8, explorerUrl: undefined },
};

function gatewayWith(service: IntentService, knownRequest: string | undefined): Gateway {
  const memory = { points: [{ input: "32000", yield: DUE.toString() }] };
  const persistence = {
    checkpoints: { read: async () => ({ version: 1, body: memory, at: 0 }), write: async () => {} },
    leases: { freeAddresses: async () => [], hasRequest: async (id: string) => id === knownRequest },
  };
  const gateway = {
    ...{
      service,
      persistence,
      clock: () => 1_000,
      log: silentLog,
      reserved: new Map(),
      refusals: createRefusals(),
    },
    rates: { rate: async () => ({ price: "79000", source: "test", at: 0 }) },
    random: (length: number) => new Uint8Array(length),
    settings: { bitcoinNetwork: "regtest", quoteUserBitcoin: USER, quoteMaxExcessBps: 1_000 },
  };
  return gateway as unknown as Gateway; // pricing uses no other part, and a missing one would fail loudly
}
