import { isSettlementCoin } from "../../usecases/proofs/provePayout.ts";
import { chainNameIn } from "../../usecases/stores/settlements.ts";
import type { Language } from "../../../languages/languages.ts";
import { merchantWords, type Translate } from "../../../languages/merchantWords.ts";
import { formatDecimal, formatFixed } from "../../../values/amount.ts";
import { isSending, sentBy, type BookedCoin, type Payout } from "../../domain/payouts/payout.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { groupsOfFour, safeLink } from "../checkout/render.ts";
import type { Explorers } from "../checkout/viewContext.ts";
import { coinTitle } from "../owner/coinTitle.ts";
import { readableTime } from "../owner/readableTime.ts";
import type { PayoutPage } from "./loadPayoutPage.ts";
import { cancelWords, provenWords, serviceWords, stageOf, stepsOf } from "./words.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Everything that views/owner/payout.eta shows, in words and decimals. */
export function payoutView(
  page: PayoutPage,
  explorers: Explorers,
  sandbox: boolean,
  language: Language = "en",
): Fields {
  const tr = merchantWords(language);
  const { payout, merchant, method } = page;
  const { id, state, destination, coin, revision, version, createdAt } = payout;
  const paysIn = paysInOf(page);
  const link = (chainId: number, txHash: string) => ({
    txHash,
    url: safeLink(explorers.tx(chainId, txHash)),
  });
  const isDirect = !isQuoteUsed(payout) && isSettlementCoin(payout, merchant.settings.settlement);
  return {
    id,
    state,
    revision,
    version,
    destination,
    isDirect,
    ...stageOf(payout, tr, page.now),
    storeName: merchant.name,
    what: whatFor(page, tr),
    created: readableTime(createdAt, merchant.settings.books.zone),
    groups: groupsOfFour(destination),
    coinName: method ? coinTitle(method, tr) : coin.methodId,
    network: method?.chainName ?? `chain ${coin.chainId}`,
    settlement: { symbol: paysIn.symbol, network: chainNameIn(merchant.settings, paysIn.chainId) },
    gets: getsOf(page, isDirect, tr),
    pays: paysOf(page, isDirect),
    claimed: claimedOf(payout),
    afterCancel: cancelWords(payout, tr),
    steps: stepsOf(payout, tr),
    said: serviceWords(payout, tr),
    requestId: payout.service?.requestId,
    former: payout.formerRequests ?? [],
    proof: payout.proof && { ...proofOf(payout), words: provenWords(payout.proof.evidence, tr) },
    proofLink: payout.proof?.txHash === undefined ? undefined : link(coin.chainId, payout.proof.txHash),
    wallet: walletOf(page, isDirect),
    sent: sentBy(payout).map((hash) => link(paysIn.chainId, hash)),
    isSending: isSending(payout),
    named: payout.named && link(coin.chainId, payout.named.txHash),
    command: `npx crosstill payouts pay ${id}${sandbox ? "" : " --key-file merchant.key"}`,
    refreshSeconds: state === "InProgress" ? 15 : undefined,
  };
}

/** Whether the payout's quote was paid by: one may have been left for a payment by hand. */
function isQuoteUsed({ state, service }: Payout): boolean {
  return (
    service !== undefined && (state === "InProgress" || (state === "Completed" && service.word !== "waiting"))
  );
}

/** The coin that the shop pays in: of the quote that is used, else the one in which it is paid now. */
function paysInOf({ payout, merchant }: PayoutPage): BookedCoin {
  const { settlement } = merchant.settings;
  return isQuoteUsed(payout) ? (payout.service?.coin ?? settlement) : settlement;
}

function whatFor({ payout, pullPayment, order }: PayoutPage, tr: Translate): string {
  if (payout.unattributed) return tr("Refund of unattributed funds");
  if (!pullPayment) return tr("A payout of your own");
  const { refund, name } = pullPayment;
  if (refund && order !== undefined) return tr("Refund of {order}", { order });
  if (refund) return tr("Refund of invoice {id}", { id: refund.invoiceId });
  return name === "" ? tr("Claim of a pull payment") : tr("Claim of “{name}”", { name });
}

