import type { Texts } from "../../entry.ts";
import type { common as english } from "../en/common.ts";

export const common = {
  "common.sandbox": "Entorno de pruebas",
  "common.sandboxText":
    "<strong>Entorno de pruebas.</strong> Dinero ficticio en cadenas privadas. Nada aquí tiene valor.",
  "common.by": "Pagos con Crosstill",
  "common.contact": "Contactar con {store}",
  "common.language": "Idioma",
  "common.close": "Cerrar",
  "common.newTab": " (se abre en una pestaña nueva)",
  "common.coinOn": "{coin} en {network}",
  "common.chain": "cadena {id}",
  "common.address": "Dirección",
  "common.amount": "Importe",
  "common.minutes": "{minutes} min",
  "common.hours": "{hours} h {minutes} min",
  "common.days": { one: "{count} día", other: "{count} días" },
  "common.stepDone": ", hecho",
  "common.stepNow": ", en curso",
  "common.stepNext": ", pendiente",
  "common.stepStopped": ", detenido",
} as const satisfies Texts<typeof english>;
