import type { Texts } from "../../entry.ts";
import type { mail as english } from "../en/mail.ts";

export const mail = {
  "mail.pay": "Pagar {amount}",
  "mail.open": "Abrir la página de pago",
  "mail.anyAmount": "el importe que usted elija",
  "mail.invoice.subject": "Factura de {store}: {amount}",
  "mail.invoice.lead":
    "{store} le pide que pague {amount}. En la página indicada abajo usted elige una moneda y ve cuánto enviar y a qué dirección.",
  "mail.reminder.subject": "Aún sin pagar: {amount} a {store}",
  "mail.reminder.lead":
    "{store} todavía no ha visto su pago de {amount}. Si lo ha enviado entretanto, no lo envíe otra vez: su pago y este mensaje se han cruzado.",
  "mail.confirmed.subject": "Su pago a {store} está confirmado",
  "mail.confirmed.lead":
    "Su pago está en la cadena y de camino a {store}. No tiene que hacer nada más; recibirá otro mensaje cuando se haya completado.",
  "mail.underpaid.subject": "Faltan {missing} para {store}",
  "mail.underpaid.lead":
    "Se ha detectado una parte de su pago a {store}. De {amount} faltan todavía unos {missing}. La página indicada abajo muestra el importe exacto y adónde enviarlo.",
  "mail.settled.subject": "Recibo: {amount} pagados a {store}",
  "mail.settled.lead": "Gracias. {store} ha recibido su pago. Su recibo está en la página indicada abajo.",
  "mail.settled.link": "Abrir el recibo",
  "mail.expired.subject": "La factura de {store} ha caducado",
  "mail.expired.lead":
    "El precio de {amount} ya no está garantizado. No envíe nada más a esta factura y pida una nueva a {store}. Si ya ha enviado algo, no lo envíe otra vez: la página indicada abajo muestra su estado, y {store} puede ayudarle.",
  "mail.refunded.subject": "Su pago a {store} ha sido devuelto",
  "mail.refunded.payer":
    "Su pago no se pudo convertir y se devolvió automáticamente a su dirección de reembolso.",
  "mail.refunded.shop":
    "Su pago no se pudo convertir y se devolvió automáticamente a la dirección de reembolso de {store}. Póngase en contacto con {store} para recibirlo.",
  "mail.refund.subject": "{store} le ofrece un reembolso",
  "mail.refund.lead":
    "{store} le devuelve {amount}. En la página indicada abajo usted dice a qué dirección. Quien tenga este enlace puede reclamar el reembolso: no lo comparta.",
  "mail.refund.link": "Reclamar el reembolso",
  "mail.statement.subject": "{store}: extracto de {month}",
  "mail.statement.lead":
    "El mes de {month} está completo en los libros de {store}. En el enlace de abajo está el extracto, para leer o imprimir, y sus archivos: pagos, facturas, reembolsos, comisiones y el libro mayor.",
  "mail.statement.link": "Abrir el extracto",
  "mail.statement.expires": {
    one: "El enlace es válido durante {count} día.",
    other: "El enlace es válido durante {count} días.",
  },
  "mail.statement.secret":
    "No requiere contraseña: quien lo tenga puede leer este mes. Compártalo solo con quien deba verlo.",
  "mail.fact.what": "Concepto",
  "mail.fact.order": "Pedido",
  "mail.fact.amount": "Importe",
  "mail.fact.missing": "Falta por pagar",
  "mail.request.subject": "Solicitud de pago de {store}: {amount}",
  "mail.fact.payUntil": "Se puede pagar hasta",
  "mail.whyRequest": "Recibe este mensaje porque {store} ha enviado una solicitud de pago a su dirección.",
  "mail.fact.until": "Precio garantizado hasta",
  "mail.fact.sentBack": "Devuelto",
  "mail.fact.transaction": "Transacción",
  "mail.fact.invoice": "Factura",
  "mail.fact.store": "Tienda",
  "mail.fact.month": "Mes",
  "mail.fact.zone": "Zona horaria",
  "mail.whyCustomer": "Recibe este mensaje porque {store} ha emitido una factura para su dirección.",
  "mail.whyPayer":
    "Recibe este mensaje porque su dirección se dejó en la página de pago de {store}. Allí puede retirarla.",
  "mail.whyAccountant":
    "Recibe este mensaje porque {store} ha indicado su dirección como la de su contabilidad.",
  "mail.sender":
    "{store} lo envía a través de su pasarela de pago en {host}. Nadie le pedirá una contraseña, una clave ni palabras de recuperación: cierre cualquier página que lo haga.",
  "mail.kept": {
    one: "Su dirección se usa solo para mensajes sobre este pago y se elimina {count} día después de que termine.",
    other:
      "Su dirección se usa solo para mensajes sobre este pago y se elimina {count} días después de que termine.",
  },
  "mail.sandbox": "Entorno de pruebas: dinero ficticio. Nada aquí tiene valor.",
} as const satisfies Texts<typeof english>;
