import type { LostInvoice } from "../../gateway/usecases/failover/lostInvoices.ts";
import { inbox, type Inbox, type InboxItem, type NamedFunds } from "../../gateway/usecases/invoices/inbox.ts";
import { metadataText } from "../../gateway/domain/invoices/metadataText.ts";
import { presentInbox } from "../../gateway/http/api/present/presentInbox.ts";
import { formatDecimal } from "../../values/amount.ts";
import { isoTime } from "../../values/time.ts";
import type { Command } from "../command.ts";
import { requireStore } from "./requireStore.ts";
import { withPersistence } from "./withPersistence.ts";
import { readArguments } from "../arguments.ts";

/** Prints the inbox: exceptions of invoices, unattributed funds, disabled webhooks and lost invoices; with --json in the format of the API. */
export const printInbox: Command = async (invocation) => {
  const { args, print } = invocation;
  const given = readArguments(args, "inbox");
  const storeId = given.option("store");
  await withPersistence(invocation, async (gateway) => {
    if (storeId !== undefined) await requireStore(gateway.persistence, storeId);
    const found = await inbox(gateway, storeId);
    print(given.has("json") ? JSON.stringify(presentInbox(found)) : linesOf(found).join("\n"));
  });
};

function linesOf({ items, unattributed, webhooks, lost }: Inbox): readonly string[] {
  if (items.length + unattributed.length + webhooks.length + lost.length === 0) return ["Nothing needs you."];
  const off = webhooks.map(
    ({ id, url, disabledReason }) => `webhook ${id} to ${url} was switched off: ${disabledReason ?? ""}`,
  );
  const lines = [
    ...items.map(itemLine),
    ...unattributed.map(unattributedLine),
    ...lost.flatMap(lostLines),
    ...off,
  ];
  if (items.length > 0)
    lines.push(
      `Done with one: crosstill resolve <invoice> <key> --by <name> --reason <text>, or "crosstill mark".`,
    );
  if (unattributed.length > 0)
    lines.push(
      "Know whose it is: crosstill assign <chain>:<outpoint> <invoice> --by <name> --reason <text>. Else: crosstill refund, or crosstill dismiss.",
    );
  if (lost.length > 0)
    lines.push(
      "Lost invoices: make them again for the customers who still want to pay, assign what came for them, and take them off the list on the inbox page.",
    );
  if (off.length > 0)
    lines.push(
      "Switch it on with PUT over the API, then have what it missed sent again (docs/how-to/receive-webhooks.md).",
    );
  return lines;
}

function itemLine({ invoice, attention }: InboxItem): string {
  const { decimals, symbol } = invoice.terms.settlement;
  const { kind, key, amount, since } = attention;
  const how = amount === undefined ? "" : ` ${formatDecimal(amount, decimals)} ${symbol}`;
  const orderId = metadataText(invoice.terms.metadata, "orderId");
  const order = orderId === undefined ? "" : `  order ${JSON.stringify(orderId)}`; // order ids may contain any characters
  return `${isoTime(since)}  invoice ${invoice.id} (${invoice.state})${order}  ${kind}${how}  key ${key}`;
}

function lostLines({ invoiceId, issuedAt, places }: LostInvoice): readonly string[] {
  return places.map(({ chainId, address, units, symbol, decimals, isDirect }) => {
    const amount =
      decimals === undefined ? `${units} units` : `${formatDecimal(units, decimals)} ${symbol ?? ""}`;
    const how = isDirect ? ", paid directly: look for a transfer of exactly this amount" : "";
    return `${isoTime(issuedAt)}  lost invoice ${invoiceId}  ${amount} to ${address} on chain ${chainId}${how}`;
  });
}

function unattributedLine(deposit: NamedFunds): string {
  const { chainId, outpoint, address, currency, value, seenAt, lastInvoiceId, coin } = deposit;
  const amount = coin ? `${formatDecimal(value, coin.decimals)} ${coin.symbol}` : `${value} of ${currency}`;
  const last = lastInvoiceId === undefined ? "" : `, last of invoice ${lastInvoiceId}`;
  return `${isoTime(seenAt)}  unattributed ${chainId}:${outpoint}  ${amount} at ${address}${last}`;
}
