import { GatewayError } from "../../errors.ts";
import { sentence, type Sentence } from "../../../values/sentence.ts";

/** A refusal of one of the words by which a file is asked for, by its name. */
export function refused(name: string, expected: string | Sentence, came: string): GatewayError {
  const path = name.charAt(0).toUpperCase() + name.slice(1);
  const said = sentence('{expected}; got "{came}".', { expected, came: came.slice(0, 60) });
  return new GatewayError("export_refused", said, { path });
}
