import { SentenceError } from "../../../values/sentence.ts";

/** Why a file cannot be a store's logo or an item's picture, and which files can: a sentence for the uploader. */
export class LogoError extends SentenceError {
  override name = "LogoError";
}
