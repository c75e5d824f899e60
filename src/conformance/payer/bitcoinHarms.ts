import { Psbt } from "bitcoinjs-lib";
import {
  checkBitcoinAddress,
  isCanonicalBitcoin,
  scriptOf,
  type BitcoinNetwork,
} from "../../bitcoin/codec/address.ts";
import { readPsbtPayment, type PsbtPayment } from "../../bitcoin/codec/paymentPsbt.ts";
import { sum } from "../../values/amount.ts";
import { textOf, unitsOf } from "../json.ts";
import { shown } from "../shown.ts";
import {
  findDepositAddress,
  listTransactions,
  readOrder,
  type Facts,
  type Harm,
  type Order,
  type Quoted,
} from "./quoted.ts";

const SAFE_SIGHASHES: readonly (number | undefined)[] = [undefined, 0, 1]; // the signature covers every output
const OP_RETURN = "6a";
const HIGHEST_FEE_SHARE = 4n; // a quarter of the amount
const ALWAYS_FAIR_FEE = 25_000n; // sats: small amounts pay a high share when blocks are full

/** What a payer of bitcoin would lose by a quote: section 4.4 for a deposit address, 4.5 for a PSBT. */
export function findBitcoinHarms(facts: Facts, quoted: Quoted): readonly Harm[] {
  const order = readOrder(facts, quoted);
  return [
    ...findPsbts(quoted).flatMap((text) => findPsbtHarms(facts.network, quoted, order, text)),
    ...(order.wantsAddress ? findAddressHarms(facts.network, quoted, order) : findUnasked(quoted)),
  ];
}

/** The PSBTs of a quote, in hex or base64. */
export function findPsbts({ steps }: Pick<Quoted, "steps">): readonly string[] {
  return steps.flatMap(({ items }) => items.flatMap(({ data }) => textOf(data["psbt"]) ?? []));
}

/** A PSBT as it would be signed; undefined where it cannot be read. */
export function readPsbt(text: string): PsbtPayment | undefined {
  try {
    return readPsbtPayment(text);
  } catch {
    return undefined;
  }
}

/** The output script of the user; undefined for what is no address of the network. */
export function readScript(network: BitcoinNetwork, user: string): string | undefined {
  const address = checkBitcoinAddress(network, user);
  return address && scriptOf(network, address);
}

function findUnasked(quoted: Quoted): readonly Harm[] {
  const address = findDepositAddress(quoted);
  if (address === undefined) return [];
  return [
    harm("quote.use-deposit-address", `got the deposit address ${shown(address)}, which was not asked for`),
  ];
}

function findAddressHarms(network: BitcoinNetwork, quoted: Quoted, { input }: Order): readonly Harm[] {
  const address = findDepositAddress(quoted);
  if (address === undefined) return [];
  if (!isCanonicalBitcoin(network, address))
    return [
      harm(
        "step.deposit-address",
        `expected a Bitcoin address of ${network}, as it is issued, got ${shown(address)}`,
      ),
    ];
  return listTransactions(quoted).flatMap(({ place, data: { to, value } }) =>
    (to === undefined || to === address) &&
    (value === undefined || input === undefined || unitsOf(value) === input)
      ? []
      : [
          harm(
            "deposit.step",
            `${place}: expected ${input} sats to ${shown(address)}, got ${shown(value)} to ${shown(to)}`,
          ),
        ],
  );
}

/** The PSBT pays the amount, returns the rest to the user for a fair fee, and binds every output. */
function findPsbtHarms(
  network: BitcoinNetwork,
  quoted: Quoted,
  { input, user }: Order,
  text: string,
): readonly Harm[] {
  const payment = readPsbt(text);
  if (!payment || input === undefined) return [];
  const own = readScript(network, user);
  const spent = payment.outputs.filter(({ script }) => script !== own);
  const paid = sum(spent.map(({ value }) => value));
  const payees = spent.filter(({ script }) => !script.startsWith(OP_RETURN));
  const burnt = sum(spent.filter(({ script }) => script.startsWith(OP_RETURN)).map(({ value }) => value));
  const { fee } = payment;
  const stated = findDepositAddress(quoted);
  const wanted = stated === undefined ? undefined : readScript(network, stated);
  const cases: readonly (readonly [boolean, string])[] = [
    [
      findSighashes(text).some((type) => !SAFE_SIGHASHES.includes(type)),
      `expected signatures that cover every output, got sighash types ${findSighashes(text).join(", ")}`,
    ],
    [burnt > 0n, `expected no sats in an output that cannot be spent, got ${burnt}`],
    [
      paid !== input,
      `expected ${input} sats to leave the user and the rest to come back as change, got ${paid} in ${spent.length} outputs`,
    ],
    [payees.length > 1, `expected one payee, got ${payees.length}`],
    [
      fee * HIGHEST_FEE_SHARE > input && fee > ALWAYS_FAIR_FEE,
      `expected a network fee of at most a quarter of the amount, got ${fee} sats`,
    ],
    [
      wanted !== undefined && payees.some(({ script }) => script !== wanted),
      `expected a payment to ${shown(stated)}, which the step shows, got one to another script`,
    ],
  ];
  return cases.flatMap(([isHarm, says]) => (isHarm ? [harm("item.psbt", says)] : []));
}

function findSighashes(text: string): readonly (number | undefined)[] {
  const psbt = /^[0-9a-f]+$/i.test(text) ? Psbt.fromHex(text) : Psbt.fromBase64(text);
  return psbt.data.inputs.map(({ sighashType }) => sighashType);
}

function harm(row: string, says: string): Harm {
  return { row, says };
}
