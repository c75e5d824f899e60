import { Router, type Request, type RequestHandler } from "express";
import { checkEvmAddress } from "../../../evm/codec/address.ts";
import { requirePayout } from "../../usecases/payouts/managePayouts.ts";
import {
  askWallet,
  noteConfirmed,
  noteDeclined,
  noteSent,
  prepareForWallet,
  type PayingGateway,
  type WalletPayment,
} from "../../usecases/wallet-payments/payByWallet.ts";
import type { Translate } from "../../../languages/merchantWords.ts";
import { formatDecimal } from "../../../values/amount.ts";
import { HttpError } from "../errors.ts";
import { fieldOf } from "../owner/fields.ts";
import { wordsFor } from "../owner/page.ts";
import { PAYOUTS_PATH } from "../owner/paths.ts";
import { serviceWords } from "./words.ts";

const MOST_TRANSACTIONS = 32;

/**
 * The calls of the page's script (views/assets/wallet.js), with JSON answers: a payment's transactions, and
 * each one before the wallet is asked for it, with its hash, when it is in a block, or that it was
 * declined.
 */
export function walletRoutes(
  gateway: PayingGateway,
  forms: readonly RequestHandler[],
  seeing: readonly RequestHandler[],
): Router {
  const router = Router();
  const path = `${PAYOUTS_PATH}/:payoutId/wallet`;

  router.post(`${path}/prepare`, ...forms, async (request, response) => {
    const account = checkEvmAddress(fieldOf(request, "account") ?? "");
    if (!account) throw unreadable("an account of an EVM wallet");
    response.json(await present(gateway, await prepareForWallet(gateway, idOf(request), account)));
  });

  router.post(`${path}/ask`, ...forms, async (request, response) => {
    const { requestId, place } = stepIn(request);
    response.json(progressOf(await askWallet(gateway, idOf(request), requestId, place), wordsFor(response)));
  });

  router.post(`${path}/sent`, ...forms, async (request, response) => {
    response.json(progressOf(await noteSent(gateway, idOf(request), sentIn(request)), wordsFor(response)));
  });

  router.post(`${path}/confirmed`, ...forms, async (request, response) => {
    response.json(
      progressOf(await noteConfirmed(gateway, idOf(request), stepIn(request).place), wordsFor(response)),
    );
  });

  router.post(`${path}/declined`, ...forms, async (request, response) => {
    const { requestId, place } = stepIn(request);
    response.json(
      progressOf(await noteDeclined(gateway, idOf(request), requestId, place), wordsFor(response)),
    );
  });

  router.get(`${PAYOUTS_PATH}/:payoutId/progress`, ...seeing, async (request, response) => {
    response.json(progressOf(await requirePayout(gateway, idOf(request)), wordsFor(response)));
  });
  return router;
}

/** The transaction of a step, from the wallet or from a person who has read it there. */
export function sentIn(request: Request): Readonly<{ requestId: string; place: number; txHash: string }> {
  const txHash = /0x[0-9a-f]{64}(?![0-9a-f])/i.exec(fieldOf(request, "transaction") ?? "")?.[0].toLowerCase();
  if (txHash !== undefined) return { ...stepIn(request), txHash };
  throw unreadable("a transaction id of 64 hexadecimal digits, with 0x before them");
}

type Progress = Parameters<typeof serviceWords>[0];

function progressOf(payout: Progress, tr: Translate) {
  return { state: payout.state, version: payout.version, words: serviceWords(payout, tr) ?? null };
}

async function present({ persistence }: PayingGateway, { payout, payment, transactions }: WalletPayment) {
  const { coin } = payout;
  const paysIn = payment.coin ?? (await persistence.stores.load(payout.storeId))?.settings.settlement;
  const show = (amount: bigint | undefined) =>
    amount === undefined ? null : `${formatDecimal(amount, coin.decimals)} ${coin.symbol}`;
  return {
    requestId: payment.requestId,
    account: payment.user,
    pays: `${formatDecimal(payment.input, paysIn?.decimals ?? 0)} ${paysIn?.symbol ?? ""}`,
    gets: show(payment.expected),
    least: show(payment.minimum),
    transactions: transactions.map(({ chainId, to, data, value }) => ({
      chainId,
      to,
      data,
      value: `0x${value.toString(16)}`,
    })),
    sent: (payment.handed ?? []).map(({ hash }) => hash ?? null),
  };
}

function stepIn(request: Request): Readonly<{ requestId: string; place: number }> {
  const requestId = fieldOf(request, "requestId") ?? "";
  const place = Number(fieldOf(request, "place") ?? "none");
  if (requestId === "" || requestId.length > 256) throw unreadable("the request of a quote");
  if (!Number.isInteger(place) || place < 0 || place >= MOST_TRANSACTIONS)
    throw unreadable("the place of a step");
  return { requestId, place };
}

function unreadable(expected: string): HttpError {
  return new HttpError(422, "unreadable", `Expected ${expected}.`);
}

function idOf(request: Request): string {
  return String(request.params["payoutId"]);
}
