import type { Entry } from "../../../languages/entry.ts";
import type { Language } from "../../../languages/languages.ts";
import { textsFor } from "../../../languages/translate.ts";

const KEYS = [
  "wallet.payWith",
  "wallet.payWithAny",
  "wallet.connect",
  "wallet.check",
  "wallet.pays",
  "wallet.move",
  "wallet.funds",
  "wallet.confirm",
  "wallet.wait",
  "wallet.noAccount",
  "wallet.declinedAsk",
  "wallet.pending",
  "wallet.walletSaid",
  "wallet.unknownChain",
  "wallet.otherChain",
  "wallet.otherAccount",
  "wallet.tooPoor",
  "wallet.declined",
  "wallet.unsure",
  "wallet.failed",
  "wallet.slow",
  "wallet.wasSent",
  "wallet.wasAsked",
  "wallet.again",
  "wallet.silent",
] as const;

/** The texts of views/assets/payByWallet.js, by name; {words in braces} are filled in there. */
export function walletTexts(language: Language): Readonly<Record<string, Entry>> {
  const texts = Object.entries(textsFor(language, KEYS));
  return Object.fromEntries(texts.map(([key, text]) => [key.replace("wallet.", ""), text]));
}
