import { createHash } from "node:crypto";
import type { Hex } from "viem";
import { NATIVE_EVM_CURRENCY } from "../../../../src/intents/identifiers.ts";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";
import { policyFor, type PolicySettings } from "../../../../src/gateway/domain/invoices/policy.ts";
import { anInvoice, anOffer, DUE, FLOOR, IN_TIME, inBlock, inMempool, marked, PRICE_SATS, says } from "../invoices/given.ts"; // prettier-ignore
import { addressOf, CHAIN, knownAfter, type News, type World } from "./world.ts";

const { currency: TOKEN, recipient } = anInvoice().terms.settlement;
const MERCHANT = recipient as Hex;
const OTHER_TOKEN: Hex = `0x${"70".repeat(20)}`;

/** What may happen to an invoice, by name; each gives the news of it, after the price. Its payments are on the world's chains. */
type History = (world: World, number: number, at: Place) => Promise<readonly News[]>;
type Place = Readonly<{ address: string; script: string }>;

const bitcoin = async (world: World, place: Place, values: readonly bigint[], kept: boolean): Promise<News[]> => {
  const txid = await world.pay(values.map((value) => ({ script: place.script, value })));
  await world.mine(1);
  return values.map((value, vout) => {
    const { outpoint, blockHash, place: body } = world.paid(txid, vout);
    const seen = inBlock({ outpoint, value, blockHash, address: place.address });
    return { source: "block", seen, body: kept ? body : {} };
  });
}; // prettier-ignore

const settled = async (world: World, number: number, paid: News, amount = FLOOR): Promise<News> => {
  const hash = hashOf(`settlement ${number} ${outpointOf(paid)}`);
  world.transfer(hash, TOKEN as Hex, MERCHANT, amount);
  const proof = `${CHAIN}:${hash}:${await world.nameOf(hash, TOKEN, MERCHANT)}`;
  return success(paid, { kind: "settled", amount, txHash: hash, evidence: "verified", proof });
};

const success = (paid: News, outcome: NonNullable<Parameters<typeof says>[2]>): News => {
  const { address } = paid.seen as Extract<Observation, { kind: "output" }>; // every payment here is one
  const word = outcome.kind === "refunded" ? "refund" : "success";
  const seen = {
    ...says(word, { outpoint: outpointOf(paid) }, outcome),
    depositAddress: address,
  } as Observation;
  return { source: "service", seen, body: { status: word } };
};

export const HISTORIES: Readonly<Record<string, History>> = {
  async paid(world, number, place) {
    const [one] = await bitcoin(world, place, [PRICE_SATS], number % 2 === 0);
    return one ? [one, await settled(world, number, one)] : [];
  },
  async "paid in two parts by one transaction"(world, number, place) {
    const [one, other] = await bitcoin(world, place, [PRICE_SATS / 4n, (PRICE_SATS * 3n) / 4n], true);
    if (!one || !other) return [];
    return [one, other, await settled(world, number, one, FLOOR / 5n), await settled(world, number, other)];
  },
  async "seen first in the mempool"(world, _number, place) {
    const [one] = await bitcoin(world, place, [PRICE_SATS + 7n], false);
    if (!one) return [];
    const first = inMempool({ outpoint: outpointOf(one), value: PRICE_SATS + 7n, address: place.address });
    return [{ source: "mempool", seen: first }, { ...one, seen: { ...one.seen, at: IN_TIME + 60_000 } as Observation }];
  },
  async "in no block yet"(world, _number, place) {
    const txid = await world.pay([{ script: place.script, value: PRICE_SATS }]);
    return [{ source: "mempool", seen: inMempool({ outpoint: `${txid}:0`, address: place.address }) }];
  },
  async refunded(world, _number, place) {
    const [one] = await bitcoin(world, place, [PRICE_SATS - 1_000n], true);
    const txHash = await world.pay([{ script: REFUND, value: PRICE_SATS - 3_000n }]);
    await world.mine(1);
    return one ? [one, success(one, { kind: "refunded", amount: PRICE_SATS - 3_000n, txHash })] : [];
  },
  async "paid with a token"(world, number, { address }) {
    const hash = hashOf(`deposit ${number}`);
    world.transfer(hash, OTHER_TOKEN, address as Hex, 25_000_000n);
    const one = await evmDeposit(world, hash, OTHER_TOKEN, address, 25_000_000n);
    return [one, await settled(world, number, one)];
  },
  async "paid with native coins"(world, number, { address }) {
    const hash = world.carry(address as Hex, 10n ** 16n + BigInt(number));
    const one = await evmDeposit(world, hash, NATIVE_EVM_CURRENCY, address, 10n ** 16n + BigInt(number));
    return [one, await settled(world, number, one)];
  },
  async "settled on the service's word"(world, number, place) {
    const [one] = await bitcoin(world, place, [PRICE_SATS], true);
    const proof = `request:${number}`;
    return one ? [one, success(one, { kind: "settled", amount: undefined, txHash: undefined, evidence: "reported", proof })] : [];
  },
  async "marked by a person"(world, _number, place) {
    const paid = await bitcoin(world, place, [PRICE_SATS / 2n], true);
    return [...paid, { source: "person", seen: marked("Settled", IN_TIME + 1) }];
  },
}; // prettier-ignore

