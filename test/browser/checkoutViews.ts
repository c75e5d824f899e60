import { bitcoinQrUri, bitcoinUri } from "../../src/bitcoin/codec/paymentUri.ts";
import { tokenUri } from "../../src/evm/codec/paymentUri.ts";
import { coinMark } from "../../src/gateway/http/checkout/marks.ts";
import { qrSvg } from "../../src/gateway/http/checkout/qr.ts";
import { framed } from "../../src/gateway/http/checkout/framed.ts";
import type { CheckoutMethod, CheckoutView } from "../../src/gateway/http/checkout/view.ts";
import {
  ADDRESS,
  after,
  awaiting,
  confirmedPayment,
  FILL,
  method,
  MINUTE,
  NOW,
  paidMethod,
  PARTS,
  refund,
  seenPayment,
  settled,
  stages,
} from "./checkoutStages.ts";

const partMethod: CheckoutMethod = {
  ...method,
  due: "0.00021234",
  genuine: undefined,
  uri: bitcoinUri(ADDRESS, 21_234n),
  qrSvg: qrSvg(bitcoinQrUri(ADDRESS, 21_234n), "QR code with the payment link", coinMark("BTC")),
};
/** An address that the payer gave. */
const OWN = "bcrt1q5n2k3frgpxces3dsw4qfpqk4kksv0cz96pldxdwxrrw0d5ud5hcqzzx7zt";

const EVM_ADDRESS = "0xd7a1c2f03b59e64872dd0a6c11e8f5a0b93c4e7d";
const USDC = "0xaf88d065e77c8cC2239327C5EDb3A432268e5831";
const evmUri = tokenUri(USDC, EVM_ADDRESS, 42_161, 25_180_000n);

/** USDC on another network than the shop's. */
const evmMethod: CheckoutMethod = {
  ...method,
  ...{ id: "USDC-ARBITRUM", name: "USDC on Arbitrum", currency: "USDC", network: "Arbitrum" },
  ...{
    amount: "25.18",
    due: "25.18",
    address: EVM_ADDRESS,
    uri: evmUri,
    qrSvg: qrSvg(EVM_ADDRESS, "QR code with the address", coinMark("USDC")),
  },
  evm: {
    ...{
      chainId: 42_161,
      contract: USDC,
      qrSvg: qrSvg(evmUri, "QR code with address, amount and network"),
    },
    ...{ confirmed: true, confirmUrl: "/i/demo/methods/USDC-ARBITRUM", walletUrl: "/i/demo/wallet" },
    apps: ["MetaMask", "Trust Wallet", "Coinbase Wallet"].map((name) => ({
      name,
      url: `https://wallet.example/${name.split(" ")[0]?.toLowerCase()}`,
    })),
  },
  genuine: undefined,
  ...{ minimum: "1 USDC", rate: "1 USDC = 0.992851 USD, fees included" },
  refundAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
};

/** As many as a shop has that takes everything. */
const MANY: CheckoutView["methods"] = [
  ...awaiting.methods,
  ...["Arbitrum", "Optimism", "Polygon", "Ethereum"].map((network) => {
    const id = `USDC-${network.toUpperCase()}`;
    const name = `USDC on ${network}`;
    const chooseUrl = `/i/demo/methods/${id}`;
    return { id, name, coin: "USDC", network, active: false, available: true, chooseUrl };
  }),
  {
    ...{ id: "ETH-BASE", name: "ETH on Base", coin: "ETH", network: "Base" },
    ...{ active: false, available: true },
    chooseUrl: "/i/demo/methods/ETH-BASE",
  },
];

const FRAME = { parent: "https://shop.example", again: false, animated: false };

