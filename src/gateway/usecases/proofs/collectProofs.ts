import type { DecidedRow } from "../../domain/invariants/record.ts";
import type { ChainProof, InvoiceProofs } from "../../domain/proof-pack/chainProof.ts";
import {
  depositPayment,
  refundPayment,
  settlementPayment,
  type Payment,
} from "../../domain/proof-pack/payment.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { askOutside, unavailable, type AskOutside } from "../askOutside.ts";
import { bitcoinProof, keptPlaceSchema, type KeptPlace } from "./bitcoinProof.ts";
import { evmProof } from "./evmProof.ts";
import type { Gateway } from "../gateway.ts";
import { bitcoinScript } from "../crediting/refundOf.ts";

/** The outside systems that provide evidence for a proof pack. */
export type Witnesses = Pick<Gateway, "explorer" | "receipts" | "log"> &
  Readonly<{
    budgets: Pick<Gateway["budgets"], "explorer">;
    settings: Pick<Gateway["settings"], "bitcoinNetwork">;
  }>;

const MOST_PAYMENTS = 20; // payments of one invoice that are looked up; bounds the work that dust can cause
const MOST_HEADERS = 6;

/** The chains' evidence for an invoice's payments. Sequential: a proof pack is not urgent. */
export async function collectProofs(
  witnesses: Witnesses,
  invoice: Invoice,
  decided: readonly DecidedRow[],
): Promise<InvoiceProofs> {
  const { facts, terms } = invoice;
  const kept = decided.flatMap(({ body }) => keptPlaceSchema.safeParse(body).data ?? []);
  const wanted = Math.min(terms.policy.confirmations, MOST_HEADERS);
  const look = lookFor(witnesses, kept, wanted);
  const each = async (payments: readonly Payment[]) => {
    const found: ChainProof[] = [];
    for (const payment of payments.slice(0, MOST_PAYMENTS)) found.push(await look(payment));
    const more = unavailable(`Only the first ${MOST_PAYMENTS} are looked up.`);
    return [...found, ...payments.slice(MOST_PAYMENTS).map(() => more)];
  };
  return {
    deposits: await each(facts.deposits.map(depositPayment)),
    settlements: await each(facts.settlements.map((settlement) => settlementPayment(invoice, settlement))),
    refunds: await each(facts.refunds.map((refund) => refundPayment(invoice, refund))),
  };
}

function lookFor(witnesses: Witnesses, kept: readonly KeptPlace[], wanted: number) {
  const { explorer, receipts, budgets, log } = witnesses;
  const askExplorer = askOutside("the explorer", log, budgets.explorer);
  const asks = new Map<number, AskOutside>(
    [...receipts.keys()].map((chainId) => [chainId, askOutside(`the node of chain ${chainId}`, log)]),
  );
  return async (payment: Payment): Promise<ChainProof> => {
    const { chainId, txHash, to, part } = payment;
    if (txHash === undefined) return unavailable("No transaction is known.");
    if (to === undefined) return unavailable("It is unknown to which address it went.");
    if (chainId === BITCOIN_CHAIN_ID) {
      const script = bitcoinScript(witnesses, to);
      if (script === undefined || (part !== undefined && !/^\d{1,9}$/.test(part)))
        return unavailable("Which output it was is not known.");
      const place = kept.find(({ outpoint }) => outpoint === `${txHash}:${part}`);
      const output = {
        ...payment,
        txid: txHash.toLowerCase(),
        script,
        vout: part === undefined ? undefined : Number(part),
      };
      return bitcoinProof(explorer, askExplorer, output, place, wanted);
    }
    const [read, ask] = [receipts.get(chainId), asks.get(chainId)];
    if (!read || !ask) return unavailable(`No node of chain ${chainId} is set (RPC_${chainId}).`);
    return evmProof(read, ask, { ...payment, txHash, recipient: to });
  };
}
