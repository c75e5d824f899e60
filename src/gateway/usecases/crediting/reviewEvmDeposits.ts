import { isDirect } from "../../domain/invoices/direct.ts";
import type { Deposit, Invoice } from "../../domain/invoices/invoice.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import { advanceInvoice } from "../invoices/advanceInvoice.ts";
import { confirmationsAt, type FollowedChain } from "./creditArrivals.ts";
import { claimsOnce, settleDirect } from "./creditDirect.ts";
import { eachItem, pages } from "../eachItem.ts";
import type { CreditingContext } from "./creditingContext.ts";

const GONE_AFTER_MS = 10 * MINUTE_MS; // a transaction that a reorganisation took out is in one of the next blocks again, as a rule

/**
 * Looks again at the deposits of a chain after its blocks have changed: those deeper in the chain are confirmed, those of
 * blocks that have left it are not, those that no block has held for a while are gone, and direct payments settle.
 */
export async function reviewEvmDeposits(
  gateway: CreditingContext,
  chain: FollowedChain,
  undone: ReadonlySet<string>,
): Promise<void> {
  const heights = new Map(chain.headers.map(({ hash, number }) => [hash, number]));
  const claims = claimsOnce(gateway);
  for await (const page of pages(gateway.persistence.invoices.moving)) {
    await eachItem(gateway, "evm deposit", page, async (invoice) => {
      for (const deposit of invoice.facts.deposits) {
        if (deposit.chainId !== chain.chainId) continue;
        await review(gateway, chain, { invoice, deposit, heights, undone });
        if (isDirect(invoice.facts, deposit) && deposit.confirmations > 0)
          await settleDirect(gateway, invoice, deposit, claims);
      }
    });
  }
}

type Case = Readonly<{
  invoice: Invoice;
  deposit: Deposit;
  heights: ReadonlyMap<string, number>;
  undone: ReadonlySet<string>;
}>;

async function review(gateway: CreditingContext, chain: FollowedChain, one: Case): Promise<void> {
  const { invoice, deposit, heights, undone } = one;
  const { outpoint, blockHash, confirmations } = deposit;
  if (deposit.presence === "mempool") return reviewMissing(gateway, invoice, deposit);
  gateway.missing.delete(outpoint);
  const tipHeight = chain.headers.at(-1)?.number;
  const height = heights.get(blockHash ?? "");
  if (blockHash === undefined || tipHeight === undefined) return;
  if (height === undefined) {
    if (!undone.has(blockHash)) return; // deeper than all the headers that are kept
    gateway.missing.set(outpoint, gateway.clock());
    return observe(gateway, invoice, { ...deposit, confirmations: 0, blockHash: undefined });
  }
  const now = Math.min(invoice.terms.policy.confirmations, confirmationsAt(height, tipHeight, chain.need));
  if (now > confirmations) await observe(gateway, invoice, { ...deposit, confirmations: now });
}

/**
 * These chains are followed without a mempool: a payment that is in no block had been in one that was
 * reorganised away.
 */
async function reviewMissing(
  gateway: CreditingContext,
  { id }: Invoice,
  { outpoint }: Deposit,
): Promise<void> {
  const { missing, clock } = gateway;
  const since = missing.get(outpoint) ?? clock();
  missing.set(outpoint, since);
  if (clock() - since < GONE_AFTER_MS) return;
  missing.delete(outpoint);
  const observation = { source: "block", body: { outpoint, gone: true } };
  await advanceInvoice(gateway, id, { kind: "gone", at: clock(), outpoint }, { observation });
}

async function observe(gateway: CreditingContext, { id }: Invoice, deposit: Deposit): Promise<void> {
  const { outpoint, chainId, currency, address, value, confirmations, blockHash } = deposit;
  const at = gateway.clock();
  const what = { outpoint, chainId, currency, address, value, confirmations, blockHash };
  await advanceInvoice(gateway, id, { kind: "output", at, sentBy: at, ...what });
}
