import type { BlockOutput, FollowedBlock } from "../chain/followBlocks.ts";
import type { Write } from "../db/driver.ts";
import type { Random } from "../ids.ts";
import type { Log } from "../log.ts";
import type { Instant } from "../time.ts";
import { draftOf, draftWrites, observe, type Draft } from "./observe.ts";
import { newRequestId } from "./parts.ts";
import type { Observation } from "./decide.ts";
import type { BridgeRequest } from "./request.ts";
import type { IssuedAddress } from "./store/addresses.ts";
import { insertDeposit, saveDeposit } from "./store/deposits.ts";
import type { NetworkStore } from "./store/open.ts";
import { closeOutbound, type Outbound } from "./store/outbound.ts";
import { requestById } from "./store/requests.ts";
import type { DepositRow } from "./store/rows.ts";

/**
 * A working copy of the deposits and requests that one piece of chain news touches, so that blocks which left and blocks
 * which joined become one commit. Nothing is written before `writes` is committed.
 */
export type DepositBook = Readonly<{
  /** A block left the best chain: its deposit is no longer one. */
  undo(row: DepositRow): Promise<void>;
  /** An output in a joined block pays an issued address. */
  credit(
    issued: IssuedAddress,
    output: BlockOutput,
    block: FollowedBlock,
    known: DepositRow | undefined,
  ): Promise<void>;
  /** One of our own refunds is in a joined block. */
  refunded(refund: Outbound): Promise<void>;
  writes(): readonly Write[];
}>;

type Entry = Readonly<{ before: DepositRow | undefined; now: DepositRow }>;

/** An empty working copy. Observations carry `at`; child requests draw their ids from `random`. */
export function openDepositBook(store: NetworkStore, at: Instant, random: Random, log: Log): DepositBook {
  const drafts = new Map<string, Draft>();
  const entries = new Map<string, Entry>();
  const refunds: Outbound[] = [];

  const load = async (id: string): Promise<Draft> => {
    const open = drafts.get(id);
    if (open) return open;
    const request = await requestById(store, id);
    if (!request)
      throw new Error(`Request ${id} owns a deposit address and is not in the database. Restore a backup.`);
    return draftOf(request);
  };
  const tell = (draft: Draft, seen: Observation) => {
    const told = observe(draft, seen);
    drafts.set(told.draft.now.id, told.draft);
    for (const effect of told.effects) {
      if (effect.kind !== "report-loss") continue;
      log.error("network.deposit_lost", {
        request: draft.now.id,
        outpoint: effect.outpoint,
        state: draft.now.state,
      });
    }
  };
  /** The request that an output belongs to: its own if it had one, the address's if that is still free, else a new child. */
  const ownerOf = async (issued: IssuedAddress, known: DepositRow | undefined): Promise<Draft> => {
    const root = await load(issued.requestId);
    const owner = known ? await load(known.requestId) : root;
    if (known && owner.now.deposit?.outpoint === known.outpoint) return owner;
    if (isFree(owner.now)) return owner;
    return { before: undefined, now: childOf(root.now, newRequestId(random), at), seen: [] };
  };

  return {
    async undo(row) {
      const entry = entries.get(row.outpoint) ?? { before: row, now: row };
      if (entry.now.state === "undone") return;
      entries.set(row.outpoint, { ...entry, now: { ...entry.now, state: "undone" } });
      tell(await load(row.requestId), { kind: "deposit-undone", outpoint: row.outpoint, at });
    },
    async credit(issued, output, block, known) {
      const outpoint = `${output.txid}:${output.vout}`;
      const entry = entries.get(outpoint) ?? (known ? { before: known, now: known } : undefined);
      if (entry && entry.now.state !== "undone" && entry.now.blockHash === block.header.hash) return;
      const owner = await ownerOf(issued, entry?.now);
      const { height, hash: blockHash } = block.header;
      const row = {
        outpoint,
        requestId: owner.now.id,
        address: issued.address,
        amount: output.value,
        height,
        blockHash,
      };
      entries.set(outpoint, {
        before: entry?.before,
        now: { ...row, state: "seen", seenAt: entry?.now.seenAt ?? at },
      });
      const deposit = { outpoint, amount: output.value, height, blockHash };
      drafts.set(owner.now.id, owner); // a new child is kept even if nothing else happens to it
      tell(owner, { kind: "deposit-seen", deposit, at });
    },
    async refunded(refund) {
      refunds.push(refund);
      tell(await load(refund.requestId), { kind: "refund-included", txid: refund.hash, at });
    },
    writes: () => [
      ...refunds.map(({ hash }) => closeOutbound(store, hash, "included")),
      ...[...drafts.values()].flatMap((draft) => draftWrites(store, draft)),
      ...[...entries.values()].map(({ before, now }) =>
        before ? saveDeposit(store, before, now) : insertDeposit(store, now),
      ),
    ],
  };
}

function isFree(request: BridgeRequest): boolean {
  return request.state === "waiting" && request.deposit === undefined;
}

/** A further deposit to an issued address: same route, recipient and refund address, its own id and its own price. */
function childOf(root: BridgeRequest, id: string, at: Instant): BridgeRequest {
  return {
    ...root,
    id,
    version: 0,
    state: "waiting",
    parent: root.id,
    floor: undefined,
    promised: undefined,
    quote: {}, // the fill adds its own
    deposit: undefined,
    fill: undefined,
    refund: undefined,
    failReason: undefined,
    refundFailReason: undefined,
    createdAt: at,
    updatedAt: at,
  };
}
