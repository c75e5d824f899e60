import type { Transaction } from "bitcoinjs-lib";
import { KEYS, SCRIPTS, makeTx, unlock, type Coin, type Making } from "../keys.ts";
import { sum, type Lab } from "../lab.ts";
import { ACCEPTED, aPayment, pay, trial, type Recipe, type Trial } from "./trial.ts";

/** Outputs, sizes, versions and locks: what can be wrong with a transaction whoever signed it. */

const UNREADABLE = "TX decode failed";

/** The least sats of an output, by Bitcoin Core's default policy. */
export const DUST: readonly (readonly [script: string, sats: bigint])[] = [
  [SCRIPTS.p2wpkh, 294n],
  [SCRIPTS.p2tr, 330n],
  [SCRIPTS.p2pkh, 546n],
  [SCRIPTS["p2sh-p2wpkh"], 540n],
  [`0020${"ab".repeat(32)}`, 330n], // p2wsh
  [
    `21${KEYS.p2pkh.publicKey.length === 33 ? Buffer.from(KEYS.p2pkh.publicKey).toString("hex") : ""}ac`,
    576n,
  ], // p2pk
  [`5220${"cd".repeat(32)}`, 330n], // a version that is yet to come
  [`5302abcd`, 240n],
];

export const STRANGE_SCRIPTS: readonly string[] = [
  "",
  "51",
  "0013" + "ab".repeat(19), // a version 0 program of a length that has no meaning
  "2105" + "ab".repeat(32) + "ac", // no key begins so
  "76a914" + "ab".repeat(20) + "88", // cut short
  "6a" + "4c51" + "ab".repeat(81), // 84 bytes of data script
  "6a02ab", // ends within a push
  "6a7551", // does more than push
];

/** A payment with this output beside the usual ones. */
const paying = (lab: Lab, script: string, value: bigint, coins = lab.take(1)): string => {
  return makeTx(coins, lab.withChange(coins, [{ script, value }])).toHex();
};

/** A payment that was changed before it was signed. */
function remade(lab: Lab, change: (tx: Transaction) => void): string {
  const coins = lab.take(1);
  const tx = makeTx(coins, lab.withChange(coins, [aPayment]));
  change(tx);
  unlock(tx, 0, coins);
  return tx.toHex();
}

const bytesOf = (lab: Lab) => pay(lab, lab.take(1)).toBuffer();

export const shapes: Readonly<Record<string, Recipe>> = {
  "dust and what is just not dust": (lab) =>
    lab.take(DUST.length).flatMap((coin, index) => {
      const [script, least] = DUST[index]!;
      return [
        { hex: paying(lab, script, least - 1n, [coin]), expects: "dust" },
        { hex: paying(lab, script, least, [coin]), expects: ACCEPTED },
      ];
    }),
  "an output that nodes do not relay": (lab) =>
    trial(paying(lab, lab.chance.oneOf(STRANGE_SCRIPTS), 50_000n), "scriptpubkey"),
  "the longest data that every node relays": (lab) =>
    trial(paying(lab, `6a4c50${lab.chance.bytes(80).toString("hex")}`, 0n), ACCEPTED),
  "an amount below zero": (lab) =>
    trial(
      remade(lab, ({ outs }) => (outs[0]!.value = -1n)),
      "bad-txns-vout-negative",
    ),
  "an amount that cannot exist": (lab) =>
    trial(
      remade(lab, ({ outs }) => (outs[0]!.value = 8_400_000_000_000_001n)),
      "bad-txns-vout-toolarge",
    ),
  "a version from the future or none": (lab) => {
    const version = lab.chance.oneOf([0, 3, 0x7fffffff, 0xffffffff]);
    const bytes = Buffer.from(bytesOf(lab));
    bytes.writeUInt32LE(version, 0);
    return trial(bytes.toString("hex"), "version");
  },
  "version 1": (lab) => trial(pay(lab, lab.take(1), { version: 1, sequence: 3 }).toHex(), ACCEPTED),
  "a coinbase that comes alone": (lab) => {
    const tx = pay(lab, lab.take(1));
    const [input] = tx.ins;
    Object.assign(input!, { hash: Buffer.alloc(32), index: 0xffffffff, witness: [] });
    const length = lab.chance.oneOf([1, 2, 100, 101]);
    tx.setInputScript(0, Buffer.alloc(length, 0x51));
    return trial(tx.toHex(), length < 2 || length > 100 ? "bad-cb-length" : "coinbase");
  },
  "an input from nowhere among others": (lab) => {
    const tx = pay(lab, lab.take(2));
    Object.assign(tx.ins[1]!, { hash: Buffer.alloc(32), index: 0xffffffff });
    return trial(tx.toHex(), "bad-txns-prevout-null");
  },
  "no outputs": (lab) => {
    const tx = pay(lab, lab.take(1));
    tx.outs.length = 0;
    return trial(tx.toHex(), "bad-txns-vout-empty");
  },
  "cut short": (lab) => {
    const bytes = bytesOf(lab);
    return trial(
      Buffer.from(bytes.subarray(0, lab.chance.between(1, bytes.length - 1))).toString("hex"),
      UNREADABLE,
    );
  },
  "bytes behind the end": (lab) =>
    trial(
      Buffer.concat([bytesOf(lab), lab.chance.bytes(lab.chance.between(1, 5))]).toString("hex"),
      UNREADABLE,
    ),
  noise: (lab) => trial(lab.chance.bytes(lab.chance.between(1, 200)).toString("hex"), UNREADABLE),
  "no hex": () => trial("payment", UNREADABLE),
  "a witness marker without witnesses": (lab) => {
    const tx = pay(lab, lab.take(1, "p2pkh"));
    const bytes = Buffer.from(tx.toBuffer());
    const marked = [
      bytes.subarray(0, 4),
      Buffer.of(0, 1),
      bytes.subarray(4, -4),
      Buffer.of(0),
      bytes.subarray(-4),
    ];
    return trial(Buffer.concat(marked).toString("hex"), UNREADABLE);
  },
  "a count in more bytes than it needs": (lab) => {
    const bytes = Buffer.from(pay(lab, lab.take(1, "p2pkh")).toBuffer());
    const long = [bytes.subarray(0, 4), Buffer.of(0xfd, 1, 0), bytes.subarray(5)];
    return trial(Buffer.concat(long).toString("hex"), UNREADABLE);
  },
  "too small to be no merkle branch": (lab) => {
    const [coin] = lab.take(1, "p2wpkh") as [Coin];
    return trial(makeTx([coin], [{ script: "6a", value: 0n }]).toHex(), "tx-size-small");
  },
};

