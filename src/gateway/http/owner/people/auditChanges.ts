import { english, type Translate } from "../../../../languages/merchantWords.ts";
import { formatDecimal, formatFixed } from "../../../../values/amount.ts";
import { priceDecimals } from "../../../../values/currency.ts";
import type { AuditEntry } from "../../../domain/access/auditEntry.ts";
import type { Settlement } from "../../../domain/invoices/invoice.ts";
import { readableTime } from "../readableTime.ts";

/** What a field was and is, as people read it; the whole value where it has no fields. */
export type ChangedField = Readonly<{
  label: string | undefined;
  before: string | undefined;
  after: string | undefined;
}>;

/** What values are written in: `coin` is the one that the entry's store is paid in. */
export type Reader = Readonly<{
  tr: Translate;
  zone: string;
  coin: Pick<Settlement, "decimals" | "symbol"> | undefined;
}>;

const MOST_SHOWN = 20; // fields of an entry; the rest stands in the data

/**
 * The fields of an entry that differ, or all of one that has only a before or an after, by their labels: amounts in coins and
 * currencies, times in the zone, shares in percent. Fields without a label keep their names.
 */
export function changedFields(
  { action, before, after }: Pick<AuditEntry, "action" | "before" | "after">,
  reader: Reader,
): readonly ChangedField[] {
  const [was, is] = [before, after].map((value) => fieldsOf(value, action, reader)) as [Fields, Fields];
  const paths = [...new Set([...was.keys(), ...is.keys()])];
  return paths
    .filter((path) => was.get(path)?.text !== is.get(path)?.text)
    .slice(0, MOST_SHOWN)
    .map((path) => ({
      label: (is.get(path) ?? was.get(path))?.label,
      before: before === undefined ? undefined : (was.get(path)?.text ?? reader.tr("None")),
      after: after === undefined ? undefined : (is.get(path)?.text ?? reader.tr("None")),
    }));
}

type Fields = ReadonlyMap<string, Readonly<{ label: string | undefined; text: string }>>;
type Members = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown, action: string, reader: Reader): Fields {
  const found = new Map<string, Readonly<{ label: string | undefined; text: string }>>();
  const read = (part: unknown, path: readonly string[], around: Members) => {
    if (part === undefined || part === null || part === "") return;
    const key = path.join(".");
    const label = labelOf(path, reader);
    if (Array.isArray(part)) {
      const texts = part.map((one: unknown) => textOf(one, path, { action, around, reader }));
      if (texts.length > 0) found.set(key, { label, text: texts.join(", ") });
    } else if (isMembers(part) && !isSettlement(part)) {
      const members = { ...around, ...part };
      for (const [name, member] of Object.entries(part)) {
        const isUnit = name === "decimals"; // an amount beside it is written with it
        if (!isUnit) read(member, [...path, name], members);
      }
    } else found.set(key, { label, text: textOf(part, path, { action, around, reader }) });
  };
  read(value, [], {});
  return found;
}

type Place = Readonly<{ action: string; around: Members; reader: Reader }>;

function textOf(value: unknown, path: readonly string[], place: Place): string {
  const { tr, zone, coin } = place.reader;
  const name = path.at(-1) ?? "";
  if (isSettlement(value))
    return `${tr("{coin} on {network}", { coin: value.symbol, network: value.chainName })}, ${value.recipient}`;
  if (isMembers(value)) {
    const members = Object.entries(value).filter(([, member]) => typeof member !== "object");
    const around = { ...place.around, ...value };
    return members.map(([key, member]) => textOf(member, [...path, key], { ...place, around })).join(" ");
  }
  if (typeof value === "boolean") return value ? tr("yes") : tr("no");
  if (typeof value === "number" && TIMES.test(name) && value > LEAST_TIME)
    return readableTime(value, zone).words;
  if (typeof value === "number" && name.endsWith("Bps")) return `${value / 100} %`;
  const text = String(value);
  if (name === "toleranceFloor" && coin && /^\d+$/.test(text))
    return `${formatDecimal(BigInt(text), coin.decimals)} ${coin.symbol}`;
  const { currency } = place.around;
  if (!AMOUNTS.has(name) || typeof currency !== "string") return text;
  const decimals = priceDecimals(currency) ?? 2;
  const isSmallest = IN_SMALLEST_UNITS.has(`${place.action} ${name}`) && /^\d+$/.test(text);
  return `${isSmallest ? formatFixed(BigInt(text), decimals) : text} ${currency}`;
}

