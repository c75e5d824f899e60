import type { Texts } from "../../entry.ts";
import type { psbt as english } from "../en/psbt.ts";

export const psbt = {
  "psbt.title": "Pagar con una PSBT",
  "psbt.back": "Volver a la factura de {store}",
  "psbt.lead": "Para monederos físicos o sin conexión. Debe pagar exactamente <strong>{amount}</strong> a:",
  "psbt.sign": "1. Fírmela",
  "psbt.spends":
    "Gasta fondos confirmados de sus direcciones, cuesta <strong>{fee}</strong> de comisión de red y devuelve el resto a:",
  "psbt.download": "Descargar la PSBT",
  "psbt.copy": "Copiar como texto",
  "psbt.showText": "Mostrar como texto",
  "psbt.asText": "La PSBT como texto",
  "psbt.showQr": "Mostrar como código QR",
  "psbt.qr": "Código QR con la PSBT",
  "psbt.tooLong": "Es demasiado larga para un solo código QR: use el archivo o el texto.",
  "psbt.where": "1. Indique dónde están sus fondos",
  "psbt.addresses":
    "Hasta {most} direcciones de su monedero, una por línea; lo que sobre vuelve a la primera",
  "psbt.lookup": "La pasarela de la tienda busca esos fondos en un explorador y no anota nada.",
  "psbt.make": "Crear la PSBT",
  "psbt.paste": "2. Péguela aquí, firmada",
  "psbt.signed": "La PSBT firmada como texto",
  "psbt.check": "Se revisa antes de enviarla: solo se difunde lo que paga exactamente esta factura.",
  "psbt.send": "Revisar y difundir",
  "psbt.unchosen": "Elija primero Bitcoin en la página de la factura.",
  "psbt.addressesWanted": "Indique de una a {most} direcciones de su monedero; ha dado {given}.",
  "psbt.noAddress":
    "«{text}» no es una dirección de Bitcoin de esta red. Indique direcciones que tengan sus fondos.",
  "psbt.hardToSign":
    "Gastar los fondos de {address} requiere más que una simple firma. Pague a la dirección, o con fondos de otra.",
  "psbt.dust": "Tan poco no se puede enviar en Bitcoin: la red solo transmite a partir de {least} sats.",
  "psbt.manyCoins":
    "Harían falta más de {most} de sus monedas. Indique direcciones que las tengan mayores, o pague a la dirección.",
  "psbt.poor":
    "Estas direcciones tienen {held} confirmados. Hacen falta {needed} y la comisión de red: faltan al menos {missing}.",
  "psbt.coinsChanged": "Sus fondos han cambiado en este momento. Inténtelo de nuevo.",
  "psbt.unpriced": "Esta factura no pide ahora ningún pago en bitcoin. No se ha enviado nada.",
  "psbt.otherAmount":
    "Esta PSBT paga {paid} a {address}; se esperan exactamente {expected}. No se ha enviado nada: cree aquí una nueva PSBT.",
  "psbt.networkRefuses":
    "La red Bitcoin rechaza esta transacción: {words}. ¿Se han gastado sus fondos entretanto? Cree aquí una nueva PSBT.",
  "psbt.closed":
    "Esta factura está pagada o cerrada, por lo que no se ha enviado nada. Pida una nueva a la tienda.",
  "psbt.paid": "Esta factura está pagada. No se ha enviado nada.",
  "psbt.busy":
    "Ahora mismo hay demasiadas consultas a la red Bitcoin. No se ha enviado nada; inténtelo de nuevo en un minuto.",
  "psbt.unseen":
    "La red Bitcoin no es visible en este momento. Inténtelo de nuevo en un minuto; la misma PSBT nunca paga dos veces.",
  "psbt.unsigned.empty": "Pegue la PSBT firmada: un texto que empieza por cHNidP.",
  "psbt.unsigned.finished":
    "Esto es una transacción terminada, no una PSBT. Su monedero puede difundirla por sí mismo.",
  "psbt.unsigned.foreign":
    "Esto no es una PSBT. Pegue la firmada tal como la exporta su monedero: un texto que empieza por cHNidP.",
  "psbt.unsigned.input":
    "La entrada {input} de {inputs} no está firmada. Fírmela en su monedero con todas las claves que pida y vuelva a exportar la PSBT.",
  "psbt.unsigned.misfit":
    "La firma de la entrada {input} no corresponde. Firme el archivo creado aquí tal como está.",
  "psbt.unsigned.incomplete": "La entrada {input} no se puede completar: {words}",
  "psbt.unsigned.crowded":
    "Contiene {words} firmas, más de las que se comprueban aquí. Difúndala con su monedero.",
  "psbt.unsigned.whole": "No se puede difundir: {words}",
} as const satisfies Texts<typeof english>;
