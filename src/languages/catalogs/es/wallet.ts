import type { Texts } from "../../entry.ts";
import type { wallet as english } from "../en/wallet.ts";

export const wallet = {
  "wallet.here": "Monedero en este navegador",
  "wallet.refund": "Enviar a este monedero una posible devolución",
  "wallet.steps": "Lo que hace el monedero",
  "wallet.payWith": "Pagar con {wallet}",
  "wallet.payWithAny": "Pagar con el monedero de este navegador",
  "wallet.connect": "Conectar el monedero",
  "wallet.check": "Comprobar el pago",
  "wallet.pays": "Usted paga {amount}, más la comisión de la red.",
  "wallet.move": "Pasar el monedero a {network}",
  "wallet.funds": "Comprobar si hay saldo",
  "wallet.confirm": "Confirmar el pago en el monedero",
  "wallet.wait": "Esperar al bloque",
  "wallet.noAccount":
    "El monedero no ha indicado ninguna cuenta. Ábralo, desbloquéelo, elija la cuenta que paga e inténtelo de nuevo.",
  "wallet.declinedAsk":
    "Ha rechazado en el monedero. No se ha enviado nada; inténtelo de nuevo cuando quiera.",
  "wallet.pending":
    "El monedero ya le está preguntando algo. Ábralo, responda allí e inténtelo de nuevo. No se ha enviado nada.",
  "wallet.walletSaid": "El monedero respondió: {words}. No se ha enviado nada; inténtelo de nuevo.",
  "wallet.unknownChain":
    "El monedero no conoce {network} (cadena {chain}). Añádala allí e inténtelo de nuevo. No se ha enviado nada.",
  "wallet.otherChain":
    "El monedero no está en {network} (cadena {chain}). Cámbielo allí e inténtelo de nuevo. No se ha enviado nada.",
  "wallet.otherAccount":
    "El monedero ha cambiado a otra cuenta. No se ha enviado nada; inténtelo de nuevo con la que debe pagar.",
  "wallet.tooPoor":
    "Esta cuenta tiene {have} y hay que pagar {need}. Elija otra cuenta o pague de otra forma. No se ha enviado nada.",
  "wallet.declined": "Ha rechazado en el monedero. No se ha enviado nada.",
  "wallet.unsure":
    "El monedero no ha dicho si ha enviado el pago ({words}). Mire su historial antes de pagar otra vez: lo enviado aparece aquí.",
  "wallet.failed":
    "La transacción {hash} falló en la cadena, así que no se ha pagado nada. Puede intentarlo de nuevo.",
  "wallet.slow":
    "La transacción {hash} se ha enviado y aún no está en ningún bloque. Aparecerá aquí; no pague otra vez.",
  "wallet.wasSent":
    "El monedero de este navegador ha enviado {hash} para esta factura. No pague otra vez: aparecerá aquí.",
  "wallet.wasAsked":
    "Ya se pidió este pago al monedero de este navegador. Mire su historial: si se envió, no pague otra vez, aparecerá aquí.",
  "wallet.again": "No se envió: pagar otra vez",
  "wallet.silent":
    "La pasarela de la tienda no ha respondido ({words}). No se ha enviado nada; inténtelo de nuevo.",
  "choice.cheapest": "comisión más baja",
  "choice.fastest": "lo más rápido",
  "choice.sent": "unos {amount}",
  "choice.fee": "comisión de unos {amount}",
  "choice.received": "{store} recibe unos {amount}",
  "choice.seconds": "unos {seconds} s",
  "choice.minutes": "unos {minutes} min",
  "choice.hours": "unas {hours} h",
  "choice.needs": "{method} a partir de {amount}",
  "choice.notOffered":
    "No se ofrece para este importe, porque las comisiones consumirían demasiado: {methods}.",
} as const satisfies Texts<typeof english>;