const TIMES = /(^at|At|^since|^until)$/;
const LEAST_TIME = 1e11; // milliseconds; smaller numbers are counts
const AMOUNTS: ReadonlySet<string> = new Set(["amount", "price", "least", "most"]);

/** The amounts that are kept in smallest units, as "<action> <field>". */
const IN_SMALLEST_UNITS: ReadonlySet<string> = new Set([
  ...["created", "changed"].flatMap((done) => [`payment_link.${done} amount`, `point_of_sale.${done} price`]),
  "store.pay_buttons_changed least",
  "store.pay_buttons_changed most",
]);

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSettlement(
  value: unknown,
): value is Readonly<Record<"symbol" | "chainName" | "recipient", string>> {
  return (
    isMembers(value) && ["symbol", "chainName", "recipient"].every((name) => typeof value[name] === "string")
  );
}

/** The label of a field by its name; of one without a label the names that lead to it. */
function labelOf(path: readonly string[], { tr, coin }: Reader): string | undefined {
  const name = path.at(-1);
  if (name === undefined) return undefined;
  if (name === "toleranceFloor" && coin) return tr("Tolerance, as an amount of {symbol}", coin);
  const known = [path.slice(-2).join("/"), name].find((key) => Object.hasOwn(LABELS, key));
  const label = known && LABELS[known];
  return label === undefined ? path.join(" · ") : tr(label);
}

/** Labels of fields, where there is one on the forms of the pages as it stands there. */
const LABELS: Readonly<Record<string, string>> = {
  "accountant/address": english("E-mail of your accountant"),
  amount: english("Amount"),
  brandColor: english("Colour"),
  columns: english("Columns"),
  confirmations: english("Confirmations"),
  currency: english("Currency"),
  defaultCurrency: english("Currency of prices"),
  defaultLang: english("Language of payment pages"),
  defaultMethod: english("Coin shown first"),
  description: english("Description"),
  directPayments: english("Take the settlement coin directly"),
  email: english("E-mail"),
  events: english("Events"),
  evidence: english("Proof of a settlement"),
  expiresAt: english("Expires"),
  feeBearer: english("Who pays for the conversion"),
  forgiveBps: english("Write off small remainders, up to percent of the price"),
  invoiceMinutes: english("Price fixed for, in minutes"),
  logo: english("Logo"),
  "mail/invoices": english("Mail each new invoice to its buyer"),
  items: english("Items"),
  keepDays: english("Keep addresses for so many days"),
  label: english("Label"),
  language: english("Language"),
  lateFromBps: english("Late payments count from, in percent of the price"),
  marginBps: english("Margin in percent"),
  name: english("Name"),
  oneInvoicePerOrder: english("One invoice for an order"),
  overpaid: english("Too much"),
  preset: english("Start from"),
  price: english("Price"),
  reason: english("Reason"),
  remindMinutes: english("Remind so many minutes before the price ends"),
  requiresTwoFactors: english("Second factor"),
  role: english("Role"),
  settlement: english("Settlement"),
  state: english("State"),
  strictAddresses: english("A new order for each address"),
  supportUrl: english("Support address"),
  theme: english("Theme"),
  title: english("Title"),
  toleranceBps: english("Tolerance, in percent"),
  tracked: english("Currencies in which payments are valued"),
  underpaid: english("Too little"),
  url: english("URL"),
  website: english("Website"),
  zone: english("Time zone"),
};
