import { punctuationOf, type Language } from "../../../languages/languages.ts";
import { wordsOf } from "../../../languages/translate.ts";
import type { CheckoutView, MethodChoice } from "./view.ts";

/** A time in words: "about 30 s", "about 20 min", "about 2 h". */
export function aboutTime(language: Language, seconds: number): string {
  const t = wordsOf(language);
  if (seconds < 90) return t("choice.seconds", { seconds: Math.ceil(seconds) });
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return t("choice.minutes", { minutes });
  return t("choice.hours", { hours: Math.ceil(minutes / 60) });
}

/** Says that the chosen method could not be priced, and that there are others; undefined where no method has this id. */
export function refusedChoice(
  { methods, language }: Pick<CheckoutView, "methods" | "language">,
  methodId: unknown,
): string | undefined {
  const choice = methods.find(({ id }) => id === methodId);
  if (!choice) return undefined;
  const key = choice.available || choice.needs === undefined ? "pay.choiceFailed" : "pay.choiceTooSmall";
  return wordsOf(language)(key, { method: choice.name });
}

/** Which ways to pay are not offered for so little, and from when on they would be; undefined when all are. */
export function notOffered(methods: readonly MethodChoice[], language: Language): string | undefined {
  const t = wordsOf(language);
  const said = methods.flatMap(({ available, name, needs }) =>
    available || needs === undefined ? [] : [t("choice.needs", { method: name, amount: needs })],
  );
  return said.length === 0
    ? undefined
    : t("choice.notOffered", { methods: said.join(punctuationOf(language).betweenItems) });
}
