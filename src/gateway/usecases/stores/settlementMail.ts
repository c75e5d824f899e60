import { merchantWords, type Translate } from "../../../languages/merchantWords.ts";
import type { Settlement } from "../../domain/invoices/invoice.ts";
import { whoMay } from "../access/whoMay.ts";
import { languageOfUser, queueNotice, type NoticeTools } from "../mail/noticeMail.ts";
import type { SettlementChange } from "./changeSettlement.ts";
import type { MerchantStore } from "./merchantStore.ts";

/** A settlement in words: "USDC on Base, 0x…", with the whole address. */
export function settlementWords({ symbol, chainName, recipient }: Settlement, tr: Translate): string {
  return `${tr("{coin} on {network}", { coin: symbol, network: chainName })}, ${recipient}`;
}

/**
 * Tells by e-mail where a store is paid from now on, or is asked to be: the owners of the store and the server's administrators, and
 * of a change that waits also those who may confirm it. `by` is the person's name, or the command.
 */
export async function mailSettlementChange(
  tools: NoticeTools,
  { id, name }: Pick<MerchantStore, "id" | "name">,
  { before, after, isPending }: SettlementChange,
  by: string,
  path: string,
): Promise<void> {
  const readers = await whoMay(tools, id, isPending ? "canmanagepayouts" : "unrestricted");
  for (const user of readers) {
    if (user.email === undefined) continue;
    const language = languageOfUser(user);
    const tr = merchantWords(language);
    await queueNotice(tools, {
      to: user.email,
      language,
      subject: isPending
        ? tr("{name} asks to change where {store} is paid", { name: by, store: name })
        : tr("{store} is paid elsewhere from now on", { store: name }),
      lead: isPending
        ? tr("It takes effect when a second person confirms it. If it was not meant, withdraw it.")
        : tr(
            "New invoices are paid there. Open invoices stay with the old address. If it was not meant, change it back at once.",
          ),
      facts: [
        [tr("Store"), name],
        [tr("Old"), settlementWords(before, tr)],
        [tr("New"), settlementWords(after, tr)],
        [tr("By"), by],
      ],
      link: { label: tr("Look at the change"), path },
    });
  }
}