/** What was asked for, in the currency in which it was promised. */
export function claimedOf({ originalAmount, originalDecimals, originalCurrency }: Payout): string {
  const format = originalDecimals > 2 ? formatDecimal : formatFixed; // coins have many decimals, and few of them matter here
  return `${format(originalAmount, originalDecimals)} ${originalCurrency}`;
}

type Sum = Readonly<{ amount: string; unit: string; about: boolean; note?: string }>;

/** What the buyer gets: seen on the chain, by the quote under way, as approved, or as it would be approved now. */
function getsOf({ payout, coinsNow }: PayoutPage, isDirect: boolean, tr: Translate): Sum | undefined {
  const { coin, proof, service, state, payoutAmount } = payout;
  const sum = (amount: bigint, about: boolean, note?: string): Sum => ({
    amount: formatDecimal(amount, coin.decimals),
    unit: coin.symbol,
    about,
    ...(note === undefined ? {} : { note }),
  });
  if (proof?.amount !== undefined) return sum(proof.amount, false);
  if (state === "InProgress" && service?.expected !== undefined) {
    const least = service.minimum ?? service.expected;
    return sum(
      service.expected,
      true,
      tr("At least {amount}, by the quote that is being carried out.", {
        amount: `${formatDecimal(least, coin.decimals)} ${coin.symbol}`,
      }),
    );
  }
  if (payoutAmount !== undefined)
    return sum(
      payoutAmount,
      false,
      state === "AwaitingPayment" && !isDirect
        ? tr(
            "As it was approved, and what you send by hand. Through the service the fees of the conversion come off.",
          )
        : undefined,
    );
  return coinsNow === undefined
    ? undefined
    : sum(coinsNow, true, tr("At the rate of this moment; it is fixed when you approve."));
}

/** What the shop pays for it, in the coin in which it is paid itself. */
function paysOf(page: PayoutPage, isDirect: boolean): Sum | undefined {
  const { payout, inputNow, coinsNow } = page;
  const { symbol: unit, decimals } = paysInOf(page);
  const { service, payoutAmount } = payout;
  const due = isDirect ? (payoutAmount ?? coinsNow) : undefined;
  if (due !== undefined)
    return { amount: formatDecimal(due, decimals), unit, about: payoutAmount === undefined };
  if (service && isQuoteUsed(payout))
    return { amount: formatDecimal(service.input, decimals), unit, about: false };
  return inputNow === undefined
    ? undefined
    : { amount: formatDecimal(inputNow, decimals), unit, about: true };
}

function proofOf({ proof, coin }: Payout): Fields {
  return proof?.amount === undefined
    ? {}
    : { amount: `${formatDecimal(proof.amount, coin.decimals)} ${coin.symbol}` };
}

function handedOf({ service }: Payout) {
  return service?.handed ?? [];
}

/** Whether a browser wallet can begin, continue, or has a transaction with an unknown result. */
function walletOf(page: PayoutPage, isDirect: boolean): Fields | undefined {
  const { payout, merchant, transactions } = page;
  const { chainId } = paysInOf(page);
  const handed = handedOf(payout);
  const chain = { chainId, chainName: chainNameIn(merchant.settings, chainId) };
  if (payout.state === "AwaitingPayment")
    return isDirect || chainId === BITCOIN_CHAIN_ID ? undefined : { ...chain, mode: "begin" };
  if (payout.state !== "InProgress" || handed.length === 0) return undefined;
  const account = payout.service?.user;
  const place = handed.findIndex(({ hash }) => hash === undefined);
  if (place >= 0) return { ...chain, account, mode: "unsure", place, last: place + 1 === transactions };
  const isMore = transactions !== undefined && handed.length < transactions;
  return isMore
    ? { ...chain, account, mode: "goOn", place: handed.length }
    : { ...chain, account, mode: "sent" };
}
