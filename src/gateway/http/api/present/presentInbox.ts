import type { LostInvoice } from "../../../usecases/failover/lostInvoices.ts";
import type { Inbox, InboxItem, NamedFunds } from "../../../usecases/invoices/inbox.ts";
import { presentEntry } from "../../../usecases/invoices/presentAmounts.ts";
import { formatDecimal } from "../../../../values/amount.ts";
import { unixSeconds } from "../../../../values/time.ts";
import type { Answer } from "../../answers/scalars.ts";
import type { inboxAnswer } from "../../answers/store.ts";
import { metadataText } from "../../../domain/invoices/metadataText.ts";

type Item = Answer<typeof inboxAnswer>["items"][number];
type Lost = Answer<typeof inboxAnswer>["lost"][number];

/**
 * The inbox for GET …/crosstill/inbox and `crosstill inbox --json`: times in unix seconds, amounts as
 * decimal strings.
 */
export function presentInbox({ items, unattributed, webhooks, lost }: Inbox): Answer<typeof inboxAnswer> {
  return {
    items: items.map(presentItem),
    unattributed: unattributed.map(presentUnattributed),
    webhooks: webhooks.map(({ id: webhookId, storeId, url, disabledReason: reason }) => {
      return { storeId, webhookId, url, reason };
    }),
    lost: lost.map(presentLost),
  };
}

function presentItem({ invoice, attention }: InboxItem): Item {
  return {
    storeId: invoice.storeId,
    invoiceId: invoice.id,
    orderId: metadataText(invoice.terms.metadata, "orderId") ?? null,
    status: invoice.state,
    additionalStatus: invoice.additional,
    ...presentEntry(invoice, attention),
  };
}

function presentLost({ storeId, invoiceId, issuedAt, foundAt, places }: LostInvoice): Lost {
  return {
    storeId,
    invoiceId,
    issuedAt: unixSeconds(issuedAt),
    foundAt: unixSeconds(foundAt),
    places: places.map(({ chainId, address, units, symbol, decimals, isDirect: direct }) => {
      const amount = decimals === undefined ? null : formatDecimal(units, decimals);
      return { chainId, address, units: units.toString(), amount, symbol: symbol ?? null, direct };
    }),
  };
}

function presentUnattributed(deposit: NamedFunds): Answer<typeof inboxAnswer>["unattributed"][number] {
  const { chainId, outpoint, address, currency, value, storeId, lastInvoiceId, coin } = deposit;
  return {
    storeId: storeId === "" ? null : storeId, // an address that no store was ever given
    chainId,
    outpoint,
    address,
    currency,
    units: value.toString(),
    amount: coin ? formatDecimal(value, coin.decimals) : null,
    symbol: coin?.symbol ?? null,
    lastInvoiceId: lastInvoiceId ?? null,
    paidAt: unixSeconds(deposit.blockTime),
    seenAt: unixSeconds(deposit.seenAt),
  };
}
