import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { SECOND_MS } from "../../../values/time.ts";
import { withDeadline } from "../deadline.ts";
import type { Gateway } from "../gateway.ts";
import type { Settlement } from "../../domain/invoices/invoice.ts";

const WAIT_MS = 2 * SECOND_MS; // a name is not worth more

/** Names of chains for a page: the service's, if it answers now, and the one of the settlement coin; else the chain's number. */
export async function chainNames(
  { service }: Readonly<{ service: Pick<Gateway["service"], "chains"> }>,
  settlement?: Pick<Settlement, "chainId" | "chainName">,
): Promise<(chainId: number) => string> {
  const chains = await withDeadline(WAIT_MS, () => service.chains()).catch(() => []);
  const names = new Map<number, string | undefined>([
    ...chains.map(({ id, displayName, name }) => [id, displayName ?? name ?? undefined] as const),
    [BITCOIN_CHAIN_ID, "Bitcoin"],
    ...(settlement ? [[settlement.chainId, settlement.chainName] as const] : []),
  ]);
  return (chainId) => names.get(chainId) ?? `chain ${chainId}`;
}
