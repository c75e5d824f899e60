import type { Gateway } from "../usecases/gateway.ts";
import type { Explorers } from "../http/checkout/viewContext.ts";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";

/**
 * Links to transactions for people. Bitcoin's come from the explorer in use (its site is its API without /api);
 * other chains' from what the service lists. The sandbox has pages of its own.
 */
export function explorerLinks(
  gateway: Pick<Gateway, "service">,
  options: Readonly<{ sandbox: boolean; explorerUrls: readonly string[]; url: string }>,
): Explorers {
  const { sandbox, url } = options;
  if (sandbox) {
    const siteOf = (chainId: number) => (chainId === BITCOIN_CHAIN_ID ? "" : `/evm/${chainId}`);
    return { tx: (chainId, txHash) => `${url}/sandbox${siteOf(chainId)}/tx/${encodeURIComponent(txHash)}` };
  }
  const sites = new Map<number, string>();
  const [api = ""] = options.explorerUrls;
  const bitcoin = api.replace(/\/api\/?$/, "");
  const learn = async () => {
    for (const { id, explorerUrl } of await gateway.service.chains()) {
      if (explorerUrl && /^https?:\/\//.test(explorerUrl)) sites.set(id, explorerUrl.replace(/\/+$/, ""));
    }
  };
  return {
    tx(chainId, txHash) {
      if (chainId === BITCOIN_CHAIN_ID) return `${bitcoin}/tx/${encodeURIComponent(txHash)}`;
      void learn().catch(() => {}); // a link is worth waiting for the next view, never worth an error
      const site = sites.get(chainId);
      return site && `${site}/tx/${encodeURIComponent(txHash)}`;
    },
  };
}
