import { Psbt, Transaction, payments } from "bitcoinjs-lib";
import { sum } from "../../values/amount.ts";
import { selectCoins, type BelowDust } from "./coinSelection.ts";
import type { Shortfall } from "./fundTransaction.ts";
import { commitmentScript, requestIdIn, type TxOutput } from "./outputScript.ts";
import { readOutpoint, writeOutpoint } from "./payment.ts";
import { coinKind, type Coin } from "./transactionSize.ts";

/**
 * A coin of another owner. A P2PKH coin needs `rawTx`, the transaction (hex) that made it; others benefit
 * from it.
 */
export type ForeignCoin = Coin & Readonly<{ rawTx?: string | undefined }>;

/** What the signer's payment is made of: what it pays, to which request (0x-hex) it is tied, if to any, where its change goes. */
export type PsbtRequest = Readonly<{
  coins: readonly ForeignCoin[];
  targets: readonly TxOutput[];
  requestId?: string | undefined;
  changeScript: string;
  satPerKvb: bigint;
  /** The compressed public key (hex) of P2SH coins, which their script does not contain. */
  userPublicKey?: string | undefined;
}>;

export type PaymentPsbt = Readonly<{ kind: "psbt"; psbtHex: string; fee: bigint; inputs: readonly Coin[] }>;

/** A coin cannot be spent with what was given; the reason is a sentence for the caller. */
export type Unspendable = Readonly<{ kind: "unspendable"; reason: string }>;

/** What signing a PSBT would do: the coins that it spends, what it pays, the request that it is tied to, the fee in sats. */
export type PsbtPayment = Readonly<{
  inputs: readonly Coin[];
  outputs: readonly TxOutput[];
  requestId: string | undefined;
  fee: bigint;
}>;

const REPLACEABLE = 0xfffffffd;

/**
 * An unsigned PSBT (BIP174, hex) that pays the targets from foreign coins: then the OP_RETURN with the
 * request id, if there is one, then change. Every input carries the output that it spends. Throws for a raw
 * transaction that did not make its coin.
 */
export function paymentPsbt(request: PsbtRequest): PaymentPsbt | Shortfall | BelowDust | Unspendable {
  const { coins, targets, requestId, userPublicKey } = request;
  const prepared = new Map<string, PsbtInput>();
  for (const coin of coins) {
    const input = inputOf(coin, userPublicKey);
    if (typeof input === "string") return { kind: "unspendable", reason: input };
    prepared.set(coin.outpoint, input);
  }
  const tie = requestId === undefined ? [] : [{ script: commitmentScript(requestId), value: 0n }];
  const plan = selectCoins({ ...request, targets: [...targets, ...tie] });
  if (plan.kind !== "plan") return plan;
  const psbt = new Psbt();
  psbt.setVersion(2);
  psbt.addInputs(plan.inputs.map(({ outpoint }) => prepared.get(outpoint) as PsbtInput)); // chosen among them
  for (const { script, value } of plan.outputs) psbt.addOutput({ script: Buffer.from(script, "hex"), value });
  return { kind: "psbt", psbtHex: psbt.toHex(), fee: plan.fee, inputs: plan.inputs };
}

/**
 * Reads a PSBT (hex or base64) for a check before signing. Throws for an invalid one, and when an input
 * lacks the output that it spends: then the fee is unknown.
 */
export function readPsbtPayment(psbtText: string): PsbtPayment {
  const psbt = parsePsbt(psbtText);
  const inputs = psbt.txInputs.map(({ hash, index }, vin): Coin => {
    const outpoint = writeOutpoint(hash, index);
    const { nonWitnessUtxo, witnessUtxo } = psbt.data.inputs[vin] ?? {};
    const spent = nonWitnessUtxo ? outputOf(nonWitnessUtxo, outpoint) : witnessUtxo;
    if (!spent)
      throw new Error(`Expected input ${vin} (${outpoint}) of the PSBT to carry the output that it spends.`);
    return { outpoint, value: spent.value, script: hex(spent.script) };
  });
  const outputs = psbt.txOutputs.map(({ script, value }) => ({ script: hex(script), value }));
  const fee = sum(inputs.map(({ value }) => value)) - sum(outputs.map(({ value }) => value));
  return { inputs, outputs, requestId: requestIdIn(outputs.map(({ script }) => script)), fee };
}

type PsbtInput = Parameters<Psbt["addInput"]>[0];

/** A coin as an input, or the sentence with the reason why it cannot be one. */
function inputOf(
  { outpoint, value, script, rawTx }: ForeignCoin,
  publicKey: string | undefined,
): PsbtInput | string {
  const bare = { ...readOutpoint(outpoint), sequence: REPLACEABLE };
  const made = rawTx === undefined ? {} : { nonWitnessUtxo: madeBy(rawTx, { outpoint, value, script }) };
  const spent = { witnessUtxo: { script: Buffer.from(script, "hex"), value } };
  switch (coinKind(script)) {
    case "p2wpkh":
    case "p2tr":
      return { ...bare, ...made, ...spent };
    case "p2pkh":
      if (rawTx !== undefined) return { ...bare, ...made };
      return `Expected the transaction that made coin ${outpoint}: a P2PKH coin cannot be signed for without it.`;
    case "p2sh-p2wpkh": {
      const redeemScript = wrappedScript(script, publicKey);
      if (redeemScript) return { ...bare, ...made, ...spent, redeemScript };
      return `Expected the compressed public key (66 hex digits) of the P2SH address that holds coin ${outpoint}, got ${publicKey ?? "none"}.`;
    }
    case undefined:
      return `Expected coins of P2WPKH, P2TR, P2PKH or P2SH-P2WPKH addresses; coin ${outpoint} has script ${script}.`;
  }
}

/** The P2WPKH script of the key, when the P2SH script holds its hash. */
function wrappedScript(script: string, publicKey: string | undefined): Uint8Array | undefined {
  if (publicKey === undefined || !/^0[23][0-9a-fA-F]{64}$/.test(publicKey)) return undefined;
  try {
    const redeem = payments.p2wpkh({ pubkey: Buffer.from(publicKey, "hex") });
    const { output } = payments.p2sh({ redeem });
    return output && hex(output) === script ? redeem.output : undefined;
  } catch {
    return undefined; // no point of the curve
  }
}

/** The bytes of the transaction that made a coin. */
function madeBy(rawTx: string, { outpoint, value, script }: Coin): Buffer {
  const raw = Buffer.from(rawTx, "hex");
  const output = outputOf(raw, outpoint);
  if (output.value === value && hex(output.script) === script) return raw;
  throw new Error(
    `Coin ${outpoint} holds ${output.value} sats for ${hex(output.script)}, not ${value} for ${script}.`,
  );
}

function outputOf(raw: Uint8Array, outpoint: string): Transaction["outs"][number] {
  const tx = Transaction.fromBuffer(raw);
  const { hash, index } = readOutpoint(outpoint);
  const output = hash.equals(tx.getHash()) ? tx.outs[index] : undefined;
  if (output) return output;
  throw new Error(
    `Expected the transaction that made ${outpoint}, got ${tx.getId()} with ${tx.outs.length} outputs.`,
  );
}

function parsePsbt(text: string): Psbt {
  try {
    return text.startsWith("70736274ff") ? Psbt.fromHex(text) : Psbt.fromBase64(text);
  } catch (cause) {
    throw new Error(`Expected a PSBT in hex or base64, got "${text.slice(0, 40)}".`, { cause });
  }
}

function hex(data: Uint8Array): string {
  return Buffer.from(data).toString("hex");
}
