import type { Texts } from "../../entry.ts";
import type { common as english } from "../en/common.ts";

export const common = {
  "common.sandbox": "Testumgebung",
  "common.sandboxText":
    "<strong>Testumgebung.</strong> Spielgeld auf privaten Chains. Nichts hier hat einen Wert.",
  "common.by": "Zahlungen über Crosstill",
  "common.contact": "{store} kontaktieren",
  "common.language": "Sprache",
} as const satisfies Texts<typeof english>;
