import { MOST_PSBT_ADDRESSES, type PsbtToSign } from "../../usecases/wallet-payments/payByPsbt.ts";
import type { Offer } from "../../domain/invoices/invoice.ts";
import type { Language } from "../../../languages/languages.ts";
import { wordsOf, type Words } from "../../../languages/translate.ts";
import { btcAmount } from "../../../intents/coinAmount.ts";
import type { StoreAppearance } from "../branding/storeAppearance.ts";
import type { LanguageLink } from "../language.ts";
import { renderPage } from "../pages.ts";
import { qrSvg } from "./qr.ts";
import { groupsOfFour } from "./render.ts";

/** What the payer has typed, what was made of it, and what is wrong with it. */
export type PsbtForm = Readonly<{
  addresses?: string;
  signed?: string;
  made?: PsbtToSign;
  problem?: string;
}>;

export type PsbtPage = Readonly<{
  invoiceId: string;
  /** The invoice's page, and where the two forms go. */
  invoiceUrl: string;
  makeUrl: string;
  sendUrl: string;
  storeName: string;
  look?: StoreAppearance;
  sandbox: boolean;
  offer: Offer;
  language: Language;
  languages: readonly LanguageLink[];
}>;

const LONGEST_IN_QR = 800; // characters; a larger code is too fine for a camera

/** The page on which an invoice is paid with a PSBT, as HTML. `nonce` is the one of the answer's headers. */
export function renderPsbtPage({ offer, ...page }: PsbtPage, form: PsbtForm, nonce: string): string {
  return renderPage("psbt", {
    ...page,
    ...form,
    nonce,
    amount: btcAmount(offer.input),
    groups: groupsOfFour(offer.depositAddress),
    mostAddresses: MOST_PSBT_ADDRESSES,
    made: form.made && madeView(form.made, wordsOf(page.language)),
  });
}

function madeView({ psbtBase64, fee, changeTo }: PsbtToSign, t: Words) {
  return {
    base64: psbtBase64,
    fee: btcAmount(fee),
    changeGroups: groupsOfFour(changeTo),
    qrSvg: psbtBase64.length <= LONGEST_IN_QR ? qrSvg(psbtBase64, t("psbt.qr")) : undefined,
  };
}
