import { wordsOf, type Words } from "../../../languages/translate.ts";
import { GatewayError } from "../../errors.ts";

/**
 * Why no PSBT was made or broadcast. `say` gives the sentence in a payer's language; the message is in
 * English.
 */
export class PsbtRefusal extends GatewayError {
  override name = "PsbtRefusal";
  constructor(readonly say: (words: Words) => string) {
    super("psbt_refused", say(wordsOf("en")));
  }
}
