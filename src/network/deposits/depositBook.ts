import type { Write } from "../../database/driver.ts";
import type { Random } from "../../values/ids.ts";
import type { Log } from "../../runtime/log.ts";
import type { Instant } from "../../values/time.ts";
import type { Observation } from "../decide.ts";
import { unbookDeposit } from "../ledger/book.ts";
import { draftOf, draftWrites, newDraft, observe, type Draft } from "../observe.ts";
import { newRequestId } from "../parts.ts";
import { sameKey, type BridgeRequest, type Deposit } from "../request.ts";
import { insertDeposit, saveSeenDeposit } from "../persistence/deposits.ts";
import type { NetworkStore } from "../persistence/open.ts";
import { heirById, requestById } from "../persistence/requests.ts";
import type { DepositRow } from "../persistence/rows.ts";
import { DUST_SHARE } from "../successor.ts";
import { childOf, depositoryChildOf, heirOf } from "./child.ts";

/**
 * A working copy of the deposits and requests that one piece of chain news touches, so that blocks which left and blocks
 * which joined become one commit. Nothing is written before `writes` is committed.
 */
export type DepositBook = Readonly<{
  /** A block left the best chain: its deposit is no longer one. */
  undo(row: DepositRow): Promise<void>;
  /** A transfer in a joined block pays a request: at `address`, or (undefined) at a contract that named the request. */
  credit(
    requestId: string,
    address: string | undefined,
    deposit: Deposit,
    known: DepositRow | undefined,
  ): Promise<void>;
  /** The user's own transaction carried out a request; it counts once it is deep enough (see confirmDeposits). */
  execute(requestId: string, deposit: Deposit, known: DepositRow | undefined): void;
  /** Something else was found out about a request. */
  tell(requestId: string, seen: Observation): Promise<void>;
  writes(): readonly Write[];
}>;

type Entry = Readonly<{ before: DepositRow | undefined; now: DepositRow }>;

