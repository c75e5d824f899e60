import { HttpFailure } from "../http-client/http.ts";
import { SECOND_MS } from "../values/time.ts";
import type { IntentService } from "./intentService.ts";
import type { Progress } from "./progress.ts";
import type { QuotedStep, WalletQuote } from "./quote.ts";
import type { EvmTransaction } from "./signers.ts";

type Reporting = Readonly<{
  quote: WalletQuote;
  service: IntentService;
  from: string;
  wait: (ms: number) => Promise<unknown>;
  tell: (progress: Progress) => void;
}>;

const SINGLE_ATTEMPTS = 5; // the service does not follow these transactions, so the report has to arrive
const UNWATCHED: readonly (string | undefined)[] = ["send", "wrap", "unwrap"];

/** Points the service at a transaction that was just sent. A service that does not listen finds it by itself, later. */
export async function reportSent(
  { quote, service, tell }: Reporting,
  step: QuotedStep,
  txHash: string,
): Promise<void> {
  if (step.id === "approve") return; // only deposits are looked for
  const { requestId, request } = quote;
  try {
    await service.indexTransaction({ requestId, chainId: request.originChainId, txHash });
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    tell({ kind: "not-indexed", hash: txHash, reason: error.message });
  }
}

/**
 * Reports a confirmed transfer, wrap or unwrap within one chain, which the service learns only by this
 * report.
 */
export async function reportConfirmed(
  { quote, service, from, wait, tell }: Reporting,
  step: QuotedStep,
  { chainId, to, data, value }: EvmTransaction,
  txHash: string,
): Promise<void> {
  if (!isUnwatched(quote, step)) return;
  const tx = { from, to, data, value: String(value), chainId: String(chainId) };
  for (let attempt = 1; ; attempt++) {
    try {
      return await service.singleTransaction({ requestId: quote.requestId, chainId, txHash, tx });
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      if (attempt === SINGLE_ATTEMPTS)
        return tell({ kind: "not-indexed", hash: txHash, reason: error.message });
      await wait(Math.max(attempt * SECOND_MS, error.retryAfterMs ?? 0));
    }
  }
}

function isUnwatched({ request, operation }: WalletQuote, { id }: QuotedStep): boolean {
  const sameChain = request.originChainId === request.destinationChainId;
  return sameChain && id !== "approve" && (id === "send" || UNWATCHED.includes(operation));
}
