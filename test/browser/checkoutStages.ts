import { bitcoinQrUri, bitcoinUri } from "../../src/bitcoin/codec/paymentUri.ts";
import { createSigner } from "../../src/gateway/adapters/signing.ts";
import { offerText, signedBlock } from "../../src/gateway/usecases/signatures/offerText.ts";
import { verifyUrl } from "../../src/gateway/http/genuine/verifyUrl.ts";
import { coinMark } from "../../src/gateway/http/checkout/marks.ts";
import { qrSvg } from "../../src/gateway/http/checkout/qr.ts";
import type { CheckoutMethod, CheckoutStage, CheckoutView } from "../../src/gateway/http/checkout/view.ts";

export const NOW = 1_795_000_000_000;
export const MINUTE = 60_000;
export const ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const DEPOSIT = "9b0fc92260312ce44e74ef369f5c66bb85c85d3f5e0f1c8ba2b7d0c5e5e2a1f4";
export const FILL = "0x5f1c0c7d8f2d7f3f6c3c0a9b7be4f2a4a9e0b87c1f7a6d5e4c3b2a1908f7e6d5";
const RETURN = "1f4e2d3c5b6a79880f1e2d3c4b5a69788796a5b4c3d2e1f0aa55bb66cc77dd88";
const EXPLORER = "http://localhost:3000/sandbox/explorer/tx/";

const signer = createSigner(new Uint8Array(32));
const signedText = offerText({
  ...{ invoice: "8Hq2vLm4WcXn7TzKpR5dYb9sGfA3Je", store: "7Gw1uKn3VbZm6SyJqQ4cXa8rFeB2Hd" },
  ...{ domain: "harbour-coffee.example", address: ADDRESS, units: "31234", amount: "0.00031234" },
  ...{
    coin: "BTC",
    token: "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8",
    chain: "8253038",
    expires: "1795000840",
  },
});
const SIGNED = signedBlock(signedText, signer.sign(signedText));

export const method: CheckoutMethod = {
  id: "BTC-CHAIN",
  name: "Bitcoin",
  currency: "BTC",
  network: "Bitcoin",
  amount: "0.00031234",
  due: "0.00031234",
  address: ADDRESS,
  uri: bitcoinUri(ADDRESS, 31_234n),
  qrSvg: qrSvg(bitcoinQrUri(ADDRESS, 31_234n), "QR code with the payment link", coinMark("BTC")),
  minimum: "0.0001 BTC",
  rate: "1 BTC = 81,234.10 USD",
  split: { receives: "24.98 USDC", fee: "0.21 USDC" },
  quoteValidUntilMs: NOW + 4 * MINUTE,
  refundAddress: "bcrt1q0xcqpzrky6eff2g52qdye53xkk9jxkvrg5s7l9",
  refundOwner: "the merchant",
  direct: false,
  testNetwork: false,
  genuine: {
    domain: "harbour-coffee.example",
    block: SIGNED,
    verifyUrl: verifyUrl(SIGNED),
    stillUrl: "/i/demo?signed",
  },
};

