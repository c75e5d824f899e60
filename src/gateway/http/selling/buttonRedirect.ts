import type { Translate } from "../../../languages/merchantWords.ts";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import { isOnOwnHost, ownHosts } from "../../usecases/stores/ownHosts.ts";

/**
 * Says why a pay button must not lead to this address after the payment; undefined where it may, and for none. A visitor can change
 * the address, so only hosts of the store are allowed: a link of the checkout must not lead to a copy of the shop.
 */
export function refuseRedirect(store: MerchantStore, redirect: string, tr: Translate): string | undefined {
  if (redirect === "") return undefined;
  if (!/^https:\/\//i.test(redirect)) return tr("Expected a redirect address that starts with https://.");
  if (isOnOwnHost(store, redirect)) return undefined;
  return redirectHosts(store, tr);
}

/** Says to which hosts the store's pay buttons may lead back. */
export function redirectHosts(store: MerchantStore, tr: Translate): string {
  const hosts = ownHosts(store).join(", ");
  return hosts === ""
    ? tr(
        "A button can lead back only to the store's website. Enter the website in the settings of the store.",
      )
    : tr("A button can lead back only to the store's website: {hosts}.", { hosts });
}
