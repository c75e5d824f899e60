import type { Texts } from "../../entry.ts";
import type { common as english } from "../en/common.ts";

export const common = {
  "common.sandbox": "Environnement de test",
  "common.sandboxText":
    "<strong>Environnement de test.</strong> Argent fictif sur des chaînes privées. Rien ici n’a de valeur.",
  "common.by": "Paiements par Crosstill",
  "common.contact": "Contacter {store}",
  "common.language": "Langue",
} as const satisfies Texts<typeof english>;
