import type { ErrorCode, GatewayError } from "../../errors.ts";
import { PsbtRefusal } from "../../usecases/wallet-payments/psbtRefusal.ts";
import type { Language } from "../../../languages/languages.ts";
import { wordsOf, type PlainKey } from "../../../languages/translate.ts";

const SAID: Partial<Record<ErrorCode, PlainKey>> = {
  invoice_closed: "psbt.closed",
  invoice_paid: "psbt.paid",
  chain_busy: "psbt.busy",
  chain_unseen: "psbt.unseen",
  amount_too_small: "pay.methodTooSmall",
  price_not_reached: "pay.methodMoved",
  service_unavailable: "pay.methodSilent",
};

/** Why no PSBT was made or sent, for the payer. Other messages are for operators; payers read that it did not work. */
export function psbtProblem(error: GatewayError, language: Language): string {
  const t = wordsOf(language);
  if (error instanceof PsbtRefusal) return error.say(t);
  return t(SAID[error.code] ?? "pay.methodRefused");
}
