import type { Unattributed } from "../gateway/booksPort.ts";
import { inbox, type InboxItem } from "../gateway/inbox.ts";
import { coinOf } from "../gateway/depositCoin.ts";
import { formatDecimal } from "../money/amount.ts";
import { isoTime } from "../time.ts";
import type { Command } from "./command.ts";
import { option, withGatewayStore } from "./withGatewayStore.ts";

/** Prints what needs a person: of invoices, and money that nobody could attribute. */
export const printInbox: Command = async (invocation) => {
  const { args, print } = invocation;
  const storeId = option(args, "store");
  await withGatewayStore(invocation, async (gateway) => {
    if (storeId !== undefined && !(await gateway.store.loadStore(storeId)))
      throw new Error(`There is no store ${storeId}.`);
    const { items, unattributed } = await inbox(gateway, storeId);
    if (items.length + unattributed.length === 0) return print("Nothing needs you.");
    for (const item of items) print(itemLine(item));
    for (const one of unattributed) print(unattributedLine(one));
    if (items.length > 0)
      print(
        `Done with one: crosstill resolve <invoice> <key> --by <name> --reason <text>, or "crosstill mark".`,
      );
    if (unattributed.length > 0)
      print("Know whose it is: crosstill assign <chain>:<outpoint> <invoice> --by <name> --reason <text>.");
  });
};

function itemLine({ invoice, attention }: InboxItem): string {
  const { decimals, symbol } = invoice.terms.settlement;
  const { kind, key, amount, since } = attention;
  const how = amount === undefined ? "" : ` ${formatDecimal(amount, decimals)} ${symbol}`;
  return `${isoTime(since)}  invoice ${invoice.id} (${invoice.state})  ${kind}${how}  key ${key}`;
}

function unattributedLine(deposit: Unattributed): string {
  const { chainId, outpoint, address, currency, value, seenAt, lastInvoiceId } = deposit;
  const coin = coinOf({ chainId, currency });
  const amount = coin ? `${formatDecimal(value, coin.decimals)} ${coin.symbol}` : `${value} of ${currency}`;
  const last = lastInvoiceId === undefined ? "" : `, last of invoice ${lastInvoiceId}`;
  return `${isoTime(seenAt)}  unattributed ${chainId}:${outpoint}  ${amount} at ${address}${last}`;
}
