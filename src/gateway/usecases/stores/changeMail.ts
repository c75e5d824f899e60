import { english, merchantWords, type Translate } from "../../../languages/merchantWords.ts";
import { whoMay } from "../access/whoMay.ts";
import { languageOfUser, queueNotice, type NoticeTools } from "../mail/noticeMail.ts";
import { describeAcceptance, differences } from "./acceptance.ts";
import type { GuardedChange, GuardedName } from "./guardedChanges.ts";
import type { MerchantStore, PayoutLimit, StoreSettings } from "./merchantStore.ts";
import type { Settlement } from "../../domain/invoices/invoice.ts";

/** Describes a settlement: "USDC on Base, 0x…", with the whole address. */
export function settlementWords({ symbol, chainName, recipient }: Settlement, tr: Translate): string {
  return `${tr("{coin} on {network}", { coin: symbol, network: chainName })}, ${recipient}`;
}

/** Describes a limit: "500 USD", or that there is none. */
export function limitWords(limit: PayoutLimit | undefined, tr: Translate): string {
  return limit ? `${limit.amount} ${limit.currency}` : tr("No limit: one person approves");
}

/** Describes refund addresses: "chain 8253038: bc1…; chain 8453: 0x…". */
export function refundWords(refunds: StoreSettings["refunds"], tr: Translate): string {
  const all = Object.entries(refunds).map(([chain, address]) =>
    tr("chain {chain}: {address}", { chain, address }),
  );
  return all.join("; ") || "–";
}

type Wording<Name extends GuardedName> = Readonly<{
  asked: string;
  changed: string;
  lead: string; // of a change that is in effect
  describe: (value: StoreSettings[Name], tr: Translate) => string;
}>;

const WORDINGS: Readonly<{ [Name in GuardedName]: Wording<Name> }> = {
  settlement: {
    asked: english("{name} asks to change where {store} is paid"),
    changed: english("{store} is paid elsewhere from now on"),
    lead: english(
      "New invoices are paid there. Open invoices stay with the old address. If it was not meant, change it back at once.",
    ),
    describe: settlementWords,
  },
  refunds: {
    asked: english("{name} asks to change the refund addresses of {store}"),
    changed: english("The refund addresses of {store} were changed"),
    lead: english(
      "Money that cannot be converted is sent back there from now on. If it was not meant, change it back at once.",
    ),
    describe: refundWords,
  },
  payoutLimit: {
    asked: english("{name} asks to change the rule for approving payouts"),
    changed: english("The rule for approving payouts was changed"),
    lead: english("It holds from now on. If it was not meant, change it back at once."),
    describe: limitWords,
  },
};

type About = Readonly<{ by: string; path: string }>; // the name of the person or command, and the page of the change

/**
 * Mails a change of a guarded setting to the owners of the store and the server's administrators; a change that waits also to those
 * who may confirm it.
 */
export async function mailGuardedChange<Name extends GuardedName>(
  tools: NoticeTools,
  { id, name: store }: Pick<MerchantStore, "id" | "name">,
  name: Name,
  { before, after, isPending }: GuardedChange<Name>,
  { by, path }: About,
): Promise<void> {
  const { asked, changed, lead, describe }: Wording<Name> = WORDINGS[name];
  const subject = isPending ? asked : changed;
  await mailReaders(tools, id, isPending ? "canmanagepayouts" : "unrestricted", path, (tr) => ({
    subject: tr(subject, { name: by, store }),
    lead: isPending
      ? tr("It takes effect when a second person confirms it. If it was not meant, withdraw it.")
      : tr(lead),
    facts: [
      [tr("Store"), store],
      [tr("Old"), describe(before, tr)],
      [tr("New"), describe(after, tr)],
      [tr("By"), by],
    ],
  }));
}

/** Mails to a store's owners what it accepts as paid from now on, where that differs. */
export async function mailAcceptance(
  tools: NoticeTools,
  { id, name: store }: Pick<MerchantStore, "id" | "name">,
  { before, after }: Readonly<{ before: StoreSettings; after: StoreSettings }>,
  { by, path }: About,
): Promise<void> {
  if (differences(describeAcceptance(before), describeAcceptance(after)).length === 0) return;
  await mailReaders(tools, id, "unrestricted", path, (tr) => ({
    subject: tr("{name} has changed what {store} accepts as paid", { name: by, store }),
    lead: tr("It holds from now on. If it was not meant, change it back at once."),
    facts: [
      [tr("Store"), store],
      ...differences(describeAcceptance(before, tr), describeAcceptance(after, tr)),
      [tr("By"), by],
    ],
  }));
}

/** Mails to a store's owners that an API key has made another store which is paid at the same address. */
export async function mailCopy(
  tools: NoticeTools,
  { id, name: store }: Pick<MerchantStore, "id" | "name">,
  copy: Pick<MerchantStore, "name">,
  { by, path }: About,
): Promise<void> {
  await mailReaders(tools, id, "unrestricted", path, (tr) => ({
    subject: tr("An API key has made a copy of {store}", { store }),
    lead: tr(
      "The new store is paid at the same address. If it was not meant, revoke the key and archive the store.",
    ),
    facts: [
      [tr("Store"), store],
      [tr("New"), copy.name],
      [tr("By"), by],
    ],
  }));
}

type Letter = Readonly<{ subject: string; lead: string; facts: [string, string][] }>;

async function mailReaders(
  tools: NoticeTools,
  storeId: string,
  permission: "canmanagepayouts" | "unrestricted",
  path: string,
  write: (tr: Translate) => Letter,
): Promise<void> {
  for (const user of await whoMay(tools, storeId, permission)) {
    if (user.email === undefined) continue;
    const language = languageOfUser(user);
    const tr = merchantWords(language);
    const link = { label: tr("Look at the change"), path };
    await queueNotice(tools, { to: user.email, language, ...write(tr), link });
  }
}
