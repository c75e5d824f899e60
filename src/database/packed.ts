import { deflateRawSync, inflateRawSync } from "node:zlib";
import { DICTIONARY_1 } from "./packedDictionary.ts";

/**
 * Long JSON, deflated with a dictionary of similar documents: a third of its length. The result is text, so
 * that both databases and their archives store it alike: "z1:" and base64. JSON never begins with that;
 * short values and those of older versions are stored unpacked.
 */
const MARK = "z1:";
const SHORT = 160; // characters: below that the dictionary's gain is too small
const MOST = 64 * 1024 * 1024; // bytes of one value, unpacked

const dictionary = Buffer.from(DICTIONARY_1);

/** The text that is stored for a JSON text. */
export function pack(json: string): string {
  if (json.length < SHORT) return json;
  const deflated = deflateRawSync(json, { dictionary, level: 9 });
  const packed = MARK + deflated.toString("base64");
  return packed.length < json.length ? packed : json;
}

/** The JSON text again, to the byte. Throws when what is stored is damaged. */
export function unpack(stored: string): string {
  if (!stored.startsWith(MARK)) return stored;
  const deflated = Buffer.from(stored.slice(MARK.length), "base64");
  return inflateRawSync(deflated, { dictionary, maxOutputLength: MOST }).toString("utf8");
}
