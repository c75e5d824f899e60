import { formatFixed } from "../../../values/amount.ts";
import { HOUR_MS } from "../../../values/time.ts";
import type { PaymentLine } from "../../domain/books/lines/line.ts";
import { GatewayError } from "../../errors.ts";
import { SETTLED_AFTER_MS } from "../books/makeStatement.ts";
import { eachPage } from "../books/sumBooks.ts";
import { turnover, type DayTurnover, type KnownDays } from "../books/turnover.ts";
import type { NoticeTools } from "../mail/noticeMail.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import { isWanted, notify } from "./notify.ts";

const RECENT_MS = HOUR_MS; // payments of the last hour: a server that was down longer says nothing of those before

/** Notifies users who chose it of each payment that has settled. */
export async function notifyPayments(gateway: NoticeTools): Promise<void> {
  const { persistence, clock } = gateway;
  const [from, to] = [clock() - RECENT_MS, clock() + 1];
  for (const { id: storeId } of await persistence.stores.list()) {
    if (!(await isWanted(gateway, { kind: "payment_received", storeId }))) continue;
    const lines: Readonly<{ id: string; invoiceId: string | undefined; body: PaymentLine }>[] = [];
    await eachPage(
      (place) => persistence.books.linesIn("payments", { storeId, from, to, ...place }),
      ({ id, kind, invoiceId, body }) => {
        const line = body as PaymentLine; // of this file
        if (kind === "booked" && line.outcome === "settled") lines.push({ id, invoiceId, body: line });
      },
    );
    for (const { id, invoiceId = "", body } of lines)
      await notify(gateway, {
        kind: "payment_received",
        storeId,
        subject: id,
        body: paymentText(body),
        link: `/owner/invoices/${encodeURIComponent(invoiceId)}`,
      });
  }
}

function paymentText({ orderId, value, priceCurrency }: PaymentLine): string {
  const amount = `${value} ${priceCurrency}`;
  return orderId === undefined
    ? `A payment of ${amount} has settled.`
    : `A payment of ${amount} for order ${orderId} has settled.`;
}

/** Notifies users who chose it of what each store has received on the day before, by the clocks of the store; of no empty day. */
export async function notifyDays(gateway: NoticeTools, known: KnownDays): Promise<void> {
  for (const store of await gateway.persistence.stores.list()) {
    const about = { kind: "payments_daily", storeId: store.id } as const;
    if (!(await isWanted(gateway, about))) continue;
    const day = await readYesterday(gateway, store, known);
    if (!day || day.payments === 0) continue;
    const link = `/owner?store=${encodeURIComponent(store.id)}`;
    await notify(gateway, {
      ...about,
      subject: `${store.id}.${day.name}`,
      body: dayText(store.name, day),
      link,
    });
  }
}

type Day = Readonly<{ name: string; payments: number; unvalued: number; received: string | undefined }>;

/** Adds yesterday up. Undefined while its last lines may be missing. */
async function readYesterday(
  gateway: NoticeTools,
  store: MerchantStore,
  known: KnownDays,
): Promise<Day | undefined> {
  try {
    const { days, currency, decimals } = await turnover(gateway, store, 2, known);
    const yesterday: DayTurnover | undefined = days.at(-2);
    if (!yesterday || yesterday.to > gateway.clock() - SETTLED_AFTER_MS) return undefined;
    const { payments, unvalued, settled } = yesterday.worth;
    const received = payments > unvalued ? `${formatFixed(settled, decimals)} ${currency}` : undefined;
    return { name: yesterday.day, payments, unvalued, received };
  } catch (error) {
    if (error instanceof GatewayError && error.code === "books_not_ready") return undefined;
    throw error;
  }
}

function dayText(store: string, { name, payments, received }: Day): string {
  return received === undefined
    ? `On ${name} ${store} received payments without a known value. Number of payments: ${payments}.`
    : `On ${name} ${store} received ${received}. Number of payments: ${payments}.`;
}
