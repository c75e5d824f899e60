import type { Texts } from "../../entry.ts";
import type { common as english } from "../en/common.ts";

export const common = {
  "common.sandbox": "Ambiente de testes",
  "common.sandboxText":
    "<strong>Ambiente de testes.</strong> Dinheiro fictício em redes privadas. Nada aqui tem valor.",
  "common.by": "Pagamentos por Crosstill",
  "common.contact": "Contactar {store}",
  "common.language": "Idioma",
  "common.close": "Fechar",
  "common.newTab": " (abre em uma nova aba)",
  "common.coinOn": "{coin} em {network}",
  "common.chain": "rede {id}",
  "common.address": "Endereço",
  "common.amount": "Valor",
  "common.minutes": "{minutes} min",
  "common.hours": "{hours} h {minutes} min",
  "common.days": { one: "{count} dia", other: "{count} dias" },
  "common.stepDone": ", concluído",
  "common.stepNow": ", em andamento",
  "common.stepNext": ", a seguir",
  "common.stepStopped": ", interrompido",
} as const satisfies Texts<typeof english>;
