import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { ja } from "./ja.ts";
import { pt } from "./pt.ts";
import type { Texts } from "../entry.ts";
import type { Language } from "../languages.ts";

/** The catalog that the others translate: its keys are the keys. */
export type English = typeof en;
export type Key = keyof English;

/** All texts, by language. An area, such as the checkout or the e-mails, is a file of each language's folder. */
export const catalogs: Readonly<Record<Language, Texts<English>>> = { en, de, fr, es, pt, ja, ar };
