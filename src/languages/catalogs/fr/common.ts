import type { Texts } from "../../entry.ts";
import type { common as english } from "../en/common.ts";

export const common = {
  "common.sandbox": "Environnement de test",
  "common.sandboxText":
    "<strong>Environnement de test.</strong> Argent fictif sur des chaînes privées. Rien ici n’a de valeur.",
  "common.by": "Paiements par Crosstill",
  "common.contact": "Contacter {store}",
  "common.language": "Langue",
  "common.close": "Fermer",
  "common.newTab": " (s’ouvre dans un nouvel onglet)",
  "common.coinOn": "{coin} sur {network}",
  "common.chain": "chaîne {id}",
  "common.address": "Adresse",
  "common.amount": "Montant",
  "common.minutes": "{minutes} min",
  "common.hours": "{hours} h {minutes} min",
  "common.days": { one: "{count} jour", other: "{count} jours" },
  "common.stepDone": ", terminé",
  "common.stepNow": ", en cours",
  "common.stepNext": ", à venir",
  "common.stepStopped": ", interrompu",
} as const satisfies Texts<typeof english>;