/** Issues an invoice, lets a history happen to it, and keeps what is known of it under its id. */
export async function happen(world: World, name: string, number: number): Promise<string> {
  const id = `invoice-${number}`;
  const isEvm = name === "paid with a token" || name === "paid with native coins";
  const script = scriptOf(number);
  const address = isEvm ? `0x${digest(`deposit address ${number}`).slice(0, 40)}` : addressOf(script);
  const evm = { chainId: CHAIN, methodId: "EVM", symbol: "TOK", decimals: 18 };
  const coin = name === "paid with a token" ? { ...evm, currency: OTHER_TOKEN, input: 25_000_000n } : name === "paid with native coins" ? { ...evm, currency: NATIVE_EVM_CURRENCY, input: 10n ** 16n + BigInt(number) } : {};
  const offer = anOffer({ ...coin, depositAddress: address, refundTo: addressOf(REFUND), quoteId: `quote-${number}`, requestId: `request-${number}` });
  const news = await HISTORIES[name]?.(world, number, { address, script });
  const settings: PolicySettings = { confirmations: [{ from: 0n, need: 1 + (number % 4) }] };
  const terms = { policy: policyFor(settings, DUE, "reported"), metadata: { orderId: number, rate: 0.1, "né": "\u2028\ud800" } };
  world.keep(knownAfter(id, [{ source: "gateway", seen: { kind: "offer", at: offer.from, offer } }, ...(news ?? [])], terms));
  return id;
} // prettier-ignore

async function evmDeposit(world: World, hash: Hex, currency: string, address: string, value: bigint): Promise<News> {
  const outpoint = `${hash}:${await world.nameOf(hash, currency, address)}`;
  const place = { chainId: CHAIN, currency, address, value, outpoint };
  return { source: "block", seen: { ...inBlock({ outpoint }), ...place, blockHash: undefined } as Observation };
} // prettier-ignore

const REFUND = `a914${"ab".repeat(20)}87`;

/** One of the kinds of scripts that have an address. */
function scriptOf(number: number): string {
  const bytes = digest(`script ${number}`);
  const kinds = [
    `0014${bytes.slice(0, 40)}`,
    `0020${bytes}`,
    `a914${bytes.slice(0, 40)}87`,
    `76a914${bytes.slice(0, 40)}88ac`,
    `5120${"79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"}`,
  ];
  return kinds[number % kinds.length] ?? "";
}

function outpointOf({ seen }: News): string {
  return (seen as Readonly<{ outpoint: string }>).outpoint;
}

function hashOf(text: string): Hex {
  return `0x${digest(text)}`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
