import { Psbt, type Transaction } from "bitcoinjs-lib";
import {
  networkParameters,
  scriptOf,
  type BitcoinAddress,
  type BitcoinNetwork,
} from "../../bitcoin/address.ts";
import { divCeil } from "../../money/amount.ts";
import { BITCOIN_CHAIN_ID } from "../../protocol/identifiers.ts";
import { MINUTE_MS } from "../../time.ts";
import type { Keys } from "../addresses.ts";
import { draftOf, draftWrites, observe } from "../observe.ts";
import type { NetworkParts } from "../parts.ts";
import type { BridgeRequest, Deposit } from "../request.ts";
import { insertAttempt, insertOutbound, noteSent, openPayments, type Outbound } from "../store/outbound.ts";
import { isolated } from "./isolated.ts";
import { requestsToRefund } from "../store/requests.ts";

type Parts = NetworkParts;

const REFUNDS_PER_TICK = 50;
const RESEND_MS = MINUTE_MS; // until it is in a block
const SMALLEST_OUTPUT = 546n; // sats; below it nodes call an output dust, whatever its script
const INPUT_AND_FRAME_VBYTES = 79n; // 10.5 for the frame and 68 for a P2WPKH input, rounded up
const OUTPUT_VBYTES = 9n; // value and script length

/**
 * Returns deposits that could not be bridged: exactly the deposited output, to refundTo, less the miner's fee.
 * A refund counts as done when it is in a block; the deposit indexer notices that.
 */
export async function refundDeposits(parts: Parts): Promise<void> {
  const due = await requestsToRefund(parts.store, REFUNDS_PER_TICK);
  if (due.length > 0) {
    const satPerKvb = await parts.bitcoin.feeRate();
    for (const request of due)
      await isolated(parts, { request: request.id }, () => signRefund(parts, request, satPerKvb));
  }
  for (const { attempts } of await openPayments(parts.store, BITCOIN_CHAIN_ID, REFUNDS_PER_TICK)) {
    const latest = attempts.at(-1);
    if (!latest || (latest.sentAt !== null && parts.clock() - latest.sentAt < RESEND_MS)) continue;
    const { hash, raw } = latest;
    const goOn = await isolated(parts, { refund: hash }, async () => {
      await parts.bitcoin.broadcast(hash, raw);
      await parts.store.commit([noteSent(parts.store, hash, parts.clock())]);
    });
    if (!goOn) return;
  }
}

async function signRefund(parts: Parts, request: BridgeRequest, satPerKvb: bigint): Promise<void> {
  const { store, clock, bitcoin } = parts;
  const { deposit, refundTo } = request;
  if (!deposit || !refundTo)
    throw new Error(`Request ${request.id} is to be refunded without a deposit or a refund address.`);
  const to = refundTo as BitcoinAddress; // checked for the deposit's chain
  const amount = deposit.amount - refundFee(bitcoin.network, to, satPerKvb);
  if (amount < SMALLEST_OUTPUT) {
    const { draft } = observe(draftOf(request), { kind: "refund-uneconomic", at: clock() });
    await store.commit(draftWrites(store, draft));
    parts.log.warn("network.not_refundable", { request: request.id, sats: String(deposit.amount) });
    return;
  }
  const tx = buildRefund(parts.keys, bitcoin.network, request, deposit, to, amount);
  const txid = tx.getId();
  const { draft } = observe(draftOf(request), { kind: "refund-signed", hash: txid, amount, at: clock() });
  const id = `${request.id}/refund`;
  const row: Outbound = {
    ...{ id, requestId: request.id, kind: "refund", amount },
    ...{ chainId: deposit.chainId, currency: deposit.currency },
    slot: `bitcoin:${deposit.id}`,
    order: {},
    state: "open",
    hash: null,
    fee: deposit.amount - amount,
    createdAt: clock(),
    closedAt: null,
  };
  const attempt = {
    hash: txid,
    outboundId: id,
    number: 1,
    raw: tx.toHex(),
    price: satPerKvb,
    createdAt: clock(),
    sentAt: null,
  };
  await store.commit([
    ...draftWrites(store, draft),
    insertOutbound(store, row),
    insertAttempt(store, attempt),
  ]);
}

function buildRefund(
  keys: Keys,
  network: BitcoinNetwork,
  request: BridgeRequest,
  deposit: Deposit,
  refundTo: BitcoinAddress,
  amount: bigint,
): Transaction {
  const { addressIndex, depositAddress } = addressOf(request);
  const [txid = "", vout = ""] = deposit.id.split(":");
  const psbt = new Psbt({ network: networkParameters(network) });
  const script = Buffer.from(scriptOf(network, depositAddress), "hex");
  psbt.addInput({
    hash: txid,
    index: Number(vout), // an output's number, not money
    sequence: 0xfffffffd, // replaceable
    witnessUtxo: { script, value: deposit.amount },
  });
  psbt.addOutput({ address: refundTo, value: amount });
  psbt.signInput(0, keys.depositKey(addressIndex, depositAddress));
  psbt.finalizeAllInputs();
  return psbt.extractTransaction(true); // the fee was computed above; the library's own limit does not know small deposits
}

function refundFee(network: BitcoinNetwork, refundTo: BitcoinAddress, satPerKvb: bigint): bigint {
  const outputVbytes = OUTPUT_VBYTES + BigInt(scriptOf(network, refundTo).length / 2);
  return divCeil((INPUT_AND_FRAME_VBYTES + outputVbytes) * satPerKvb, 1_000n);
}

function addressOf({ id, addressIndex, depositAddress }: BridgeRequest) {
  if (addressIndex === undefined || depositAddress === undefined)
    throw new Error(`Request ${id} has a Bitcoin deposit without an address of its own.`);
  return { addressIndex, depositAddress: depositAddress as BitcoinAddress }; // issued by us
}
