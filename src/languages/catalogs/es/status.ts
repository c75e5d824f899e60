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
    "Pago detectado, aún sin confirmar. No pague otra vez. Puede cerrar esta página y volver más tarde.",
  "stage.seen": "Pago detectado",
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
  "stage.claimedText": "El servicio de pago informa de que {store} ha cobrado. Lo estamos verificando.",
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
    "El servicio de pago no ha respondido, así que no hay importe ni dirección. No se ha cobrado nada. Esta página lo intenta de nuevo por sí sola.",
  "stage.unseenText":
    "La red de pago no es visible ahora, así que no hay dirección. No se ha cobrado nada. Inténtelo de nuevo en un minuto.",
  "stage.uncertainText":
    "Ahora no podemos verificar la red, así que no hay dirección. No se ha cobrado nada. Esta factura no caduca mientras lo comprobamos. Inténtelo de nuevo en un minuto.",
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
  "part.tooSmall": "{missing} es demasiado poco para pagarlo por separado. Contacte con {store}.",
  "part.tooSmallIn":
    "{missing} es demasiado poco para pagarlo ahora en {coin} por {network}. Páguelo de otra forma o contacte con {store}.",
  "odd.uncertainPaying":
    "Ahora no podemos verificar la red. Si ya ha pagado, espere: esta página se actualiza en cuanto se pueda verificar. Esta factura no caduca mientras lo comprobamos.",
  "odd.uncertain":
    "Ahora no podemos verificar la red. No pague otra vez. Esta factura no caduca mientras lo comprobamos.",
  "odd.wrongAsset": "Ha enviado una moneda distinta de la solicitada.",
  "odd.wrongChain": "Ha enviado por una red distinta de la solicitada.",
  "odd.converted": "Se convierte si es posible, y se abona lo que llegue.",
  "odd.notAgain": "No lo envíe otra vez.",
  "odd.belowMinimum":
    "Lo que envió es demasiado pequeño para convertirse. Si queda algo tras la comisión de la red, va a la dirección de devolución; pregunte a {store}.",
  "odd.failed": "El servicio de pago no ha podido convertir su pago hasta ahora.",
  "odd.failedOne": "El servicio de pago no ha podido convertir uno de sus pagos hasta ahora.",
  "odd.goesBack": "Se devolverá automáticamente o lo revisará {store}.",
  "odd.goesBackTwice": "Se devolverá automáticamente o lo revisará {store}. No pague otra vez.",
  "odd.goesBackWithout":
    "Se devolverá automáticamente o lo revisará {store}. El importe pendiente aquí no lo incluye.",
  "odd.refundArranged": "{store} ha dispuesto un reembolso de {amount} para usted.",
  "odd.over":
    "Ha enviado {amount} más de lo que pedía esta factura. Todo va a {store}; pregunte allí por la diferencia.",
  "odd.marked": "{store} fijó a mano el estado de esta factura.",
  "odd.late": "Su pago llegó después de que caducara el precio.",
  "odd.lateAccepted": "Su pago llegó después de que caducara el precio, y se aceptó.",
  "odd.lateAsk": "Pregunte a {store}.",
  "odd.lateDecides":
    "Se convierte al precio actual si es posible. {store} lo ve y decide. No pague otra vez.",
  "notice.notConverted": "Sus {amount} no se pudieron convertir.",
  "notice.paymentNotConverted": "Su pago no se pudo convertir.",
  "notice.toYou": "Se envió a su dirección de devolución.",
  "notice.toShop": "Se envió a la dirección de devolución de {store}: pregunte allí.",
  "notice.restToYou":
    "{amount} (el resto fue la comisión de la red) se enviaron a su dirección de devolución.",
  "notice.restToShop":
    "{amount} (el resto fue la comisión de la red) se enviaron a la dirección de devolución de {store}: pregunte allí.",
  "notice.outdated":
    "Ahora no se puede actualizar esta página. Muestra lo que se sabía hace unos minutos. Si ha pagado desde entonces, no pague otra vez: espere a esta página o contacte con la tienda.",
  "notice.payAgain": "Todavía puede pagar el importe completo.",
  "status.paidOf": "{received} de {price}",
  "status.goingBack": "Volverá a {store} en cinco segundos.",
  "status.stay": "Quedarme aquí",
  "status.return": "Volver a {store}",
  "status.print": "Imprimir recibo",
  "status.newPrice": "Obtener un precio nuevo de {store}",
  "status.payWith": "Pagar con {method}",
  "status.tryAgainWith": "Intentar de nuevo con {method}",
  "status.tryMethodAgain": "Probar {method} otra vez",
  "status.showAmount": "Mostrar el importe en {method}",
  "status.alreadySent": "¿Ya ha enviado el pago?",
  "status.alreadySentText":
    "No pague otra vez. {store} ve los pagos que llegan tarde y decide sobre ellos. Guarde el número de factura de abajo y contacte con {store}.",
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
