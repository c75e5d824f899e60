import type { Esplora } from "../../../bitcoin/reader/esplora.ts";
import { HttpFailure } from "../../../http-client/http.ts";
import { wordsOf } from "../../../languages/translate.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";

/**
 * Asks an explorer one question for a payer. It uses spare calls only: such a page is public, and following
 * payments must not wait for it. Throws GatewayError chain_busy while there are none, and chain_unseen when
 * no explorer answers.
 */
export async function askExplorer<T>(
  { budgets, explorer }: Pick<Gateway, "budgets" | "explorer">,
  question: (explorer: Esplora) => Promise<T>,
): Promise<T> {
  const t = wordsOf("en");
  if (!budgets.explorer.takeSpare()) throw new GatewayError("chain_busy", t("psbt.busy"));
  try {
    return await question(explorer);
  } catch (cause) {
    if (!(cause instanceof HttpFailure)) throw cause;
    throw new GatewayError("chain_unseen", t("psbt.unseen"), {}, { cause });
  }
}
