import type { Entry } from "../entry.ts";

/** The merchant's pages. The English text is the key; of a plural its form `other`. */
export const de: Readonly<Record<string, Entry>> = {};
