import type { Texts } from "../../entry.ts";
import type { request as english } from "../en/request.ts";

export const request = {
  "request.name": "Solicitud de pago",
  "request.reference": "Referencia {id}",
  "request.howMuch": "Cuánto pagar ahora, en {currency}",
  "request.pay": "Pagar",
  "request.payAmount": "Pagar {amount}",
  "request.until": "Se puede pagar hasta el <time>{time}</time>.",
  "request.paid": "Pagado",
  "request.onItsWay": "En camino",
  "request.doneText": "Gracias. {store} ha recibido {amount}.",
  "request.moving": "Pago en camino",
  "request.movingText":
    "Se han visto pagos por el importe total, pero aún no están completos. Esta página avisará cuando lo estén.",
  "request.expired": "Esta solicitud ha caducado",
  "request.withdrawn": "Esta solicitud se ha retirado",
  "request.askNew": "Pida una nueva a {store}.",
  "request.left": "Faltan {amount} por pagar",
  "request.ready": "Lista para pagar",
  "request.next": "A continuación elegirá la moneda. El precio en ella se calcula al pagar.",
  "request.refused":
    "Así no se puede pagar. Compruebe el importe e inténtelo de nuevo, o pregunte a {store}.",
  "problem.notFound": "No encontrado",
  "problem.notFoundText": "No hay nada en esta dirección. Puede que el enlace esté incompleto.",
  "problem.noInvoice":
    "No hay ninguna factura tras este enlace: puede que esté incompleto o que la factura ya no exista. ¿Ya ha pagado? Entonces póngase en contacto con la tienda con el identificador de la transacción y la dirección a la que pagó. Con ambos se puede encontrar su pago.",
  "problem.tooMany": "Demasiadas peticiones",
  "problem.tooManyText": "Han llegado demasiadas peticiones desde su dirección. Espere un minuto.",
  "problem.notNow": "No disponible ahora",
  "problem.notNowText":
    "Esto no es posible en este momento. No se ha cambiado nada; inténtelo de nuevo en un minuto.",
  "problem.wrong": "Algo ha fallado",
  "problem.wrongText":
    "Algo ha fallado aquí. Inténtelo de nuevo; si continúa, póngase en contacto con la tienda.",
  "problem.didNotWork": "No ha funcionado",
  "problem.didNotWorkText":
    "La petición no se pudo realizar. Vuelva atrás, compruebe lo indicado e inténtelo de nuevo.",
  "problem.code": "Código",
  "problem.reference": "Referencia",
  "problem.home": "Página de inicio",
} as const satisfies Texts<typeof english>;
