import { Router } from "express";
import type { Moment } from "../../../domain/proof-pack/timeLine.ts";
import { fingerprintOf } from "../../../usecases/signatures/fingerprint.ts";
import type { Gateway } from "../../../usecases/gateway.ts";
import { proveWithMoments, type ProofPack } from "../../../usecases/proofs/proveInvoice.ts";
import { english, inWords, type Translate } from "../../../../languages/merchantWords.ts";
import { formatDecimal, formatFixed } from "../../../../values/amount.ts";
import type { proofAnswer } from "../../answers/proof.ts";
import type { Answer } from "../../answers/scalars.ts";
import { frameOf } from "../visitor.ts";
import type { SessionGuard, StoreFinder } from "../sessionGuard.ts";
import { sendOwnerPage, wordsFor } from "../page.ts";
import { invoicePath, INVOICES_PATH, proofFilePath, proofPath } from "../paths.ts";
import { stateWords } from "./stateWords.ts";
import { pageZone } from "../pageZone.ts";
import { readableTime } from "../readableTime.ts";

const MOST_SHOWN = 10;

/**
 * The proof pack of an invoice for its owner: a page to be printed, and the file that the page is about, which is kept for a while.
 * Later the link leads to the page, which is then about a new one.
 */
export function proofPage(gateway: Gateway, door: SessionGuard): Router {
  const router = Router();
  const shown = new Map<string, ProofPack>(); // by the link to the file; the last was made last
  const store: StoreFinder = async ({ params }) =>
    (await gateway.persistence.invoices.load(String(params["invoiceId"])))?.storeId;
  const seeing = door.page({ store });
  router.get(`${INVOICES_PATH}/:invoiceId/proof`, ...seeing, async (request, response) => {
    const { pack, moments } = await proveWithMoments(gateway, String(request.params["invoiceId"]));
    const view = proofView(pack, moments, wordsFor(response), pageZone(response, await store(request)));
    shown.set(view.file, pack);
    for (const [oldest] of shown) if (shown.size > MOST_SHOWN) shown.delete(oldest);
    sendOwnerPage(response, "proof", { ...frameOf(gateway, response), ...view });
  });
  router.get(`${INVOICES_PATH}/:invoiceId/proof.json`, ...seeing, (request, response) => {
    const id = String(request.params["invoiceId"]);
    const pack = shown.get(proofFilePath(id, String(request.query["digest"])));
    if (!pack) return response.redirect(303, proofPath(id));
    response.attachment(proofFileName(id)).json(pack);
  });
  return router;
}

type Pack = Answer<typeof proofAnswer>;

/** What views/owner/proof.eta shows: the pack in words. */
function proofView(
  proof: ProofPack,
  moments: readonly Moment[],
  tr: Translate,
  zone: string,
): Readonly<Record<string, unknown> & { file: string }> {
  const pack = proof as unknown as Pack; // the reference's test compares the two
  const { invoice, publicKey, signature, store, madeAt } = pack;
  const { settlement } = invoice;
  const timeOf = (iso: string) => readableTime(Date.parse(iso), zone);
  const inSettlement = (units: string) =>
    `${formatDecimal(BigInt(units), settlement.decimals)} ${settlement.symbol}`;
  return {
    id: invoice.id,
    state: stateWords(tr).states[invoice.state],
    topUp: invoice.topUp,
    store,
    settlement,
    signature,
    made: timeOf(madeAt),
    created: timeOf(invoice.createdAt),
    expires: timeOf(invoice.expiresAt),
    page: invoicePath(invoice.id),
    fileName: proofFileName(invoice.id),
    file: proofFilePath(invoice.id, signature.digest),
    price: `${formatFixed(BigInt(invoice.price), invoice.decimals)} ${invoice.currency}`,
    due: inSettlement(invoice.due),
    paid: inSettlement(invoice.paid),
    fingerprint: fingerprintOf(publicKey),
    offers: pack.offers.map(({ from, input, decimals, symbol, depositAddress, signed }) => ({
      at: timeOf(from),
      amount: `${formatDecimal(BigInt(input), decimals)} ${symbol}`,
      address: depositAddress,
      signature: signed.signature,
    })),
    payments: paymentsOf(pack, inSettlement, tr),
    moments: moments.map(({ at, what, source }) => ({
      at: readableTime(at, zone),
      what: inWords(tr, what),
      source: Object.hasOwn(SOURCES, source) ? tr(SOURCES[source] ?? source) : source,
    })),
  };
}

/** Where news came from, in words. */
const SOURCES: Readonly<Record<string, string>> = {
  gateway: english("the gateway"),
  block: english("a block"),
  mempool: english("the mempool"),
  chain: english("the chain"),
  transfer: english("a transfer"),
  reorganisation: english("a reorganisation"),
  service: english("the intent service"),
  journal: english("the journal"),
  person: english("a person"),
};

function proofFileName(id: string): string {
  return `proof-${id}.json`;
}

type Shown = Pack["deposits"][number] | Pack["settlements"][number] | Pack["refunds"][number];

function paymentsOf(
  { deposits, settlements, refunds, offers }: Pack,
  inSettlement: (units: string) => string,
  tr: Translate,
) {
  const paid = ({ amount, chainId, currency }: Shown["payment"]) => {
    const coin = offers.find((offer) => offer.chainId === chainId && offer.currency === currency);
    if (amount === undefined) return tr("an unreported amount");
    return coin
      ? `${formatDecimal(BigInt(amount), coin.decimals)} ${coin.symbol}`
      : tr("{units} units of {currency}", { units: amount, currency });
  };
  const line = (title: string, amount: string, { payment, evidence }: Shown) => {
    return { title, amount, to: payment.to, tx: payment.txHash, shown: shownBy(evidence, tr) };
  };
  return [
    ...deposits.map((one) => line(tr("Payment"), paid(one.payment), one)),
    ...settlements.map((one) => {
      const { amount } = one.payment;
      return line(
        tr("Received by the merchant"),
        amount === undefined ? paid(one.payment) : inSettlement(amount),
        one,
      );
    }),
    ...refunds.map((one) => line(tr("Sent back"), paid(one.payment), one)),
  ];
}

/** What a chain shows of a payment, in a sentence. */
function shownBy(evidence: Shown["evidence"], tr: Translate): string {
  if ("unavailable" in evidence) return tr("Not looked up: {reason}", { reason: evidence.unavailable });
  if (evidence.kind === "evm")
    return tr("A node has it in block {number}, {hash}.", {
      number: String(evidence.blockNumber),
      hash: evidence.blockHash,
    });
  const { block } = evidence;
  if ("unavailable" in block) return `${tr("The transaction is in the pack.")} ${block.unavailable}`;
  return tr(
    {
      one: "In block {number}, with the work of {count} block in the pack.",
      other: "In block {number}, with the work of {count} blocks in the pack.",
    },
    { number: String(block.height), count: block.headers.length },
  );
}
