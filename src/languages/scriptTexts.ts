import type { Language } from "./languages.ts";
import { textsFor } from "./translate.ts";

const SCRIPT_TEXTS = [
  ...(["common.minutes", "common.hours", "common.days", "pay.soonest", "pay.soon"] as const),
  ...(["pay.moreMinutes", "pay.copied", "pay.copiedWhat", "pay.selected"] as const),
];

/** The texts of checkout.js, which every page with a copy button loads, as the JSON that it reads from views/announcer.eta. */
export function scriptTexts(language: Language): string {
  return JSON.stringify(textsFor(language, SCRIPT_TEXTS));
}
