import type { Texts } from "../../entry.ts";
import type { status as english } from "../en/status.ts";

export const status = {
  "stage.awaiting": "Esperando su pago",
  "stage.awaitingText": "Esta página se actualiza sola.",
  "stage.choose": "Elija cómo pagar",
  "stage.chooseText": "A continuación verá el importe y la dirección.",
  "stage.heldText": "{store} decide qué ocurre después. Por favor, pregunte allí y no pague otra vez.",
  "stage.slow": "La red va lenta",
  "stage.slowText":
    "Su pago se ha visto, pero aún no está en ningún bloque. No se ha perdido nada; no pague dos veces. Puede cerrar esta página y volver más tarde.",
  "stage.seen": "Pago visto",
  "stage.seenText": {
    one: "Su pago está en camino y espera una confirmación. No queda nada por hacer; puede cerrar esta página.",
    other:
      "Su pago está en camino y espera {count} confirmaciones. No queda nada por hacer; puede cerrar esta página.",
  },
  "stage.confirmed": "Pago confirmado",
  "stage.confirmedText":
    "Su pago está en la cadena y se prepara para su conversión. No queda nada por hacer; puede cerrar esta página.",
  "stage.converting": "Convirtiendo su pago",
  "stage.convertingText": "Su pago se está convirtiendo a la moneda en la que cobra {store}.",
  "stage.thenMissing": "Después, esta página dirá si falta algo.",
  "stage.nothingLeft": "No queda nada por hacer; puede cerrar esta página.",
  "stage.claimedText": "Según el servicio, {store} ya ha cobrado. Se está comprobando.",
  "stage.arrivedText": "El dinero para {store} está en la cadena, pero todavía no es definitivo.",
  "stage.finalSoon": "Lo será {when}.",
  "stage.settled": "Pagado",
  "stage.settledText": "Gracias. {store} ha recibido su pago.",
  "stage.acceptedText": "Gracias. {store} ha recibido su pago y lo ha aceptado para esta factura.",
  "stage.markedText": "{store} ha aceptado esta factura como pagada.",
  "stage.expired": "Esta factura ha caducado",
  "stage.expiredText":
    "El precio ya no está garantizado. No envíe más dinero a esta factura; pida una nueva a {store}.",
  "stage.invalid": "Pago no aceptado",
  "stage.invalidText":
    "El pago de esta factura no se completó. Póngase en contacto con {store} antes de enviar nada más.",
  "stage.refunded": "Pago devuelto",
  "stage.refundedToYou":
    "El pago no se pudo convertir y se devolvió automáticamente a su dirección de devolución.",
  "stage.refundedToShop":
    "El pago no se pudo convertir y se devolvió automáticamente a la dirección de devolución de {store}. Póngase en contacto con {store} para recibirlo.",
  "stage.unpayable": "Este precio no se puede pagar aquí",
  "stage.notCharged": "No se ha cobrado nada.",
  "stage.noAddress": "Aún no hay dirección de pago",
  "stage.noAddressText":
    "El servicio de pago no ha respondido, así que no hay importe ni dirección. No se ha cobrado nada.",
  "stage.unseenText":
    "La red de pago no es visible ahora, así que no hay dirección. No se ha cobrado nada. Inténtelo de nuevo en un minuto.",
  "stage.uncertainText":
    "La red de pago no se ve con certeza ahora, así que no hay dirección. No se ha cobrado nada y entretanto nada caduca. Inténtelo de nuevo en un minuto.",
  "part.onItsWay": "Una parte del pago está en camino",
  "part.arrived": "Ha llegado una parte del pago",
  "part.paid": "Ha pagado {paid} de {price}.",
  "part.paidAbout": "Ha pagado unos {paid} de {price}, antes de comisiones.",
  "part.about": "unos {amount}",
  "part.missing": "Faltan {missing}.",
  "part.contact": "Faltan {missing}; consulte a {store} al respecto.",
  "part.send": "Todavía faltan {missing}: envíe {amount}.",
  "part.only": "Solo se ha pagado una parte del precio.",
  "part.workingOut":
    "Todavía faltan {missing}; se está calculando cuánto es en su moneda. Esta página se actualiza sola.",
  "part.workingOutAll": "Se está calculando lo que falta por pagar. Esta página se actualiza sola.",
  "part.tooSmall":
    "Todavía faltan {missing}. Un importe tan pequeño no se puede pagar por sí solo: su conversión costaría más de lo que aporta. Por favor, pregunte a {store}. {store} ve lo que ha llegado y decide si basta o se devuelve.",
  "part.tooSmallIn":
    "Todavía faltan {missing}. Un importe tan pequeño no se puede pagar ahora en {coin} por {network}: su conversión costaría más de lo que aporta. Páguelo de otra forma o pregunte a {store}. {store} ve lo que ha llegado y decide si basta o se devuelve.",
  "odd.uncertainPaying":
    "Ahora no vemos la cadena con certeza. ¿Ya ha pagado? Entonces espere: su pago aparecerá aquí más tarde. Entretanto nada caduca.",
  "odd.uncertain": "Ahora no vemos la cadena con certeza. No pague dos veces; entretanto nada caduca.",
  "odd.wrongAsset": "Ha enviado una moneda distinta de la solicitada.",
  "odd.wrongChain": "Ha enviado por una red distinta de la solicitada.",
  "odd.converted": "El pago se convierte si es posible y cuenta por lo que aporta.",
  "odd.notAgain": "No lo envíe otra vez.",
  "odd.belowMinimum":
    "Lo que envió es demasiado pequeño para convertirse. Lo que quede tras la comisión de la red va a la dirección de devolución; pregunte a {store}.",
  "odd.failed": "El servicio de pago no ha podido convertir su pago hasta ahora.",
  "odd.failedOne": "El servicio de pago no ha podido convertir uno de sus pagos hasta ahora.",
  "odd.goesBack": "Se devuelve a la dirección de devolución, o alguien lo revisa. No se ha perdido nada.",
  "odd.goesBackTwice":
    "Se devuelve a la dirección de devolución, o alguien lo revisa. No se ha perdido nada; no pague dos veces.",
  "odd.goesBackWithout":
    "Se devuelve a la dirección de devolución, o alguien lo revisa. No se ha perdido nada, y lo que pide esta página no lo incluye.",
  "odd.over":
    "Ha enviado {amount} más de lo que pedía esta factura. Todo va a {store}; pregunte allí por la diferencia.",
  "odd.marked": "{store} fijó a mano el estado de esta factura.",
  "odd.late": "Su pago llegó cuando el precio ya no estaba garantizado.",
  "odd.lateAccepted": "Su pago llegó cuando el precio ya no estaba garantizado, y se aceptó.",
  "odd.lateAsk": "Pregunte a {store}.",
  "odd.lateDecides":
    "Se convierte al tipo de hoy; {store} lo ve y decide qué ocurre después. No se ha perdido nada; no pague dos veces.",
  "notice.notConverted": "Sus {amount} no se pudieron convertir.",
  "notice.paymentNotConverted": "Su pago no se pudo convertir.",
  "notice.toYou": "Se envió a su dirección de devolución.",
  "notice.toShop": "Se envió a la dirección de devolución de {store}: pregunte allí.",
  "notice.restToYou":
    "{amount} (el resto fue la comisión de la red) se enviaron a su dirección de devolución.",
  "notice.restToShop":
    "{amount} (el resto fue la comisión de la red) se enviaron a la dirección de devolución de {store}: pregunte allí.",
  "notice.payAgain": "Todavía puede pagar el importe completo.",
  "status.paidOf": "{received} de {price}",
  "status.goingBack": "Volverá a {store} en cinco segundos.",
  "status.stay": "Quedarme aquí",
  "status.return": "Volver a {store}",
  "status.print": "Imprimir recibo",
  "status.payWith": "Pagar con {method}",
  "status.tryAgainWith": "Intentar de nuevo con {method}",
  "status.tryMethodAgain": "Probar {method} otra vez",
  "status.showAmount": "Mostrar el importe en {method}",
  "status.alreadySent": "¿Ya ha enviado el pago?",
  "status.alreadySentText":
    "No se ha perdido, y no tiene que pagar otra vez. Aparecerá en esta página en cuanto la red lo vea, y se avisará a {store}. Guarde el número de factura de abajo y póngase en contacto.",
  "step.progress": "Progreso del pago",
  "step.seen": "Visto",
  "step.seenNote": "en la red",
  "step.confirmed": "Confirmado {have}/{need}",
  "step.inBlock": "en un bloque",
  "step.inBlocks": "en bloques",
  "step.converting": "Conversión",
  "step.convertingNote": "para el comercio",
  "step.settled": "Liquidado",
  "step.settledNote": "el comercio tiene el dinero",
  "step.claimedNote": "según el servicio",
  "step.arrivedNote": "visto, aún no definitivo",
  "record.date": "Fecha",
  "record.paidTo": "Pagado a",
  "record.order": "pedido {id}",
  "record.youPaid": "Usted pagó",
  "record.late": "tarde",
  "record.seen": "visto, aún sin confirmar",
  "record.confirmed": "confirmado",
  "record.dropped": "descartado por la red",
  "record.droppedNote":
    "La red sustituyó u olvidó esta transacción; con ella no salió dinero de su monedero.",
  "record.otherCoin": "Un importe en otra moneda",
  "record.wrongAsset": "Una moneda distinta de la solicitada.",
  "record.wrongChain": "Por una red distinta de la solicitada.",
  "record.foundByShop": "La tienda ha comprobado que este es su pago.",
  "record.delayed": "La red va lenta: aún no está en ningún bloque.",
  "record.sentBack": "Devuelto",
  "record.noAmount": "Importe no comunicado",
  "record.transaction": "Transacción",
  "record.explorer": " (abre un explorador en una pestaña nueva)",
  "stage.noWay":
    "Ninguna forma de pago funciona para esta factura. Pida a {store} otro importe u otra forma.",
  "odd.wrongNetwork": "Ha enviado {sent}; se pedía {asked}.",
  "record.wrongNetwork": "Por una red distinta de la solicitada: {sent} en lugar de {asked}.",
  "record.someCoin": "una moneda",
  "part.notWhole": "No pague otra vez el precio completo.",
} as const satisfies Texts<typeof english>;
