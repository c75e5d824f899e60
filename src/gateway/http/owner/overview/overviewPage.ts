import { chainNames } from "../../../usecases/tracking/chainNames.ts";
import { readRefundedPart } from "../../../usecases/payouts/readRefundedPart.ts";
import { Router, type Response } from "express";
import { LRUCache } from "lru-cache";
import { GatewayError } from "../../../errors.ts";
import { mayIn } from "../../../domain/access/roles.ts";
import { metadataText } from "../../../domain/invoices/metadataText.ts";
import type { Invoice } from "../../../domain/invoices/invoice.ts";
import { assetByItself } from "../../../domain/books/assets.ts";
import { currencyId } from "../../../domain/books/ledger.ts";
import type { Bookkeeping } from "../../../usecases/books/makeStatement.ts";
import {
  coinsOfDays,
  sumOfDays,
  turnover,
  type CoinTurnover,
  type DayTurnover,
  type KnownDays,
} from "../../../usecases/books/turnover.ts";
import type { MerchantStore } from "../../../usecases/stores/merchantStore.ts";
import type { Translate } from "../../../../languages/merchantWords.ts";
import { decimalIn } from "../../../../languages/formats.ts";
import type { Language } from "../../../../languages/languages.ts";
import { formatDecimal, formatFixed } from "../../../../values/amount.ts";
import { isoTime } from "../../../../values/time.ts";
import { NO_FILTER, pathOf } from "../invoices/asked.ts";
import { stateWords } from "../invoices/stateWords.ts";
import { waitingLines } from "./waitingLines.ts";
import { barsOf, topOf } from "./chart.ts";
import { languageOfVisitor, sendOwnerPage, wordsFor } from "../page.ts";
import {
  exportPath,
  inboxPath,
  invoicePath,
  newInvoicePath,
  NEW_STORE_PATH,
  OWNER_PATH,
  storePath,
  valuationsPath,
} from "../paths.ts";
import { firstStepsView } from "../settings/firstStepsView.ts";
import { pageZone } from "../pageZone.ts";
import { readableTime } from "../readableTime.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { frameOf, visitorOf, type AuthDeps } from "../visitor.ts";

/** One thing that the gateway depends on: what it is, how it is (both in the visitor's language), and whether that is well. */
export type HealthLine = Readonly<{ name: string; state: string; isWell: boolean }>;

const DAYS = 30;
const WEEK = 7;
const LAST_INVOICES = 6;
const SHORT_ID = 12;
const MOST_DAYS_KNOWN = 10_000;

/**
 * The overview of a store: what was received today and in the last days, by coin and as a chart, what waits for a person, the last
 * invoices, and how the parts of the gateway are. Each figure leads to the file whose lines add up to it.
 */
export function overviewPage(
  gateway: AuthDeps & Bookkeeping,
  door: SessionGuard,
  health: (tr: Translate) => Promise<readonly HealthLine[]>,
): Router {
  const router = Router();
  const known: KnownDays = new LRUCache({ max: MOST_DAYS_KNOWN });
  router.get(OWNER_PATH, ...door.page(), async (_request, response) => {
    const frame = frameOf(gateway, response);
    const id = frame.navigation.current?.id;
    const store = id === undefined ? undefined : await gateway.persistence.stores.load(id);
    sendOwnerPage(response, "overview", {
      ...frame,
      storeName: store?.name,
      words: stateWords(wordsFor(response)),
      newStore: frame.isAdmin ? NEW_STORE_PATH : undefined,
      first: store && (await firstStepsView(gateway, response, store)),
      ...(store ? await storeView(gateway, response, store, known) : {}),
      health: frame.isAdmin ? await health(wordsFor(response)) : undefined,
    });
  });
  return router;
}

async function storeView(
  gateway: AuthDeps & Bookkeeping,
  response: Response,
  store: MerchantStore,
  known: KnownDays,
) {
  const { access } = visitorOf(response);
  const maySee = mayIn(access, store.id, "canviewinvoices");
  const last = maySee ? await gateway.persistence.invoices.list(store.id, { limit: LAST_INVOICES }) : [];
  return {
    settings: mayIn(access, store.id, "canviewstoresettings") ? storePath(store.id) : undefined,
    inbox: maySee ? inboxPath(store.id) : undefined,
    waits: maySee
      ? await waitingLines(gateway, store.id, wordsFor(response), mayIn(access, store.id, "canviewpayouts"))
      : undefined,
    newInvoice: mayIn(access, store.id, "cancreateinvoice") ? newInvoicePath(store.id) : undefined,
    invoices: maySee ? pathOf({ ...NO_FILTER, storeId: store.id }) : undefined,
    last: await lastLines(gateway, last, languageOfVisitor(response), pageZone(response, store.id)),
    turnover: mayIn(access, store.id, "canviewreports")
      ? await turnoverView(gateway, store, known, response)
      : undefined,
  };
}

