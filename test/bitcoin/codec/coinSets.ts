import { crypto, initEccLib, payments } from "bitcoinjs-lib";
import { ECPairFactory, type ECPairInterface } from "ecpair";
import * as ecc from "tiny-secp256k1";
import fc from "fast-check";
import type { SpendPlan } from "../../../src/bitcoin/codec/fundTransaction.ts";
import type { Payment, SignerFor } from "../../../src/bitcoin/codec/payment.ts";
import { dustThreshold, type TxOutput } from "../../../src/bitcoin/codec/outputScript.ts";
import { feeAt, virtualSize, type Coin } from "../../../src/bitcoin/codec/transactionSize.ts";
import { payerBitcoin } from "../../../src/sandbox/accounts.ts";

initEccLib(ecc);
const pairs = ECPairFactory(ecc);
const hex = (data: Uint8Array | undefined) => Buffer.from(data!).toString("hex");

/** A key of a test: the same number gives the same key. */
export const testKey = (number: number): ECPairInterface =>
  pairs.fromPrivateKey(Buffer.from(number.toString(16).padStart(64, "0"), "hex"));

const xOnly = (key: ECPairInterface) => key.publicKey.subarray(1, 33);
/** The key with which a P2TR output of `key` is spent by its key path (BIP341). */
export const taprootKey = (key: ECPairInterface) => key.tweak(crypto.taggedHash("TapTweak", xOnly(key)));

/** The output scripts of a key, by kind. */
export function scriptsOf(key: ECPairInterface) {
  const pubkey = key.publicKey;
  return {
    p2wpkh: hex(payments.p2wpkh({ pubkey }).output),
    p2tr: hex(payments.p2tr({ internalPubkey: xOnly(key) }).output),
    p2pkh: hex(payments.p2pkh({ pubkey }).output),
    "p2sh-p2wpkh": hex(payments.p2sh({ redeem: payments.p2wpkh({ pubkey }) }).output),
  };
}

export const payer = payerBitcoin();
export const own = payer.script;
const taproot = testKey(7);
export const ownTaproot = scriptsOf(taproot).p2tr;
const keys = new Map([
  [own, payer.key],
  [ownTaproot, taprootKey(taproot)],
]);
/** The keys of the coins. */
export const signerFor: SignerFor = (script) => keys.get(script);

/** A coin that no chain knows; the number makes it another one. */
export const coinOf = (number: number, value: bigint, script = own): Coin => ({
  outpoint: `${number.toString(16).padStart(64, "0")}:${number % 3}`,
  value,
  script,
});

/** A set of coins of all sizes, dust and uneconomic ones included; some are worth the same. */
export const coinSets = (most = 14) =>
  fc
    .array(
      fc.record({
        value: fc.oneof(
          fc.bigInt({ min: 300n, max: 20_000n }),
          fc.bigInt({ min: 20_000n, max: 90_000_000n }),
          fc.constant(100_000n),
        ),
        script: fc.constantFrom(own, own, own, ownTaproot),
      }),
      { maxLength: most },
    )
    .map((coins): readonly Coin[] =>
      coins.map(({ value, script }, index) => coinOf(index + 1, value, script)),
    );

/** Payees that wallets know, each above its dust threshold. */
export const payees = fc
  .array(
    fc.record({
      script: fc.constantFrom(...Object.values(scriptsOf(testKey(11))), `0020${"33".repeat(32)}`),
      extra: fc.bigInt({ min: 0n, max: 3_000_000n }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all): readonly TxOutput[] =>
    all.map(({ script, extra }) => ({ script, value: dustThreshold(script) + extra })),
  );

/** From the relay minimum to a panic, in sat/kvB, odd ones included. */
export const rates = fc.bigInt({ min: 1_000n, max: 300_000n });

export const valueOf = (amounts: readonly { value: bigint }[]) =>
  amounts.reduce((all, { value }) => all + value, 0n);
export const asPlan = <T extends { kind: string }>(answer: T | SpendPlan | undefined): SpendPlan => {
  if (answer?.kind === "plan") return answer as SpendPlan;
  throw new Error(`Expected a plan, got ${answer?.kind}.`);
};

/** What the rate asks for the transaction at its longest, and `more` outputs. */
export function rateFee(
  { inputs, outputs }: SpendPlan | Payment,
  satPerKvb: bigint,
  more: readonly string[] = [],
): bigint {
  const scripts = [...outputs.map(({ script }) => script), ...more];
  return feeAt(
    virtualSize(
      inputs.map(({ script }) => script),
      scripts,
    ),
    satPerKvb,
  );
}

/** The most that a fair transaction may pay: the rate, what a change output would cost, and dust. */
export function mostFee(payment: SpendPlan | Payment, satPerKvb: bigint, changeScript = own): bigint {
  return rateFee(payment, satPerKvb, [changeScript]) + dustThreshold(changeScript);
}
