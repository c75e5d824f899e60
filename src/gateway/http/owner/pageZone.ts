import type { Response } from "express";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import { UTC } from "../../../values/zone.ts";

/**
 * The time zone of a page's times and dates: that of the store it is about; of a page about more than one store, the zone that all
 * stores of the visitor have, else UTC. sendOwnerPage names it on the page.
 */
export function pageZone(response: Response, storeId?: string): string {
  const stores = (response.locals["stores"] ?? []) as readonly MerchantStore[]; // written by sessionGuard.ts
  const about = stores.filter(({ id }) => storeId === undefined || id === storeId);
  const [zone = UTC, ...others] = new Set(about.map(({ settings }) => settings.books.zone));
  return (response.locals["timeZone"] = others.length === 0 ? zone : UTC);
}
