import { Transaction } from "bitcoinjs-lib";
import { scriptOf } from "../../bitcoin/codec/address.ts";
import { writeOutpoint } from "../../bitcoin/codec/payment.ts";
import { sum } from "../../values/amount.ts";
import type { NetworkParts } from "../parts.ts";
import { issuedAmong } from "../persistence/addresses.ts";
import { coinsByOutpoint } from "../persistence/coins.ts";
import { rawAttempt } from "../persistence/ledger.ts";
import { coinOf, custodyAt, SOLVER } from "./accounts.ts";
import { line, type Movement } from "./postings.ts";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";

const BITCOIN = coinOf(BITCOIN_CHAIN_ID);

/**
 * The effects of a Bitcoin transaction of ours, read from the transaction itself: the coins that it spent,
 * what returned to the solver, what went to others, and the fee, which is the rest. So replacements with
 * other fees need no bookkeeping of their own. Undefined when one of its coins is unknown.
 */
export async function bitcoinMovement(
  { store, keys, bitcoin }: Pick<NetworkParts, "store" | "keys" | "bitcoin">,
  hash: string,
  requestId: string | null,
): Promise<Movement | undefined> {
  const raw = await rawAttempt(store, hash);
  if (raw === undefined) return undefined;
  const { ins, outs } = Transaction.fromHex(raw);
  const outpoints = ins.map(({ hash: source, index }) => writeOutpoint(source, index));
  const coins = await coinsByOutpoint(store, outpoints);
  if (coins.length !== outpoints.length) return undefined;
  const own = scriptOf(bitcoin.network, keys.solverBitcoin);
  const issued = await issuedAmong(store, [...new Set(coins.map(({ script }) => script))]);
  const placeOf = (script: string) => {
    const address = issued.get(script)?.address;
    return address === undefined ? SOLVER : custodyAt(address);
  };
  const isOwn = (script: Uint8Array) => Buffer.from(script).toString("hex") === own;
  const valueOf = (mine: boolean) =>
    sum(outs.filter(({ script }) => isOwn(script) === mine).map(({ value }) => value));
  const [back, paid] = [valueOf(true), valueOf(false)];
  const fee = sum(coins.map(({ value }) => value)) - back - paid;
  return {
    held: [
      ...coins.map(({ script, value }) => line(placeOf(script), { ...BITCOIN, amount: -value }, requestId)),
      line(SOLVER, { ...BITCOIN, amount: back }, requestId),
    ],
    paid: { ...BITCOIN, amount: paid },
    fee: { ...BITCOIN, amount: fee },
  };
}