async function turnoverView(
  gateway: AuthDeps & Bookkeeping,
  store: MerchantStore,
  known: KnownDays,
  response: Response,
) {
  const [tr, language] = [wordsFor(response), languageOfVisitor(response)];
  try {
    const { days, currency, decimals } = await turnover(gateway, store, DAYS, known);
    const show = (amount: bigint) =>
      `${amount < 0n ? "−" : ""}${decimalIn(language, formatFixed(amount < 0n ? -amount : amount, decimals))}`;
    const span = (title: string, some: readonly DayTurnover[]) => {
      const { payments, unvalued, settled, cost, costUnknown } = sumOfDays(some);
      const path = exportPath(store.id, "payments.csv", isoTime(some[0]?.from ?? 0));
      const states = ["Settled", "Expired"] as const; // what was paid late stays expired
      const list = pathOf({ ...NO_FILTER, storeId: store.id, states, isPaid: true, from: some[0]?.day });
      const isUnvalued = settled === 0n && unvalued > 0; // a sum of zero would be wrong
      const costs = { cost: show(cost), costUnknown };
      return { title, settled: show(settled), isUnvalued, ...costs, payments, unvalued, path, list };
    };
    const assets = await gateway.persistence.books.assets();
    const nameOf = await chainNames(gateway, store.settings.settlement);
    const coinLine = ({ coin, units, payments }: CoinTurnover) => {
      const id = currencyId(coin.chainId, coin.currency);
      const asset = assets.get(id) ?? assetByItself(id);
      const amount = asset
        ? `${decimalIn(language, formatDecimal(units, asset.decimals))} ${asset.symbol}`
        : tr("{units} units of {currency}", { units: String(units), currency: coin.currency });
      const isListed = asset && { ...NO_FILTER, storeId: store.id, coin: asset.symbol, from: days[0]?.day };
      return { amount, network: nameOf(coin.chainId), payments, list: isListed && pathOf(isListed) };
    };
    const top = topOf(days.map(({ worth }) => worth.settled));
    return {
      currency,
      zone: store.settings.books.zone,
      valuations: valuationsPath(store.id),
      spans: [
        span(tr("Today"), days.slice(-1)),
        span(tr("7 days"), days.slice(-WEEK)),
        span(tr("30 days"), days),
      ],
      file: exportPath(store.id, "payments.csv", isoTime(days[0]?.from ?? 0)),
      axis: top === 0n ? [] : [show(top), show(top / 2n), show(0n)],
      chart: barsOf(
        days.map(({ day, worth }) => ({
          label: day,
          value: worth.settled,
          words: `${show(worth.settled)} ${currency}`,
        })),
        top,
      ),
      coins: coinsOfDays(days).map(coinLine),
    };
  } catch (error) {
    if (error instanceof GatewayError && error.code === "books_not_ready") return undefined;
    throw error;
  }
}

async function lastLines(
  { persistence }: AuthDeps,
  invoices: readonly Invoice[],
  language: Language,
  zone: string,
) {
  const refunds = await persistence.payouts.refundsAmong(invoices.map(({ id }) => id));
  return Promise.all(
    invoices.map(async (invoice) => ({
      ...invoiceLine(invoice, language, zone),
      refunded: await readRefundedPart({ persistence }, invoice, refunds.get(invoice.id) ?? []),
    })),
  );
}

function invoiceLine({ id, terms, state }: Invoice, language: Language, zone: string) {
  return {
    page: invoicePath(id),
    name: metadataText(terms.metadata, "orderId") ?? `${id.slice(0, SHORT_ID)}…`,
    created: readableTime(terms.createdAt, zone),
    state,
    currency: terms.currency,
    price: terms.topUp
      ? undefined
      : `${decimalIn(language, formatFixed(terms.price, terms.decimals))} ${terms.currency}`,
  };
}