/** The stages, and the oddities that change the words. */
export const views: Readonly<Record<string, CheckoutView>> = {
  ...stages,
  sandbox: {
    ...awaiting,
    sandbox: true,
    sandboxWalletUrl: "/sandbox/wallet?to=demo",
    method: { ...method, testNetwork: true },
    methods: awaiting.methods.slice(0, 1),
  },
  framed: framed(awaiting, FRAME),
  framedSettled: framed({ ...settled, returnsByItself: true }, FRAME),
  hurry: { ...awaiting, expiresAtMs: NOW + 4 * MINUTE + 9_000 },
  renewed: { ...awaiting, method: { ...method, amount: "0.00031300", due: "0.00031300" } },
  partial: {
    ...awaiting,
    ...{ additional: "PaidPartial", parts: PARTS, refundForm: undefined },
    method: partMethod,
    payments: [{ ...confirmedPayment, amount: "0.0001 BTC" }],
  },
  choose: {
    ...awaiting,
    method: undefined,
    methods: awaiting.methods.map((each) => ({ ...each, active: false })),
  },
  over: { ...settled, additional: "PaidOver", overpaid: "5.00" },
  late: {
    ...settled,
    additional: "PaidLate",
    odd: { late: true },
    lateAccepted: true,
    payments: [{ ...confirmedPayment, late: true }],
  },
  marked: { ...settled, additional: "Marked" },
  expiredPartial: {
    ...awaiting,
    ...{ state: "Expired", stage: "expired", additional: "PaidPartial", parts: PARTS, refundForm: undefined },
    method: partMethod,
    payments: [{ ...confirmedPayment, amount: "0.0001 BTC" }],
  },
  delayed: {
    ...after,
    ...{ stage: "seen", odd: { delayed: true }, confirmations: { have: 0, need: 1 } },
    payments: [{ ...seenPayment, note: "The network is slow: no block has taken it yet." }],
  },
  claimed: {
    ...after,
    ...{ stage: "converting", odd: { claimed: true }, confirmations: { have: 1, need: 1 } },
  },
  failed: { ...after, stage: "converting", odd: { failed: true }, confirmations: { have: 1, need: 1 } },
  wrongAsset: {
    ...after,
    ...{ state: "New", stage: "converting", odd: { wrongAsset: true }, confirmations: { have: 1, need: 1 } },
    payments: [
      { ...confirmedPayment, amount: "25 EURC", note: "Another coin than the one that was asked for." },
    ],
  },
  wrongNetwork: {
    ...after,
    ...{ state: "New", stage: "converting", odd: { wrongChain: true }, confirmations: { have: 1, need: 1 } },
    wrongNetwork: { sent: "USDC on Base", asked: "BTC on Bitcoin" },
  },
  restTooSmall: { ...stages.repricing, restTooSmall: "chosen" },
  noWay: { ...stages.unavailable, unpricedReason: "Bitcoin makes sense from 30.00 USD on.", noWay: true },
  lateMoving: {
    ...awaiting,
    ...{
      state: "Expired",
      stage: "expired",
      additional: "PaidPartial",
      odd: { late: true },
      refundForm: undefined,
    },
    payments: [{ ...confirmedPayment, late: true }],
  },
  uncertain: { ...awaiting, chainUncertain: true },
  ownRefund: {
    ...awaiting,
    method: { ...method, refundAddress: OWN, refundOwner: "the payer" },
    refundForm: { ...awaiting.refundForm!, address: OWN },
  },
  refundRefused: {
    ...awaiting,
    still: "refund",
    refundForm: {
      ...awaiting.refundForm!,
      typed: "0x52908400098527886E0F7030069857D2E4169EE7",
      error:
        '"0x52908400098527886E0F7030069857D2E4169EE7" is no Bitcoin address, and the money comes in Bitcoin. Give an address of a Bitcoin wallet.',
    },
  },
  refundedToPayer: {
    ...after,
    ...{ state: "Invalid", stage: "refunded" },
    method: { ...paidMethod, refundAddress: OWN, refundOwner: "the payer" },
    refunds: [{ ...refund, toPayer: true }],
  },
  evm: {
    ...awaiting,
    method: evmMethod,
    psbtUrl: undefined,
    methods: MANY.map((each) => ({ ...each, active: each.id === evmMethod.id })),
    refundForm: { ...awaiting.refundForm!, methodId: "USDC-ARBITRUM", currency: "USDC", network: "Arbitrum" },
  },
  evmUnconfirmed: {
    ...awaiting,
    method: { ...evmMethod, evm: { ...evmMethod.evm!, confirmed: false } },
    methods: MANY.map((each) => ({ ...each, active: each.id === evmMethod.id })),
    psbtUrl: undefined,
  },
  manyMethods: { ...awaiting, methods: MANY },
  allMethods: { ...awaiting, methods: MANY, still: "methods" },
  partOnItsWay: {
    ...stages.repricing,
    parts: { paid: "8.00", missing: "17.00", estimated: true, arrived: false },
    payments: [{ ...seenPayment, amount: "0.0001 BTC" }],
    methods: MANY,
  },
  partMoving: {
    ...awaiting,
    ...{ additional: "PaidPartial", parts: { ...PARTS, estimated: true } },
    method: partMethod,
    payments: [{ ...confirmedPayment, amount: "0.0001 BTC" }],
  },
  dust: {
    ...awaiting,
    odd: { belowMinimum: true },
    payments: [{ ...confirmedPayment, amount: "0.000008 BTC" }],
  },
  failedPart: { ...awaiting, odd: { failed: true }, payments: [confirmedPayment] },
  severalSettled: {
    ...settled,
    payments: [
      { ...confirmedPayment, amount: "0.0001 BTC" },
      { ...confirmedPayment, amount: "16.98 USDC on Base", txid: FILL },
    ],
  },
  accepted: {
    ...settled,
    ...{ price: "20.00", received: "11.29" },
  },
  slightlyOver: { ...settled, additional: "PaidOver" },
  settledWrongAsset: {
    ...settled,
    odd: { wrongAsset: true },
    payments: [
      { ...confirmedPayment, amount: "25 EURC", note: "Another coin than the one that was asked for." },
    ],
  },
  lateMarked: {
    ...settled,
    ...{ additional: "Marked", odd: { late: true }, lateAccepted: true, received: "24.12" },
    payments: [{ ...confirmedPayment, late: true }],
  },
  uncertainUnavailable: { ...stages.unavailable, chainUncertain: true },
};
