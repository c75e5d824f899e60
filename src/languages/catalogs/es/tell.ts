import type { Texts } from "../../entry.ts";
import type { tell as english } from "../en/tell.ts";

export const tell = {
  "tell.title": "Avisarme por correo electrónico",
  "tell.text": {
    one: "Recibe un mensaje cuando su pago se complete, cuando falte algo o cuando se devuelva. Su dirección no se usa para nada más y se elimina {count} día después de que termine el pago.",
    other:
      "Recibe un mensaje cuando su pago se complete, cuando falte algo o cuando se devuelva. Su dirección no se usa para nada más y se elimina {count} días después de que termine el pago.",
  },
  "tell.label": "Su dirección de correo electrónico",
  "tell.button": "Avisarme",
  "tell.saved": "Los avisos se envían a {address}.",
  "tell.change": "Cambiar la dirección",
  "tell.stop": "No enviar más mensajes",
  "tell.still": "Abrir este formulario en una página que no se recarga",
  "tell.refused": "Introduzca una dirección de correo electrónico, por ejemplo nombre@example.com.",
  "tell.tooMany":
    "Esta dirección no se puede aceptar ahora: se han dado demasiadas. Esta página muestra qué ocurre con su pago.",
  "tell.closed": "No habrá más novedades sobre este pago.",
  "tell.off": "Desde aquí no se envían correos electrónicos. Esta página muestra qué ocurre con su pago.",
} as const satisfies Texts<typeof english>;