/** More than 100,000 vB. Slow, so it is tried once. */
export function giant(lab: Lab): readonly Trial[] {
  const coins = lab.take(1, "p2tr");
  const outputs = Array.from({ length: 2_400 }, () => ({ script: SCRIPTS.p2tr, value: 330n }));
  return trial(makeTx(coins, outputs).toHex(), "tx-size");
}

const FINAL = 0xffffffff;
const DISABLED = 0x80000000;
const IS_TIME = 0x00400000;

export const locks: Readonly<Record<string, Recipe>> = {
  "a height that the next block reaches, and the one after": (lab) => {
    const { height } = lab.ledger.view.tip();
    return [locked(lab, { locktime: height + 1 }, "non-final"), locked(lab, { locktime: height }, ACCEPTED)];
  },
  "a moment that the chain's median time has passed, and that moment": (lab) => {
    const { medianTime } = lab.ledger.view.tip();
    return [
      locked(lab, { locktime: medianTime }, "non-final"),
      locked(lab, { locktime: medianTime - 1 }, ACCEPTED),
    ];
  },
  "a lock that every input waives": (lab) => [
    locked(lab, { locktime: 4_000_000_000, sequence: FINAL }, ACCEPTED),
    locked(lab, { locktime: 400_000_000, sequence: FINAL - 1 }, "non-final"),
  ],
  "a coin of the age that its input asks for, and a block younger": (lab) => {
    const [coin] = lab.take(1) as [Coin];
    const age = lab.ledger.view.tip().height + 1 - lab.ledger.view.knownTx(coin.txid).block!.height;
    return [aged(coin, { sequence: age + 1 }, "non-BIP68-final"), aged(coin, { sequence: age }, ACCEPTED)];
  },
  "a coin of so many times 512 seconds, and one time less": (lab) => {
    const [coin] = lab.take(1) as [Coin];
    const { view } = lab.ledger;
    const born = view.blockAt(view.knownTx(coin.txid).block!.height - 1)!.medianTime;
    const units = Math.floor((view.tip().medianTime - born) / 512);
    return [
      aged(coin, { sequence: IS_TIME | (units + 1) }, "non-BIP68-final"),
      aged(coin, { sequence: IS_TIME | units }, ACCEPTED),
    ];
  },
  "an age that is not asked for": (lab) => {
    const [coin] = lab.take(1) as [Coin];
    const making = lab.chance.oneOf<Making>([
      { sequence: (DISABLED | 5_000) >>> 0 },
      { sequence: 5_000, version: 1 },
    ]);
    return [aged(coin, making, ACCEPTED)];
  },
};

function locked(lab: Lab, making: Making, expects: string): Trial {
  return { hex: pay(lab, lab.take(1), making).toHex(), expects };
}

function aged(coin: Coin, making: Making, expects: string): Trial {
  const to = [{ script: SCRIPTS.p2tr, value: sum([coin]) - 3_000n }];
  return { hex: makeTx([coin], to, making).toHex(), expects };
}
