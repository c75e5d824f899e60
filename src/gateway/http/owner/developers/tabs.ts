import type { Response } from "express";
import type { Permission } from "../../../domain/access/permissions.ts";
import { mayIn } from "../../../domain/access/roles.ts";
import { wordsFor } from "../page.ts";
import { eventsPath, keysPath, webhooksPath } from "../paths.ts";
import { chosenStore, visitorOf } from "../visitor.ts";
import { currentStore, type StoreName } from "../navigation.ts";

type Tab = "keys" | "webhooks" | "events" | "reference";

const NEEDS: Readonly<Record<Tab, Permission | undefined>> = {
  keys: undefined,
  webhooks: "webhooks.canmodifywebhooks",
  events: "canviewstoresettings", // as the events of the merchant API: they have ids that open public pages
  reference: undefined,
};

/** The pages for developers of a store that the visitor may open, for views/owner/developers/tabs.eta. */
export function developerTabs(response: Response, here: Tab, storeId?: string) {
  const tr = wordsFor(response);
  const stores = (response.locals["stores"] ?? []) as readonly StoreName[]; // written by sessionGuard.ts
  const store = currentStore(stores, storeId ?? chosenStore(response.req))?.id;
  const { access } = visitorOf(response);
  const all = [
    { key: "keys", label: tr("API keys"), path: keysPath },
    { key: "webhooks", label: tr("Webhooks"), path: webhooksPath },
    { key: "events", label: tr("Events"), path: eventsPath },
    { key: "reference", label: tr("API reference"), path: () => "/docs" },
  ] as const;
  const isOpen = (key: Tab) => {
    const needed = NEEDS[key];
    return needed === undefined || (store !== undefined && mayIn(access, store, needed));
  };
  return all
    .filter(({ key }) => isOpen(key))
    .map(({ key, label, path }) => ({ label, path: path(store ?? ""), isHere: key === here }));
}
