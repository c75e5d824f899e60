import type { Texts } from "../../entry.ts";
import type { common as english } from "../en/common.ts";

export const common = {
  "common.sandbox": "Entorno de pruebas",
  "common.sandboxText":
    "<strong>Entorno de pruebas.</strong> Dinero ficticio en cadenas privadas. Nada aquí tiene valor.",
  "common.by": "Pagos con Crosstill",
  "common.contact": "Contactar con {store}",
  "common.language": "Idioma",
} as const satisfies Texts<typeof english>;
