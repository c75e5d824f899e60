import type { Texts } from "../../entry.ts";
import type { common as english } from "../en/common.ts";

export const common = {
  "common.sandbox": "Testumgebung",
  "common.sandboxText":
    "<strong>Testumgebung.</strong> Spielgeld auf privaten Chains. Nichts hier hat einen Wert.",
  "common.by": "Zahlungen über Crosstill",
  "common.contact": "{store} kontaktieren",
  "common.language": "Sprache",
  "common.close": "Schließen",
  "common.newTab": " (öffnet sich in einem neuen Tab)",
  "common.coinOn": "{coin} auf {network}",
  "common.chain": "Chain {id}",
  "common.address": "Adresse",
  "common.amount": "Betrag",
  "common.minutes": "{minutes} Min.",
  "common.hours": "{hours} Std. {minutes} Min.",
  "common.days": { one: "{count} Tag", other: "{count} Tage" },
  "common.stepDone": ", erledigt",
  "common.stepNow": ", läuft gerade",
  "common.stepNext": ", kommt noch",
  "common.stepStopped": ", abgebrochen",
} as const satisfies Texts<typeof english>;
