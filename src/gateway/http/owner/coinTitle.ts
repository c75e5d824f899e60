import type { Translate } from "../../../languages/merchantWords.ts";
import type { Method } from "../../usecases/pricing/methods.ts";

/** What people call a coin that customers pay in, in the language of the user: "Bitcoin", "USDC on Base". */
export function coinTitle(
  { name, symbol, chainName }: Pick<Method, "name" | "symbol" | "chainName">,
  tr: Translate,
): string {
  if (name !== `${symbol} on ${chainName}`) return name;
  return tr("{coin} on {network}", { coin: symbol, network: chainName });
}
