import type { Texts } from "../../entry.ts";
import type { common as english } from "../en/common.ts";

export const common = {
  "common.sandbox": "Ambiente de testes",
  "common.sandboxText":
    "<strong>Ambiente de testes.</strong> Dinheiro fictício em redes privadas. Nada aqui tem valor.",
  "common.by": "Pagamentos por Crosstill",
  "common.contact": "Contactar {store}",
  "common.language": "Idioma",
} as const satisfies Texts<typeof english>;
