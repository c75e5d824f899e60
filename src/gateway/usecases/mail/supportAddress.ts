import { readEmailAddress } from "../../domain/mail/emailAddress.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";

/** Where answers to a store's e-mail go: to its support, where that is an e-mail address. */
export function supportAddress({ settings }: MerchantStore): string | undefined {
  const { supportUrl = "" } = settings.profile;
  if (!/^mailto:/i.test(supportUrl)) return undefined;
  const [address = ""] = supportUrl.slice("mailto:".length).split("?");
  return readEmailAddress(address);
}
