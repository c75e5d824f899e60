import type { Translate } from "../../../../languages/merchantWords.ts";
import { settingsPath, storePath } from "../paths.ts";

/** The pages of a store's settings, for views/owner/settings/tabs.eta. */
export function settingsTabs(tr: Translate, storeId: string, here: string) {
  const tab = (name: string, label: string, path = settingsPath(storeId, name)) => ({
    label,
    path,
    isHere: name === here,
  });
  return [
    tab("general", tr("General and brand"), storePath(storeId)),
    tab("payments", tr("Payments")),
    tab("policy", tr("Policy")),
    tab("checkout", tr("Checkout and e-mail")),
    tab("books", tr("Books")),
    tab("shops", tr("Shops")),
    tab("archive", tr("Archive")),
  ];
}