/** A new invoice of a small shop; every other view is this one with differences. */
export const awaiting: CheckoutView = {
  language: "en",
  invoiceId: "8Hq2vLm4WcXn7TzKpR5dYb9sGfA3Je",
  storeName: "Harbour Coffee Roasters",
  returnTo: "Harbour Coffee Roasters",
  price: "25.00",
  currency: "USD",
  description: "1 kg Ethiopia Guji, whole beans",
  orderId: "2026-1187",
  state: "New",
  additional: "None",
  stage: "awaiting",
  expiresAtMs: NOW + 14 * MINUTE,
  nowMs: NOW,
  method,
  refundForm: {
    ...{ methodId: "BTC-CHAIN", currency: "BTC", network: "Bitcoin", pending: false },
    ...{ actionUrl: "/i/demo/refund-address", stillUrl: "/i/demo?refund" },
  },
  methods: [
    {
      id: "BTC-CHAIN",
      name: "Bitcoin",
      coin: "BTC",
      network: "Bitcoin",
      active: true,
      available: true,
      figures: [
        "about 0.00031234 BTC",
        "fee about 0.21 USDC",
        "about 10 min",
        "Harbour Coffee Roasters receives about 25 USDC",
      ],
      chooseUrl: "/i/demo/methods/BTC-CHAIN",
    },
    {
      id: "USDC-BASE",
      name: "USDC on Base",
      coin: "USDC",
      network: "Base",
      active: false,
      available: true,
      figures: [
        "about 25.11 USDC",
        "fee about 0.021 USDC",
        "about 20 s",
        "Harbour Coffee Roasters receives about 25 USDC",
      ],
      marks: ["lowest fee", "fastest"],
      chooseUrl: "/i/demo/methods/USDC-BASE",
    },
    {
      id: "ETH-ETHEREUM",
      name: "ETH on Ethereum",
      coin: "ETH",
      network: "Ethereum",
      active: false,
      available: false,
      ...{ reason: "too small", needs: "48.00 USD" },
      chooseUrl: "/i/demo/methods/ETH-ETHEREUM",
    },
  ],
  payments: [],
  refunds: [],
  psbtUrl: "/i/demo/psbt",
  methodsUrl: "/i/demo?methods",
  redirectUrl: "https://shop.example/thanks",
  supportUrl: "mailto:help@shop.example",
  sandbox: false,
  version: 1,
  statusUrl: "/i/demo/status",
  eventsUrl: "/i/demo/events",
};

export const seenPayment = {
  txid: DEPOSIT,
  amount: "0.00031234 BTC",
  state: "seen",
  explorerUrl: EXPLORER + DEPOSIT,
  late: false,
} as const;
export const confirmedPayment = { ...seenPayment, state: "confirmed" } as const;
export const refund = {
  txHash: RETURN,
  toPayer: false,
  amount: "0.00031102 BTC",
  explorerUrl: EXPLORER + RETURN,
} as const;

export const paidMethod: CheckoutMethod = { ...method, due: "0" };
export const PARTS = { paid: "8.00", missing: "17.00", estimated: false, arrived: true };

export const after = {
  ...awaiting,
  refundForm: undefined,
  method: paidMethod,
  state: "Processing",
  payments: [confirmedPayment],
} as const;
export const settled: CheckoutView = {
  ...after,
  state: "Settled",
  stage: "settled",
  paidAt: { exact: "2026-11-21T09:30:00.000Z", words: "21 Nov 2026, 09:30 UTC" },
  confirmations: { have: 1, need: 1 },
};

/** One view per stage. */
export const stages: Readonly<Record<CheckoutStage, CheckoutView>> = {
  awaiting,
  repricing: {
    ...awaiting,
    ...{ stage: "repricing", additional: "PaidPartial", parts: PARTS, refundForm: undefined },
    payments: [{ ...confirmedPayment, amount: "0.0001 BTC" }],
  },
  held: {
    ...awaiting,
    ...{ stage: "held", additional: "PaidPartial", parts: PARTS, refundForm: undefined },
    payments: [{ ...confirmedPayment, amount: "0.0001 BTC" }],
  },
  seen: { ...after, stage: "seen", payments: [seenPayment], confirmations: { have: 0, need: 1 } },
  confirmed: { ...after, stage: "confirmed", confirmations: { have: 1, need: 1 } },
  converting: { ...after, stage: "converting", confirmations: { have: 1, need: 1 } },
  settled,
  expired: { ...awaiting, state: "Expired", stage: "expired", nowMs: NOW + 15 * MINUTE },
  invalid: { ...after, state: "Invalid", stage: "invalid", payments: [{ ...seenPayment, state: "dropped" }] },
  refunded: {
    ...after,
    state: "Invalid",
    stage: "refunded",
    refunds: [refund],
  },
  unavailable: { ...awaiting, stage: "unavailable", method: undefined },
};