/** An empty working copy. Observations carry `at`; child requests draw their ids from `random`. */
export function openDepositBook(store: NetworkStore, at: Instant, random: Random, log: Log): DepositBook {
  const drafts = new Map<string, Draft>();
  const entries = new Map<string, Entry>();
  const bookings: Write[] = [];

  const load = async (id: string): Promise<Draft> => {
    const open = drafts.get(id);
    if (open) return open;
    const request = await requestById(store, id);
    if (!request)
      throw new Error(`Request ${id} owns a deposit and is not in the database. Restore a backup.`);
    return draftOf(request);
  };
  const tell = (draft: Draft, seen: Observation) => {
    const told = observe(draft, seen);
    drafts.set(told.draft.now.id, told.draft);
    for (const effect of told.effects) {
      if (effect.kind !== "report-loss") continue;
      const { id: request, state } = draft.now;
      log.error("network.deposit_lost", { request, deposit: effect.id, state });
    }
  };
  /** The request that a transfer belongs to: its own if it had one, the one that was paid if it is free, else a new child. */
  const ownerOf = async (
    requestId: string,
    address: string | undefined,
    deposit: Deposit,
    known: DepositRow | undefined,
  ): Promise<Draft> => {
    const root = await load(requestId);
    const owner = known ? await load(known.requestId) : root;
    if (known && owner.now.deposit?.id === known.id) return owner;
    if (isFree(owner.now, address, deposit)) return owner;
    const id = newRequestId(random);
    if (address === undefined) return newDraft(depositoryChildOf(root.now, deposit, id, at));
    if (root.now.state === "superseded" && isWorthQuote(root.now, deposit)) {
      const heir = await loadHeir(root.now);
      if (!heir) return newDraft(heirOf(root.now, id, at));
      if (isFree(heir.now, address, deposit)) return heir;
    }
    return newDraft(childOf(root.now, id, at));
  };
  const loadHeir = async ({ id }: BridgeRequest): Promise<Draft | undefined> => {
    const open = [...drafts.values()].find(({ now }) => now.parent === id && now.floor !== undefined);
    const stored = open ? undefined : await heirById(store, id);
    return open ?? (stored && draftOf(stored));
  };
  const entryOf = (deposit: Deposit, known: DepositRow | undefined): Entry | undefined =>
    entries.get(deposit.id) ?? (known && { before: known, now: known });
  const isKnown = (entry: Entry | undefined, deposit: Deposit): boolean =>
    entry !== undefined && entry.now.state !== "undone" && entry.now.blockHash === deposit.blockHash;
  const put = (
    entry: Entry | undefined,
    deposit: Deposit,
    place: Pick<DepositRow, "requestId" | "address" | "custody">,
  ) => {
    const row = {
      ...deposit,
      ...place,
      sender: deposit.sender ?? null,
      state: "seen",
      seenAt: entry?.now.seenAt ?? at,
      custody: entry ? entry.now.custody : place.custody, // money that was moved on meanwhile lies where it lies
      movedBy: entry?.now.movedBy ?? null,
    };
    entries.set(deposit.id, { before: entry?.before, now: row });
  };

  return {
    async undo(row) {
      const entry = entries.get(row.id) ?? { before: row, now: row };
      if (entry.now.state === "undone") return;
      entries.set(row.id, { ...entry, now: { ...entry.now, state: "undone" } });
      bookings.push(...(await unbookDeposit(store, row.id, at)));
      const { id, parent } = (await load(row.requestId)).now;
      tell(await load(id), { kind: "deposit-undone", id: row.id, at });
      const isFree = (await load(id)).now.state === "waiting";
      if (isFree && parent !== undefined) tell(await load(parent), { kind: "successor-undone", id, at });
    },
    async credit(requestId, address, deposit, known) {
      const entry = entryOf(deposit, known);
      if (isKnown(entry, deposit)) return;
      const owner = await ownerOf(requestId, address, deposit, entry?.now);
      const custody = address === undefined ? "depository" : "address";
      put(entry, deposit, { requestId: owner.now.id, address: address ?? null, custody });
      drafts.set(owner.now.id, owner); // a new child is kept even if nothing else happens to it
      tell(owner, { kind: "deposit-seen", deposit, at });
    },
    execute(requestId, deposit, known) {
      const entry = entryOf(deposit, known);
      if (isKnown(entry, deposit)) return;
      put(entry, deposit, { requestId, address: null, custody: null }); // the money is with the solver already
    },
    async tell(requestId, seen) {
      tell(await load(requestId), seen);
    },
    writes: () => [
      ...[...drafts.values()].flatMap((draft) => draftWrites(store, draft)),
      ...bookings,
      ...[...entries.values()].map(({ before, now }) =>
        before ? saveSeenDeposit(store, before, now) : insertDeposit(store, now),
      ),
    ],
  };
}

/**
 * True while a request can take a deposit as its own. Anything can be sent to an address, and any request
 * named at the depository, so only a deposit that matches the quote takes its place: the quoted currency on
 * the quoted chain, and more than dust; of a wallet quote at least its amount, from the user. The rest
 * become child requests, which are bridged as well but never use up an order ahead of the payer's money. A
 * child takes its own transfer back.
 */
function isFree(request: BridgeRequest, address: string | undefined, deposit: Deposit): boolean {
  if (request.state !== "waiting" || request.deposit !== undefined) return false;
  switch (request.method) {
    case "deposit-address":
      return address !== undefined && isWorthQuote(request, deposit);
    case "permit":
    case "psbt":
      return address !== undefined && fitsQuote(request, deposit);
    case "depository":
      return address === undefined && deposit.sender === request.user && fitsQuote(request, deposit);
    case "desk":
    case "direct":
      return false;
  }
}

function isWorthQuote({ floor, origin }: BridgeRequest, deposit: Deposit): boolean {
  return !floor || (sameKey(origin, deposit) && deposit.amount * DUST_SHARE >= floor.input);
}

function fitsQuote({ floor, origin }: BridgeRequest, deposit: Deposit): boolean {
  return !floor || (sameKey(origin, deposit) && deposit.amount >= floor.input);
}
