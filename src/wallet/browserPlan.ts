import type { PlannedItem } from "./plan.ts";
import { unsafe } from "./errors.ts";
import type { IntentService } from "./intentService.ts";
import { checkOwner, planSteps } from "./plan.ts";
import { readQuote, type QuoteBody, type WalletQuote } from "./quote.ts";
import { checkSpenders } from "./spenders.ts";

/** A transaction of a quote for a wallet elsewhere, with the step that it belongs to. */
export type PlannedTransaction = Extract<PlannedItem, { kind: "evm-transaction" }>;

/**
 * The transactions of a quote for a browser wallet, in order: checked as `execute` checks them, against the
 * request and for at most `maxInput` smallest units. Signature steps are refused, because the signed
 * content could not be checked here. Throws WalletError unsafe_quote, service_refused.
 */
export async function planForBrowser(
  request: QuoteBody,
  answer: unknown,
  maxInput: bigint,
  service: Pick<IntentService, "contracts">,
): Promise<Readonly<{ quote: WalletQuote; items: readonly PlannedTransaction[] }>> {
  const quote = readQuote(request, answer);
  const noPsbt = { bitcoinNetwork: "mainnet", feeCap: { bps: 0n, sats: 0n } } as const; // its chain is an EVM chain
  const items = planSteps(quote, quote.steps, { ...noPsbt, maxInput }).map((item): PlannedTransaction => {
    checkOwner(quote, item, request.user);
    if (item.kind === "evm-transaction") return item;
    throw unsafe(
      `its step "${item.step.id}" is no transaction of an EVM wallet (${item.kind}). Pay by command or by hand`,
    );
  });
  if (items.length === 0) throw unsafe("it has no step that pays anything");
  await checkSpenders(quote, items, service);
  return { quote, items };
}
