import { checkEvmAddress } from "../../evm/codec/address.ts";
import { BITCOIN_CHAIN_ID, NATIVE_EVM_CURRENCY } from "../../intents/identifiers.ts";
import { sum } from "../../values/amount.ts";
import { custodyAt, DEPOSITORY, DESK, isCustody, SOLVER, type Line } from "../ledger/accounts.ts";
import { merge } from "../ledger/lines.ts";
import { line } from "../ledger/postings.ts";
import type { AuditParts } from "./auditParts.ts";
import type { CurrencyKey } from "../request.ts";
import { heldOn } from "./books.ts";
import { balanceAt, type Tip } from "./tips.ts";

/**
 * One currency at one place: the balance by the books, the balance by the chain, and the difference less
 * its known reasons.
 */
export type Place = CurrencyKey &
  Readonly<{
    place: "custody" | "inventory:solver" | "inventory:desk";
    books: bigint;
    inFlight: bigint; // on the chain already, in the books once it is deep enough
    chain: bigint;
    difference: bigint; // chain - books - inFlight
    /** equal; unread: the chain has blocks that were not taken in yet, or the books moved; else unexplained. */
    outcome: "equal" | "unread" | "unexplained";
    /**
     * The accounts behind the difference. Money may move within custody: any account may sweep an address.
     */
    accounts: readonly Readonly<{ account: string; difference: bigint }>[];
  }>;

const ASKED_AT_ONCE = 50;

/**
 * Compares every place of a chain at its tip: the solver's account, the desk, the depository, and the deposit addresses at which
 * the books have something. Throws HttpFailure when the chain gave no answer.
 */
export async function comparePlaces(
  parts: AuditParts,
  tip: Tip,
  books: readonly Line[],
  inFlight: readonly Line[],
): Promise<readonly Place[]> {
  const { chainId } = tip;
  const told = heldOn(books, chainId);
  const coming = heldOn(inFlight, chainId);
  const accounts = merge([
    ...ownAccounts(parts, chainId).map((own) => ({ ...own, amount: 1n })),
    ...[...told, ...coming].map((held) => ({ ...held, amount: 1n })),
  ]);
  const found: Line[] = [];
  for (let from = 0; from < accounts.length; from += ASKED_AT_ONCE)
    found.push(...(await Promise.all(accounts.slice(from, from + ASKED_AT_ONCE).map(ask))));
  const keys = new Map(found.map((held) => [`${placeOf(held)} ${held.currency}`, held]));
  return [...keys.values()].map((held) => compare(tip, held, { told, coming, found }));

  async function ask(account: Line): Promise<Line> {
    const token = account.currency === NATIVE_EVM_CURRENCY ? undefined : checkEvmAddress(account.currency);
    return { ...account, amount: await balanceAt(parts, tip, addressOf(parts, account), token) };
  }
}

type Sides = Readonly<{ told: readonly Line[]; coming: readonly Line[]; found: readonly Line[] }>;

function compare(tip: Tip, key: Line, sides: Sides): Place {
  const place = placeOf(key);
  const mine = (lines: readonly Line[]) =>
    lines.filter((held) => held.currency === key.currency && placeOf(held) === place);
  const total = (lines: readonly Line[]) => sum(mine(lines).map(({ amount }) => amount));
  const [books, inFlight, chain] = [total(sides.told), total(sides.coming), total(sides.found)];
  const difference = chain - books - inFlight;
  const accounts = merge([
    ...mine(sides.found),
    ...[...mine(sides.told), ...mine(sides.coming)].map((held) => ({ ...held, amount: -held.amount })),
  ]).map(({ account, amount }) => ({ account, difference: amount }));
  const { chainId, currency } = key;
  const outcome = outcomeOf(tip, place, difference);
  return { chainId, currency, place, books, inFlight, chain, difference, outcome, accounts };
}

/** Unindexed blocks may contain deposits; on Bitcoin, where our own payments are indexed too, anything. */
function outcomeOf({ chainId, isRead }: Tip, place: Place["place"], difference: bigint): Place["outcome"] {
  if (difference === 0n) return "equal";
  const mayBeUnread = chainId === BITCOIN_CHAIN_ID || (place === "custody" && difference > 0n);
  return !isRead && mayBeUnread ? "unread" : "unexplained";
}

function placeOf({ account }: Line): Place["place"] {
  if (isCustody(account)) return "custody";
  return account === DESK ? "inventory:desk" : "inventory:solver";
}

/** The places that are looked at even when the books have nothing there. */
function ownAccounts({ catalog }: AuditParts, chainId: number): readonly Line[] {
  return catalog.currencies(chainId).flatMap(({ kind, address: currency }) => {
    const places =
      kind === "bitcoin" ? [SOLVER] : kind === "native" ? [SOLVER, DEPOSITORY, DESK] : [SOLVER, DEPOSITORY];
    return places.map((account) => line(account, { chainId, currency, amount: 0n }, null));
  });
}

function addressOf({ keys, contracts }: AuditParts, { account, chainId }: Line): string {
  if (account === SOLVER) return chainId === BITCOIN_CHAIN_ID ? keys.solverBitcoin : keys.solverEvmAddress;
  if (account === DESK) return contracts.SwapDesk;
  if (account === DEPOSITORY) return contracts.Depository;
  return account.slice(custodyAt("").length);
}
