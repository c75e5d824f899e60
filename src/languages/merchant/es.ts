import type { Entry } from "../entry.ts";

/** The merchant's pages. The English text is the key; of a plural its form `other`. */
export const es: Readonly<Record<string, Entry>> = {
  Database: "Base de datos",
  ok: "bien",
  "missing after a failover: {count} invoices; run crosstill recover":
    "faltan {count} facturas tras una conmutación por error; ejecute crosstill recover",
  Journal: "Diario",
  Jobs: "Tareas",
  running: "en curso",
  "late: {jobs}": "con retraso: {jobs}",
  "Intent service": "Servicio de conversión",
  Explorers: "Exploradores",
  "uncertain: {reason}": "en duda: {reason}",
  "E-mail": "Correo electrónico",
  "set up": "configurado",
  "off: SMTP_URL is not set": "sin usar: SMTP_URL no está definido",
  Backup: "Copia de seguridad",
  "none yet": "todavía ninguna",
  "within the last day": "en el último día",
  "{count} days ago": { one: "hace {count} día", other: "hace {count} días" },
  "In the coin that was paid": "En la moneda del pago",
  "Expected a time to come; this one is over.": "Se esperaba un momento futuro; este ya pasó.",
  "Expected at most {most} minutes (30 days); got {came}.":
    "Se esperaban como máximo {most} minutos (30 días); llegó {came}.",
  "There is nothing here, or it belongs to a store that you are no member of.":
    "Aquí no hay nada, o pertenece a una tienda de la que usted no es miembro.",
  "Your role in this store does not allow: {permission}. An owner of the store can give you another role.":
    "Su rol en esta tienda no permite: {permission}. Un propietario de la tienda puede darle otro rol.",
  "This form must be sent from a page at {origin}. Open {page} and try again.":
    "Este formulario debe enviarse desde una página de {origin}. Abra {page} e inténtelo de nuevo.",
  "This form is from before you signed in. Go back, load the page again, and repeat.":
    "Este formulario es de antes de que iniciara sesión. Vuelva atrás, recargue la página y repita.",
  "Over plain http your password can be read by anyone on the network path. Set PUBLIC_URL to an https address; on this machine alone http://localhost works too.":
    "Con http simple, cualquiera en el camino de la red puede leer su contraseña. Ponga en PUBLIC_URL una dirección https; solo en esta máquina sirve también http://localhost.",
  "QR code with the payment link": "Código QR con el enlace de pago",
  "QR code with the address of this counter": "Código QR con la dirección de esta caja",
  "QR code for the authenticator app": "Código QR para la aplicación de autenticación",
  "The invoice was made.": "Se creó la factura.",
  "A price was shown: {amount} to {address}.": "Se mostró un precio: {amount} a {address}.",
  "Payment {amount} ({outpoint}) was seen first.": "El pago {amount} ({outpoint}) se vio por primera vez.",
  "Payment {amount} ({outpoint}) was in a block.": "El pago {amount} ({outpoint}) estaba en un bloque.",
  "Payment {amount} ({outpoint}) had {need} confirmations.":
    "El pago {amount} ({outpoint}) tenía {need} confirmaciones.",
  "{amount} reached the merchant, for {outpoint}.": "{amount} llegaron al comerciante, por {outpoint}.",
  "{amount} is said to have reached the merchant, for {outpoint}.":
    "Según el servicio, {amount} llegaron al comerciante, por {outpoint}.",
  "{amount} went back, of {outpoint}.": "{amount} fueron devueltos, de {outpoint}.",
  "The invoice became {state}.": "La factura pasó al estado: {state}.",
  "{name} marked the invoice {state}: {reason}": "{name} marcó la factura: {state}. Motivo: {reason}",
  "An unreported amount": "Un importe no comunicado",
  "the gateway": "la pasarela",
  "a block": "un bloque",
  "the mempool": "la mempool",
  "the chain": "la cadena",
  "a transfer": "una transferencia",
  "a reorganisation": "una reorganización",
  "the intent service": "el servicio de conversión",
  "the journal": "el diario",
  "a person": "una persona",
  "The connection failed: {code}.": "La conexión falló: {code}.",
  "No answer within {seconds} seconds.": "Sin respuesta en {seconds} segundos.",
  "not reached yet": "todavía sin contacto",
  "reached within the last minute": "contacto en el último minuto",
  "last reached {count} min ago": "último contacto hace {count} min",
  "not reached: {reason}": "sin contacto: {reason}",
  "last reached {count} min ago: {reason}": "último contacto hace {count} min: {reason}",
  Disk: "Disco",
  "{size} GiB free": "{size} GiB libres",
  unknown: "desconocido",
  "It asks for no permission: the link must name at least one.":
    "No pide ningún permiso: el enlace debe indicar al menos uno.",
  "It asks for what Crosstill does not know: {names}.": "Pide algo que Crosstill no conoce: {names}.",
  "It asks for several stores at once, and a key is for one store.":
    "Pide varias tiendas a la vez, y una clave es para una sola tienda.",
  "You have approved this already. Start again from the application if its key did not arrive.":
    "Ya ha aprobado esto. Empiece de nuevo desde la aplicación si su clave no llegó.",
  "There is no store of which you may make keys with these permissions.":
    "No hay ninguna tienda para la que usted pueda crear claves con estos permisos.",
  "The store that it asks for is none of which you may make keys with these permissions.":
    "Para la tienda que pide, usted no puede crear claves con estos permisos.",
  "Choose the store that the key is for.": "Elija la tienda para la que es la clave.",
  "Leave at least one permission, or press Cancel.": "Deje al menos un permiso o pulse Cancelar.",
  "The two passwords are not the same.": "Las dos contraseñas no coinciden.",
  "Too many attempts. Try again in {minutes} min.":
    "Demasiados intentos. Inténtelo de nuevo en {minutes} min.",
  "The current password is wrong.": "La contraseña actual no es correcta.",
  "Expected an e-mail address such as ada@example.com.":
    "Se esperaba una dirección de correo electrónico, por ejemplo ada@example.com.",
  "This code is not of the present setup. Begin the setup again.":
    "Este código no corresponde a la configuración actual. Empiece la configuración de nuevo.",
  "This code is wrong. Wait for the next one.": "Este código no es correcto. Espere al siguiente.",
  "The passkey was not kept. Try again.": "La llave de acceso no se ha guardado. Inténtelo de nuevo.",
  "Unknown browser": "Navegador desconocido",
  "{browser} on {system}": "{browser} en {system}",
  "This is not your password.": "Esta no es su contraseña.",
  "This second factor was not accepted. A code works once.":
    "No se ha aceptado este segundo factor. Un código funciona una vez.",
  "A payment needs a decision": "Un pago requiere una decisión",
  "You were paid": "Ha recibido un pago",
  "What a day has brought": "Lo que ha aportado un día",
  "The payment of an invoice of {price} needs a decision: {kind}.":
    "El pago de una factura de {price} requiere una decisión: {kind}.",
  "A payment of {amount} for order {order} has settled.":
    "Se ha liquidado un pago de {amount} del pedido {order}.",
  "A payment of {amount} has settled.": "Se ha liquidado un pago de {amount}.",
  "On {day} {store} received payments without a known value. Number of payments: {count}.":
    "El {day} {store} recibió pagos sin valor conocido. Número de pagos: {count}.",
  "On {day} {store} received {amount}. Number of payments: {count}.":
    "El {day} {store} recibió {amount}. Número de pagos: {count}.",
  "An invoice of {amount} was lost with the database.":
    "Una factura de {amount} se perdió con la base de datos.",
  "An invoice was lost with the database.": "Una factura se perdió con la base de datos.",
  "The refund of {amount} for order {order} waits for an approval.":
    "El reembolso de {amount} del pedido {order} espera una aprobación.",
  "The refund of {amount} for order {order} is to be paid.":
    "El reembolso de {amount} del pedido {order} está por pagar.",
  "The refund of {amount} for order {order} is more than the shop has of its invoice.":
    "El reembolso de {amount} del pedido {order} es más de lo que la tienda tiene de su factura.",
  "The refund of {amount} waits for an approval.": "El reembolso de {amount} espera una aprobación.",
  "The refund of {amount} is to be paid.": "El reembolso de {amount} está por pagar.",
  "The refund of {amount} is more than the shop has of its invoice.":
    "El reembolso de {amount} es más de lo que la tienda tiene de su factura.",
  "The payout of {amount} waits for an approval.": "El desembolso de {amount} espera una aprobación.",
  "The payout of {amount} is to be paid.": "El desembolso de {amount} está por pagar.",
  "Check the payment of the payout of {amount}. The payout does not complete by itself.":
    "Revise el envío del pago saliente de {amount}: no se completa por sí solo.",
  "Unattributed funds": "Fondos sin asignar",
  "An e-mail did not arrive": "Un correo no ha llegado",
  "A webhook was disabled": "Se ha desactivado un webhook",
  "A refund is not covered": "Una devolución no está cubierta",
  "A payout waits for an approval": "Un desembolso espera una aprobación",
  "A payout is to be paid": "Hay un desembolso por pagar",
  "Another person changed settings": "Otra persona ha cambiado ajustes",
  "The audit found a violation": "La auditoría ha encontrado una infracción",
  "The name must have 1 to {most} characters.": "El nombre debe tener de 1 a {most} caracteres.",
  "Too many attempts. Try again in {minutes} min, or on a browser on which you have signed in before.":
    "Demasiados intentos. Inténtelo de nuevo en {minutes} min, o en un navegador en el que ya haya iniciado sesión antes.",
  "Many are trying to sign in at this moment. Try again in some seconds.":
    "Muchas personas intentan iniciar sesión en este momento. Inténtelo de nuevo en unos segundos.",
  "Name and password do not belong together.": "El nombre y la contraseña no se corresponden.",
  "This code is wrong, or was used already. A code works once.":
    "Este código no es correcto o ya se ha usado. Un código funciona una vez.",
  "This passkey is not known here, or was too slow. Try again.":
    "Esta llave de acceso no se conoce aquí o ha tardado demasiado. Inténtelo de nuevo.",
  Website: "Sitio web",
  "Support address": "Dirección de asistencia",
  "Less than the price has arrived. Accept it (mark the invoice settled), or refund it.":
    "Ha llegado menos que el precio. Acéptelo (marque la factura como liquidada) o devuélvalo.",
  "More than the price has arrived. Keep it, or refund the difference.":
    "Ha llegado más que el precio. Consérvelo o devuelva la diferencia.",
  "The money arrived after the time was over. Accept it (mark the invoice settled), or refund it.":
    "El dinero llegó después de terminar el plazo. Acéptelo (marque la factura como liquidada) o devuélvalo.",
  "The intent service does not convert a payment, and has not sent it back so far. Ask it to refund, or accept the payment (mark the invoice settled) once the money is with you.":
    "El servicio de conversión no convierte un pago y hasta ahora no lo ha devuelto. Pídale la devolución, o acepte el pago (marque la factura como liquidada) cuando tenga el dinero.",
  "Money came, stayed or went back after you had decided what the invoice is.":
    "Llegó dinero, se quedó o volvió después de que usted decidiera el estado de la factura.",
  "A payment takes far longer than usual, and nothing has come of it. Ask the intent service.":
    "Un pago tarda mucho más de lo habitual y no ha resultado nada de él. Pregunte al servicio de conversión.",
  "Something happened that should not. Open the invoice, see what it names as odd, and compare with the chain.":
    "Ha ocurrido algo que no debería. Abra la factura, vea qué indica en «Particularidades» y compárelo con la cadena.",
  underpaid: "pago de menos",
  overpaid: "pago de más",
  late: "tarde",
  failed: "fallido",
  "after a decision": "después de una decisión",
  stalled: "detenido",
  anomaly: "anomalía",
  "The key would be allowed more than you are.": "La clave tendría más permisos que usted.",
  "{coin} on {network}": "{coin} en {network}",
  "without a label": "sin etiqueta",
  "The label must have 1 to {most} characters.": "La etiqueta debe tener de 1 a {most} caracteres.",
  "Choose what the key may do.": "Elija qué puede hacer la clave.",
  "Choose when the key expires.": "Elija cuándo caduca la clave.",
  "API keys": "Claves de API",
  Webhooks: "Webhooks",
  Events: "Eventos",
  "API reference": "Referencia de la API",
  "Nothing is left to deliver.": "No queda nada por entregar.",
  "Tried again now: {count}.": "Reintentos hechos ahora: {count}.",
  "not sent yet": "aún no se ha enviado",
  "accepted with {code}": "aceptado con {code}",
  "refused with {code}": "rechazado con {code}",
  "all events": "todos los eventos",
  "A second person must confirm it.": "Una segunda persona debe confirmarlo.",
  "Added.": "Añadido.",
  "The invoice is archived.": "La factura está archivada.",
  "The funds are assigned to the invoice.": "Los fondos están asignados a la factura.",
  "Signed out.": "Sesión cerrada.",
  "The invoice is marked invalid.": "La factura está marcada como no válida.",
  "The refund is made. Send the customer its link.": "El reembolso está creado. Envíe su enlace al cliente.",
  "Removed.": "Eliminado.",
  "That was done already. The secret is shown only once: make a new one if you did not copy it.":
    "Eso ya se hizo. El secreto se muestra una sola vez: cree uno nuevo si no lo copió.",
  "Taken off the list.": "Quitado de la lista.",
  "Saved.": "Guardado.",
  "Sent.": "Enviado.",
  "The invoice is marked settled.": "La factura está marcada como liquidada.",
  "Store made.": "Tienda creada.",
  "The invoice is in the lists again.": "La factura está de nuevo en las listas.",
  "any amount in {currency}": "importe libre en {currency}",
  "{units} units of {currency}": "{units} unidades de {currency}",
  "Choose what the invoice is: settled or invalid.": "Elija el estado de la factura: liquidada o no válida.",
  "Expected a reason of at most {most} characters.":
    "Se esperaba un motivo de {most} caracteres como máximo.",
  "Expected a JSON object; this has more than {most} characters. Nothing was changed.":
    "Se esperaba un objeto JSON; este texto tiene más de {most} caracteres. No se ha cambiado nada.",
  "Expected a JSON object; this is not JSON. Nothing was changed.":
    "Se esperaba un objeto JSON; esto no es JSON. No se ha cambiado nada.",
  "Expected a JSON object; this is null. Nothing was changed.":
    "Se esperaba un objeto JSON; esto es null. No se ha cambiado nada.",
  "Expected one e-mail address, such as ada@example.com.":
    "Se esperaba una sola dirección de correo electrónico, por ejemplo ada@example.com.",
  "Choose what to refund: all of it, the rest, what was too much, or an amount.":
    "Elija qué devolver: todo, el resto, lo pagado de más o un importe.",
  All: "Todas",
  "waits for you": "requiere su atención",
  archived: "en archivo",
  "from {day}": "desde el {day}",
  "to {day}": "hasta el {day}",
  "paid in {coin}": "pagada en {coin}",
  "“{word}”": "«{word}»",
  "Expected an amount above 0 and at most {amount}, which is what was received and not refunded yet.":
    "Se esperaba un importe superior a 0 y de {amount} como máximo, que es lo recibido y aún no devuelto.",
  "delivered to {webhook}": "entregado a {webhook}",
  "given up for {webhook}": "abandonado para {webhook}",
  "a webhook that was deleted": "un webhook que se eliminó",
  "waits for {webhook}": "en espera para {webhook}",
  "{what}, attempt {count}": "{what}, intento {count}",
  "an unreported amount": "un importe no comunicado",
  Payment: "Pago",
  "Received by the merchant": "Recibido por el comerciante",
  "Sent back": "Devuelto",
  "Not looked up: {reason}": "No consultado: {reason}",
  "A node has it in block {number}, {hash}.": "Un nodo lo tiene en el bloque {number}, {hash}.",
  "The transaction is in the pack.": "La transacción está en el paquete.",
  "In block {number}, with the work of {count} blocks in the pack.": {
    one: "En el bloque {number}, con el trabajo de {count} bloque en el paquete.",
    other: "En el bloque {number}, con el trabajo de {count} bloques en el paquete.",
  },
  "Choose what to do with the invoices.": "Elija qué hacer con las facturas.",
  New: "Nueva",
  Processing: "En proceso",
  Settled: "Liquidada",
  Expired: "Caducada",
  Invalid: "No válida",
  None: "Ninguna",
  "paid in part": "pagada en parte",
  "paid late": "pagada con retraso",
  "marked by a person": "marcada por una persona",
  "sent back": "devuelto",
  settled: "liquidado",
  "not converted": "no convertido",
  "not on the chain any more": "ya no está en la cadena",
  Created: "Creada",
  Archived: "Archivada",
  "E-mail: {what}": "Correo: {what}",
  "Refund of {amount} made": "Devolución de {amount} creada",
  "Refund of {amount} claimed": "Reembolso de {amount} reclamado",
  "Refund of {amount} paid": "Reembolso de {amount} pagado",
  "{units} units": "{units} unidades",
  "Payment of {amount} seen": "Pago de {amount} visto",
  "counts for {amount}": "cuenta por {amount}",
  "You received {amount}": "Ha recibido {amount}",
  "The payment was sent back": "El pago se ha devuelto",
  "Paid, waits for confirmation": "Pagada, a la espera de confirmación",
  "A payment is not confirmed yet, later than usual":
    "Un pago aún no está confirmado, más tarde de lo habitual",
  "A payment has disappeared from its network": "Un pago ha desaparecido de su red",
  "Open again": "Abierta de nuevo",
  "Settled by {name}": "Liquidada por {name}",
  "Invalid by {name}": "Marcada como no válida por {name}",
  "Taken off the inbox by {name}": "Retirada de la bandeja de entrada por {name}",
  "More than {count} e-mails did not arrive": "Más de {count} correos no han llegado",
  "{count} e-mails did not arrive": {
    one: "Un correo no ha llegado",
    other: "{count} correos no han llegado",
  },
  Month: "Mes",
  Invoice: "Factura",
  "The link to pay": "El enlace para pagar",
  "The reminder": "El recordatorio",
  "The payment is confirmed": "El pago está confirmado",
  "A part is missing": "Falta una parte",
  "The receipt": "El recibo",
  "The invoice has expired": "La factura ha caducado",
  "The link of a refund": "El enlace de una devolución",
  "The link to the month": "El enlace al mes",
  customer: "cliente",
  payer: "pagador",
  accountant: "contabilidad",
  "to the customer": "al cliente",
  "to the payer": "al pagador",
  "to the accountant": "a la contabilidad",
  "waits to be sent": "a la espera de envío",
  sent: "enviado",
  "refused by the mail server": "rechazado por el servidor de correo",
  "given up after two days": "abandonado tras dos días",
  "not sent": "no enviado",
  Overview: "Resumen",
  Inbox: "Bandeja de entrada",
  Invoices: "Facturas",
  "Payment links": "Enlaces de pago",
  "Point of sale": "Punto de venta",
  "Pay buttons": "Botones de pago",
  Payouts: "Desembolsos",
  Reports: "Informes",
  Exports: "Exportaciones",
  Developers: "Desarrolladores",
  People: "Personas",
  "Audit log": "Registro de auditoría",
  Settings: "Ajustes",
  Server: "Servidor",
  Today: "Hoy",
  "7 days": "7 días",
  "30 days": "30 días",
  "Payments that need a decision": "Pagos que requieren una decisión",
  "Refunds and payouts to be paid": "Reembolsos y desembolsos por pagar",
  "Lost invoices": "Facturas perdidas",
  "An invoice was lost": "Se ha perdido una factura",
  "Invoice {id} was lost with the database.": "La factura {id} se ha perdido con la base de datos.",
  "Lost invoice taken off the inbox": "Factura perdida retirada de la bandeja de entrada",
  "A failover of the database or a restored backup has lost these invoices or their addresses. What comes to the addresses is listed as unattributed funds. Where a customer still wants to pay, make the invoice again, and assign to it what has come.":
    "Una conmutación de la base de datos o una copia de seguridad restaurada ha perdido estas facturas o sus direcciones. Lo que llega a las direcciones aparece en los fondos sin asignar. Si un cliente aún quiere pagar, cree la factura de nuevo y asígnele lo que haya llegado.",
  "issued <span>{time}</span>": "emitida <span>{time}</span>",
  "To be paid to the shop directly: look for a transfer of exactly this amount yourself.":
    "De pago directo a la tienda: busque usted mismo una transferencia de exactamente este importe.",
  "Done: take the lost invoice {id} off the list": "Hecho: retirar de la lista la factura perdida {id}",
  "E-mails that did not arrive": "Correos que no han llegado",
  "Webhooks that were disabled": "Webhooks desactivados",
  "This store has made {most} invitations within an hour. Try again in {minutes} min.":
    "Esta tienda ha creado {most} invitaciones en una hora. Inténtelo de nuevo en {minutes} min.",
  'Expected a currency such as USD; got "{got}".':
    "Se esperaba una moneda, por ejemplo USD; se recibió «{got}».",
  'Expected an amount such as 500, with at most {decimals} decimals; got "{got}".':
    "Se esperaba un importe, por ejemplo 500, con {decimals} decimales como máximo; se recibió «{got}».",
  "The name of a role has 1 to 40 letters, digits, blanks or dashes.":
    "El nombre de un rol tiene de 1 a 40 letras, cifras, espacios o guiones.",
  "{name} is a built-in role. Choose another name.": "{name} es un rol predefinido. Elija otro nombre.",
  "Choose what the role may do.": "Elija qué puede hacer el rol.",
  "The role would be allowed more than you are.": "El rol tendría más permisos que usted.",
  "The role {name} allows more than you may do yourself.":
    "El rol {name} permite más de lo que usted puede hacer.",
  "Only an owner of the store can let a role do without a second factor.":
    "Solo un propietario de la tienda puede eximir a un rol del segundo factor.",
  "Everything in the store": "Todo lo de la tienda",
  "Do everything in the store": "Hacer todo en la tienda",
  "Change the store's settings, and do everything in it":
    "Cambiar los ajustes de la tienda y hacer todo en ella",
  "See the store's settings, payment methods and rates, and everything in it":
    "Ver los ajustes, las formas de pago y los tipos de cambio de la tienda, y todo lo que hay en ella",
  "Create invoices, mark unpaid ones as invalid, and change their notes":
    "Crear facturas, marcar como no válidas las que no están pagadas y cambiar sus notas",
  "Mark invoices as paid, and assign unattributed funds to them":
    "Marcar facturas como pagadas y asignarles fondos sin asignar",
  "Invite people to the store, and change their roles": "Invitar a personas a la tienda y cambiar sus roles",
  "Make and revoke the store's API keys": "Crear y revocar las claves de API de la tienda",
  "See the audit log": "Ver el registro de auditoría",
  "See invoices and their payments": "Ver las facturas y sus pagos",
  "Create invoices": "Crear facturas",
  "Set up webhooks, which report payments to the shop":
    "Configurar webhooks, que informan de los pagos a la tienda",
  "Create and change payment requests": "Crear y cambiar solicitudes de pago",
  "See payment requests": "Ver solicitudes de pago",
  "Create, approve and end refunds and pull payments":
    "Crear, aprobar y terminar devoluciones y pagos bajo solicitud",
  "Create refunds and pull payments that need no approval":
    "Crear devoluciones y pagos bajo solicitud que no necesitan aprobación",
  "Propose refunds, which you approve before anything is paid":
    "Proponer devoluciones, que usted aprueba antes de que se pague nada",
  "End refunds and pull payments": "Terminar devoluciones y pagos bajo solicitud",
  "See refunds and pull payments": "Ver devoluciones y pagos bajo solicitud",
  "Approve, pay and cancel payouts": "Aprobar, pagar y cancelar desembolsos",
  "See payouts": "Ver desembolsos",
  "See reports": "Ver informes",
  "Send the e-mails of an invoice again": "Volver a enviar los correos de una factura",
  "Use a Lightning node (Crosstill has none)": "Usar un nodo Lightning (Crosstill no tiene ninguno)",
  "See your own name and e-mail address": "Ver el nombre y el correo propios",
  "Choose your own language and theme": "Elegir el idioma y el tema propios",
  "See your own notifications": "Ver las notificaciones propias",
  "Mark and remove your own notifications, and choose them":
    "Marcar, eliminar y elegir las notificaciones propias",
  "Enter one e-mail address, such as ada@example.com.":
    "Indique una sola dirección de correo electrónico, por ejemplo ada@example.com.",
  "Your account": "Su cuenta",
  "A store: {name}": "Una tienda: {name}",
  "Settlement in {coin}": "Liquidación en {coin}",
  "Refund addresses": "Direcciones de devolución",
  "A second factor for your account": "Un segundo factor para su cuenta",
  "Make a test payment": "Hacer un pago de prueba",
  "Pay a small invoice yourself": "Pagar usted mismo una factura pequeña",
  "Connect a shop, or make a key": "Conectar una tienda en línea o crear una clave",
  "Make a backup": "Hacer una copia de seguridad",
  Store: "Tienda",
  Name: "Nombre",
  "Customers see it.": "Los clientes lo ven.",
  "Currency of prices": "Moneda de los precios",
  "Time zone": "Zona horaria",
  "In which days and months begin, such as Europe/Berlin.":
    "En la que empiezan los días y los meses, por ejemplo Europe/Berlin.",
  Settlement: "Liquidación",
  "Coin and chain": "Moneda y cadena",
  "Your address": "Su dirección",
  "From a wallet whose keys you hold. Exchanges may refuse or lose such payments.":
    "De un monedero cuyas claves tenga usted. Las plataformas de intercambio pueden rechazar o perder estos pagos.",
  "The service sends money there that it cannot convert. Coins of a chain without an address are not offered; name at least one.":
    "El servicio envía allí el dinero que no puede convertir. No se ofrecen monedas de una cadena sin dirección; indique al menos una.",
  "Enter a name of at most {count} characters.": "Introduzca un nombre de {count} caracteres como máximo.",
  "Enter a name without control and format characters.":
    "Introduzca un nombre sin caracteres de control ni de formato.",
  "Enter an address for at least one chain.": "Introduzca una dirección para al menos una cadena.",
  "Refund address on {chain}": "Dirección de devolución en {chain}",
  "{coin}, directly": "{coin}, directamente",
  "Coins that customers are offered": "Monedas que se ofrecen a los clientes",
  "The service sends money there that it cannot convert. Coins of a chain without an address are not offered: empty a field to remove its address.":
    "El servicio envía allí el dinero que no puede convertir. No se ofrecen monedas de una cadena sin dirección. Vacíe un campo para quitar su dirección.",
  "When a payment is not as asked for": "Cuando un pago no es como se pidió",
  "It holds for invoices from now on; those that were made keep theirs.":
    "Se aplica a las facturas a partir de ahora; las ya creadas conservan sus reglas.",
  "Start from": "Partir de",
  "Another choice resets tolerance, too little, too much and too late.":
    "Otra elección restablece la tolerancia, el pago de menos, el de más y el tardío.",
  "A shop: goods at a price": "Una tienda: mercancías a un precio",
  "Top-ups: whatever arrives counts": "Recargas: cuenta lo que llegue",
  "Tolerance, in percent": "Tolerancia, en porcentaje",
  "So much of the price may be missing, and the invoice is still paid.":
    "Puede faltar esta parte del precio y la factura se considera pagada.",
  "Tolerance, as an amount of {symbol}": "Tolerancia, como importe en {symbol}",
  "Or so much, whichever of the two allows more.": "O este importe; cuenta el que permita más de los dos.",
  "Write off small remainders, up to percent of the price":
    "Perdonar restos pequeños, hasta un porcentaje del precio",
  "A remaining amount that is too small to be paid on its own is written off.":
    "Se perdona un resto demasiado pequeño para pagarse por separado.",
  "Too little": "Pago de menos",
  "What happens when a customer pays less than the price.":
    "Qué ocurre cuando un cliente paga menos que el precio.",
  "Ask for the rest while the price holds": "Pedir el resto mientras el precio esté garantizado",
  "Accept it as the payment": "Aceptarlo como el pago",
  "Let a person decide": "Dejar que decida una persona",
  "Too much": "Pago de más",
  "What happens when a customer pays more than the price.":
    "Qué ocurre cuando un cliente paga más que el precio.",
  "Late payments count from, in percent of the price":
    "Los pagos tardíos cuentan a partir de, en porcentaje del precio",
  "Money that comes after the price ended pays the invoice if it is worth at least this.":
    "El dinero que llega después de caducar el precio paga la factura si vale al menos esto.",
  Proof: "Prueba",
  "Proof of a settlement": "Prueba de una liquidación",
  "What must show that the money reached you before the invoice is settled.":
    "Qué debe mostrar que el dinero le ha llegado antes de que la factura se liquide.",
  "Automatic: the chain where a node is set up, else a transaction hash":
    "Automático: la cadena donde haya un nodo configurado; si no, un hash de transacción",
  "Read from the chain": "Leído en la cadena",
  "A transaction hash from the service": "Un hash de transacción del servicio",
  "The word of the service": "La palabra del servicio",
  Confirmations: "Confirmaciones",
  "A number, or by price: 1000=2,10000=6 waits for two from 1,000 on and six from 10,000 on.":
    "Un número, o según el precio: 1000=2,10000=6 espera dos a partir de 1000 y seis a partir de 10 000.",
  "What a single invoice may ask for itself": "Lo que una sola factura puede pedir para sí",
  "A key that makes invoices cannot go beyond this.": "Una clave que crea facturas no puede ir más allá.",
  "Accept whatever comes": "Aceptar lo que llegue",
  "Weaker proof, fewer confirmations": "Prueba más débil, menos confirmaciones",
  Policy: "Reglas",
  Payments: "Pagos",
  Price: "Precio",
  "Used where a shop names no currency.": "Se usa cuando una tienda en línea no indica moneda.",
  "Price fixed for, in minutes": "Precio garantizado durante, en minutos",
  "How long a customer has to pay at the price shown.":
    "Cuánto tiempo tiene un cliente para pagar al precio mostrado.",
  "Who pays for the conversion": "Quién paga la conversión",
  "The customer: you receive the whole price": "El cliente: usted recibe el precio completo",
  "You: the customer pays the price and no more": "Usted: el cliente paga el precio y nada más",
  "Margin in percent": "Margen en porcentaje",
  "Added to the price for services whose quotes state no minimum.":
    "Se suma al precio en los servicios cuyas cotizaciones no indican un mínimo.",
  Addresses: "Direcciones",
  "Take the settlement coin directly": "Cobrar directamente en la moneda de liquidación",
  "Customers who have it send it straight to your address, without a conversion.":
    "Los clientes que la tienen la envían directamente a su dirección, sin conversión.",
  "A new order for each address": "Una orden nueva para cada dirección",
  "Each address is an order of its own at the service and is not used again.":
    "Cada dirección es una orden propia en el servicio y no se vuelve a usar.",
  Coins: "Monedas",
  "Coin shown first": "Moneda que se muestra primero",
  "The first of the list": "La primera de la lista",
  "Checkout and e-mail": "Página de pago y correo",
  Checkout: "Página de pago",
  "Language of payment pages": "Idioma de las páginas de pago",
  "What the customer's browser asks for": "El que pida el navegador del cliente",
  "E-mail to customers": "Correo a los clientes",
  "Mail each new invoice to its buyer": "Enviar cada factura nueva por correo a su comprador",
  "To the address that the shop gives as buyerEmail.": "A la dirección que la tienda indica como buyerEmail.",
  "Remind so many minutes before the price ends":
    "Minutos antes de que caduque el precio para enviar un recordatorio",
  "Empty: no reminder.": "Vacío: sin recordatorio.",
  "Keep addresses for so many days": "Días que se conservan las direcciones",
  "After an invoice has ended; then they are deleted.":
    "Después de que termine una factura; luego se eliminan.",
  Books: "Contabilidad",
  "Currencies in which payments are valued": "Monedas en las que se valoran los pagos",
  "At most {count}, with commas, such as EUR,CHF. The first is that of your books.":
    "Como máximo {count}, separadas por comas, por ejemplo EUR,CHF. La primera es la de sus libros.",
  "E-mail of your accountant": "Correo electrónico de su contabilidad",
  "Gets a link to each month that has ended. Empty: no e-mail.":
    "Recibe un enlace a cada mes terminado. Vacío: ningún correo.",
  Shops: "Tiendas en línea",
  "How shop plugins are answered": "Cómo se responde a las extensiones de las tiendas",
  "One invoice for an order": "Una factura por pedido",
  "A shop that asks twice for an order gets its open invoice again.":
    "Una tienda que pide dos veces por un pedido recibe otra vez su factura abierta.",
  "Install its plugin for BTCPay Server: it speaks the same API.":
    "Instale su extensión para BTCPay Server: usa la misma API.",
  "Enter the server address below in the plugin's settings.":
    "Introduzca en los ajustes de la extensión la dirección del servidor que figura abajo.",
  "Use the plugin's button for a key, or make one below; it opens this server and asks you to approve.":
    "Use el botón de la extensión para obtener una clave, o cree una abajo; se abre este servidor y le pide su aprobación.",
  "Order something in your shop: the invoice appears in the list of invoices here.":
    "Haga un pedido en su tienda: la factura aparece aquí, en la lista de facturas.",
  "Enter the store id below as well.": "Introduzca también el identificador de la tienda que figura abajo.",
  "Make a key, and send it as “Authorization: token …” with each call.":
    "Cree una clave y envíela como «Authorization: token …» en cada llamada.",
  "Create an invoice by POST to the address of invoices below, and send the customer to its checkoutLink.":
    "Cree una factura con un POST a la dirección de facturas de abajo y envíe al cliente a su checkoutLink.",
  "Add a webhook, which tells your server when an invoice is settled.":
    "Añada un webhook, que avisa a su servidor cuando se liquida una factura.",
  "Own code": "Código propio",
  "Server address": "Dirección del servidor",
  "Store id": "Identificador de la tienda",
  "Address of invoices": "Dirección de facturas",
  "General and brand": "General y marca",
  Archive: "Archivar",
  "This month has not ended.": "Este mes no ha terminado.",
  "A payout of your own": "Un desembolso propio",
  "Refund of invoice {id}": "Devolución de la factura {id}",
  "Claim of a pull payment": "Solicitud de un pago bajo solicitud",
  "Claim of “{name}”": "Solicitud de «{name}»",
  "At least {amount}, by the quote that is being carried out.":
    "Al menos {amount}, según la cotización que se está ejecutando.",
  "As it was approved, and what you send by hand. Through the service the fees of the conversion come off.":
    "Tal como se aprobó, y lo que usted envía a mano. A través del servicio se descuentan las comisiones de la conversión.",
  "At the rate of this moment; it is fixed when you approve.":
    "Al tipo de este momento; se fija cuando usted aprueba.",
  "Waits for you": "Requiere su atención",
  "Check its payment": "Revise su envío",
  "Check the payment of this payout": "Revise el envío de este pago saliente",
  "Approve this payout?": "¿Aprobar este desembolso?",
  "You have approved this payout": "Ha aprobado este desembolso",
  "Waits for a second person": "Espera a una segunda persona",
  "You can approve it from {time}.": "Puede aprobarlo a partir de {time}.",
  "To be paid": "Por pagar",
  "Pay this payout": "Pagar este desembolso",
  "On its way": "En camino",
  "This payout is on its way": "Este desembolso está en camino",
  Paid: "Pagado",
  "This payout was paid": "Este desembolso se ha pagado",
  Cancelled: "Cancelado",
  "This payout was cancelled": "Este desembolso se ha cancelado",
  Claimed: "Solicitado",
  Approved: "Aprobado",
  Sent: "Enviado",
  Arrived: "Recibido",
  "Seen on the chain": "Visto en la cadena",
  "Told by the intent service": "Según el servicio de conversión",
  "By your word": "Según su palabra",
  "It was marked as on its way. Record the transaction once it has arrived.":
    "Se marcó como en camino. Registre la transacción cuando haya llegado.",
  "Less has arrived than the quote promised: {amount}. Ask the service, or record it as paid without a transaction if you accept that.":
    "Ha llegado menos de lo que prometía la cotización: {amount}. Pregunte al servicio, o regístrelo como pagado sin transacción si lo acepta.",
  "The intent service has not seen your payment yet.": "El servicio de conversión aún no ha visto su pago.",
  "The intent service has your payment and converts it.":
    "El servicio de conversión tiene su pago y lo está convirtiendo.",
  "The intent service says that it has paid the buyer. The gateway looks for it on the chain.":
    "El servicio de conversión dice que ha pagado al comprador. La pasarela lo busca en la cadena.",
  "The intent service could not convert it. As a rule it sends the money back to your wallet; until then it is not back.":
    "El servicio de conversión no ha podido convertirlo. Por lo general devuelve el dinero a su monedero; hasta entonces no ha vuelto.",
  "The intent service has sent the money back to your wallet.":
    "El servicio de conversión ha devuelto el dinero a su monedero.",
  "The intent service says “{word}”.": "El servicio de conversión dice «{word}».",
  "Expected at most {count} items. Remove one first.":
    "Se esperaban {count} artículos como máximo. Elimine uno primero.",
  "Expected at least the least amount.": "Se esperaba al menos el importe mínimo.",
  "Expected at most {count} amounts.": "Se esperaban {count} importes como máximo.",
  "Expected amounts from {least} to {most}, such as 5 10 20.":
    "Se esperaban importes de {least} a {most}, por ejemplo 5 10 20.",
  "Expected a redirect address that starts with https://.":
    "Se esperaba una dirección de redirección que empiece por https://.",
  "A button can lead back only to the store's website. Enter the website in the settings of the store.":
    "Un botón solo puede volver al sitio web de la tienda. Indique el sitio web en los ajustes de la tienda.",
  "A button can lead back only to the store's website: {hosts}.":
    "Un botón solo puede volver al sitio web de la tienda: {hosts}.",
  Pay: "Pagar",
  "Sent to {to}.": "Enviado a {to}.",
  "Expected {currency}: the currency stays while there are items. Remove them first, or make another point of sale.":
    "Se esperaba {currency}: la moneda se mantiene mientras haya artículos. Elimínelos primero o cree otro punto de venta.",
  "each payment with what came, what it became, its rate and its fees":
    "cada pago con lo que llegó, en qué se convirtió, su tipo y sus comisiones",
  "each invoice that was settled, or that had money": "cada factura que se liquidó o que recibió dinero",
  "refunds, and what the shop has paid out": "las devoluciones y lo que la tienda ha desembolsado",
  "each fee by its kind": "cada comisión por tipo",
  "every movement, in double entry": "cada movimiento, por partida doble",
  "money that no invoice explains": "dinero que ninguna factura explica",
  "the ledger for hledger": "el libro mayor para hledger",
  "for Koinly": "para Koinly",
  "a bank statement for Xero": "un extracto bancario para Xero",
  "sales for Xero": "ventas para Xero",
  "a bank statement for QuickBooks Online": "un extracto bancario para QuickBooks Online",
  "a bank statement in the coin that the shop is paid in":
    "un extracto bancario en la moneda en la que cobra la tienda",
  "{what}: its first part, the next ones over the API":
    "{what}: su primera parte; las siguientes, por la API",
  "{name}, part {part} of {parts}": "{name}, parte {part} de {parts}",
  "Received from payers": "Recibido de los clientes",
  "Brought by conversion, before fees": "Aportado por la conversión, antes de comisiones",
  "Converted into another coin": "Convertido a otra moneda",
  Fees: "Comisiones",
  "Gained by moving prices": "Ganado por la variación de los precios",
  "Lost to moving prices": "Perdido por la variación de los precios",
  "Sent back to payers by the service": "Devuelto a los clientes por el servicio",
  "Passed on to the shop’s address": "Transferido a la dirección de la tienda",
  "On its way at the beginning": "En camino al principio",
  "On its way at the end": "En camino al final",
  "Unknown coin": "Moneda desconocida",
  "{by} invites you to {store}": "{by} le invita a {store}",
  "Accept the invitation": "Aceptar la invitación",
  "E-mail address confirmed": "Dirección de correo confirmada",
  "Another account has confirmed this address. Use another address, or change the other account.":
    "Otra cuenta ha confirmado esta dirección. Use otra dirección o cambie la otra cuenta.",
  "Confirm your e-mail address": "Confirme su dirección de correo",
  "The account {name} names this address as its own. If the account is yours, confirm the address. If it is not, ignore this message.":
    "La cuenta {name} indica esta dirección como propia. Si la cuenta es suya, confirme la dirección. Si no lo es, ignore este mensaje.",
  "Confirm the address": "Confirmar la dirección",
  "This link does not work any more. Sign in and send another one from the page of your account.":
    "Este enlace ya no funciona. Inicie sesión y envíe otro desde la página de su cuenta.",
  "The address {email} is confirmed.": "La dirección {email} está confirmada.",
  "The address {email} then belongs to the account {account}.":
    "La dirección {email} pertenece entonces a la cuenta {account}.",
  "You have confirmed this address.": "Ha confirmado esta dirección.",
  "This address is not confirmed. Follow the link in the message that was sent to it. Until then you cannot be added to a store by the address.":
    "Esta dirección no está confirmada. Siga el enlace del mensaje que se le envió. Hasta entonces nadie puede añadirle a una tienda mediante la dirección.",
  "This address is not confirmed, because this server sends no e-mail. You cannot be added to a store by the address.":
    "Esta dirección no está confirmada porque este servidor no envía correo. Nadie puede añadirle a una tienda mediante la dirección.",
  "Send the link again": "Enviar el enlace de nuevo",
  "The password must have at least {least} characters; this one has {count}.":
    "La contraseña debe tener al menos {least} caracteres; esta tiene {count}.",
  "The password must have at most {most} characters.":
    "La contraseña debe tener {most} caracteres como máximo.",
  "This password is one of the first that attackers try. Take another: four unrelated words are good.":
    "Esta contraseña es una de las primeras que prueban los atacantes. Elija otra: cuatro palabras sin relación entre sí son una buena opción.",
  "Sign-in from a new device": "Inicio de sesión desde un dispositivo nuevo",
  "Your password was changed": "Su contraseña se ha cambiado",
  "Your e-mail address was changed": "Su dirección de correo electrónico se ha cambiado",
  "A second factor was added to your account": "Se ha añadido un segundo factor a su cuenta",
  "A second factor was removed from your account": "Se ha eliminado un segundo factor de su cuenta",
  "A new API key was made": "Se ha creado una clave de API",
  "The rule for approving payouts was changed": "Se ha cambiado la regla para aprobar desembolsos",
  "Another person can approve payouts now": "Otra persona puede aprobar desembolsos ahora",
  Account: "Cuenta",
  When: "Cuándo",
  From: "Desde",
  What: "Qué",
  "If this was not you, change your password and sign out everywhere at once.":
    "Si no ha sido usted, cambie su contraseña y cierre todas las sesiones de inmediato.",
  "Open your account": "Abrir su cuenta",
  "This is a sandbox. No real money moves here.":
    "Este es un entorno de pruebas. Aquí no se mueve dinero real.",
  "Sent by Crosstill at {host}, because this address belongs to an account there.":
    "Enviado por Crosstill en {host}, porque esta dirección pertenece a una cuenta de allí.",
  "See what can be done": "Ver qué se puede hacer",
  "No limit: one person approves": "Sin límite: aprueba una persona",
  "{name} asks to change the rule for approving payouts":
    "{name} pide cambiar la regla para aprobar desembolsos",
  "Present limit": "Límite actual",
  "New limit": "Límite nuevo",
  "Look at the change": "Ver el cambio",
  Cancel: "Cancelar",
  "Copy {what}": "Copiar {what}",
  Copy: "Copiar",
  Pages: "Páginas",
  Newer: "Más recientes",
  Older: "Anteriores",
  "Your role asks for a second factor. Set one up to go on.":
    "Su rol exige un segundo factor. Configure uno para continuar.",
  "The authenticator app is on.": "La aplicación de autenticación está activada.",
  "You are asked for a code from it when you sign in.": "Al iniciar sesión se le pedirá un código de ella.",
  "Your recovery codes": "Sus códigos de recuperación",
  "Each of them replaces your second factor once. Keep them where you keep important papers: they are shown only now.":
    "Cada uno sustituye una vez a su segundo factor. Guárdelos con sus documentos importantes: solo se muestran ahora.",
  Download: "Descargar",
  Language: "Idioma",
  "Language of these pages": "Idioma de estas páginas",
  "As the browser asks": "El que pida el navegador",
  "What payers read follows their own browser.": "Lo que leen los clientes sigue a su propio navegador.",
  "Save the language": "Guardar el idioma",
  "Address for security notices": "Dirección para avisos de seguridad",
  "Save the address": "Guardar la dirección",
  Password: "Contraseña",
  "Current password": "Contraseña actual",
  "New password": "Contraseña nueva",
  "At least {count} characters. A few words that do not belong together are easy to keep.":
    "Al menos {count} caracteres. Unas cuantas palabras sin relación entre sí son fáciles de recordar.",
  "New password again": "Contraseña nueva otra vez",
  "Changing it signs you out everywhere else.":
    "Al cambiarla se cierra su sesión en todos los demás lugares.",
  "Change the password": "Cambiar la contraseña",
  "Second factor": "Segundo factor",
  "After your password, something that only you have. A passkey also signs you in alone.":
    "Después de la contraseña, algo que solo tiene usted. Una llave de acceso también permite iniciar sesión por sí sola.",
  "Authenticator app": "Aplicación de autenticación",
  on: "en uso",
  "Scan this with your authenticator app, or enter the key by hand.":
    "Escanee esto con su aplicación de autenticación o introduzca la clave a mano.",
  "The code that it shows": "El código que muestra",
  "Turn it on": "Activarla",
  "{count} recovery codes are left.": {
    one: "Queda {count} código de recuperación.",
    other: "Quedan {count} códigos de recuperación.",
  },
  "Make new recovery codes": "Crear códigos de recuperación nuevos",
  "Turn it off": "Desactivarla",
  "Turn the authenticator app off?": "¿Desactivar la aplicación de autenticación?",
  "Your password and your passkeys are then all that protects this account.":
    "Su contraseña y sus llaves de acceso serán entonces lo único que proteja esta cuenta.",
  "Set up an authenticator app": "Configurar una aplicación de autenticación",
  Passkeys: "Llaves de acceso",
  "added <span>{time}</span>": "añadida <span>{time}</span>",
  "used <span>{time}</span>": "usada <span>{time}</span>",
  "never used": "nunca usada",
  "Made by {name}": "Creada por {name}",
  "The key does not work, because the account of {name} is disabled.":
    "La clave no funciona porque la cuenta de {name} está desactivada.",
  "The key was made for more. It may do only what {name} may do now.":
    "La clave se creó para más. Solo puede hacer lo que {name} puede hacer ahora.",
  Remove: "Eliminar",
  "Remove the passkey {name}": "Eliminar la llave de acceso {name}",
  "Remove the passkey “{name}”?": "¿Eliminar la llave de acceso «{name}»?",
  "It does not sign you in any more. Remove it from the device as well.":
    "Ya no permitirá iniciar sesión. Elimínela también del dispositivo.",
  "Remove the passkey": "Eliminar la llave de acceso",
  "Name of the passkey": "Nombre de la llave de acceso",
  "For example “laptop”": "Por ejemplo, «portátil»",
  "Add a passkey": "Añadir una llave de acceso",
  "The passkey was not made. Try again.": "La llave de acceso no se ha creado. Inténtelo de nuevo.",
  "Adding a passkey needs JavaScript.": "Para añadir una llave de acceso se necesita JavaScript.",
  "Where you are signed in": "Dónde tiene la sesión iniciada",
  here: "aquí",
  "last seen <span>{time}</span>": "vista por última vez <span>{time}</span>",
  "Sign out of {browser}": "Cerrar la sesión de {browser}",
  "Sign out": "Cerrar sesión",
  "Sign out everywhere else": "Cerrar todas las demás sesiones",
  "The key “{label}”": "La clave «{label}»",
  "That key was made already, and a key is shown only once. If you did not copy it, revoke it and make another one.":
    "Esa clave ya se creó, y una clave solo se muestra una vez. Si no la copió, revóquela y cree otra.",
  "None yet.": "Todavía no hay nada.",
  expired: "ha caducado",
  used: "usada",
  expires: "caduca",
  "Revoke the key {label}": "Revocar la clave {label}",
  "Revoke…": "Revocar…",
  "Permissions: {count}": "Permisos: {count}",
  "These are the newest {count}.": "Estas son las {count} más recientes.",
  "Make a key": "Crear una clave",
  Label: "Etiqueta",
  "For example “shop server”": "Por ejemplo, «servidor de la tienda»",
  Expires: "Caduca",
  Never: "Nunca",
  "In {days} days": "Dentro de {days} días",
  "Permissions of a shop plugin": "Permisos de una extensión de tienda",
  "What it may do": "Qué puede hacer",
  "Make the key": "Crear la clave",
  Stores: "Tiendas",
  "Is paid in {coin}, at": "Cobra en {coin}, en",
  "See which": "Ver cuáles",
  "Name, logo and colour": "Nombre, logotipo y color",
  Statements: "Extractos",
  "New store": "Nueva tienda",
  "API key": "Clave de API",
  command: "comando",
  system: "sistema",
  "What people, keys and commands have changed. Nothing here can be changed or removed.":
    "Lo que han cambiado personas, claves y comandos. Aquí no se puede cambiar ni eliminar nada.",
  "Download as CSV": "Descargar como CSV",
  all: "cualquiera",
  To: "Hasta",
  Action: "Acción",
  Show: "Mostrar",
  "No entries": "No hay entradas",
  "Nothing was changed in this range, or by this person.":
    "No se cambió nada en este periodo, o no lo hizo esta persona.",
  "Show everything": "Mostrar todo",
  Entries: "Entradas",
  Who: "Quién",
  Changed: "Cambio",
  "Give access": "Dar acceso",
  "{application} asks for access": "{application} pide acceso",
  "It gets a key, which is sent to <strong>{host}</strong>. The name above is what it calls itself: go by the address.":
    "Recibe una clave, que se envía a <strong>{host}</strong>. El nombre de arriba es el que se da a sí misma: fíjese en la dirección.",
  "It gets a key, which is shown to you here.": "Recibe una clave, que se le muestra aquí.",
  "The key would travel over plain http: anyone on the network path can read it.":
    "La clave viajaría por http sin cifrar: cualquiera en el camino por la red puede leerla.",
  "For the store": "Para la tienda",
  "It may then": "Podrá entonces",
  "Replace the earlier connection of {host}": "Sustituir la conexión anterior de {host}",
  "Revoke the key made on {time}": "Revocar la clave creada el {time}",
  "Delete the webhook to {url}": "Eliminar el webhook a {url}",
  "Make a key below, and paste it into the plugin's settings.":
    "Cree una clave abajo y péguela en los ajustes del plugin.",
  "It can approve refunds and payouts, up to the store's limit if there is one. What it approves is paid from the store's wallet.":
    "Puede aprobar reembolsos y pagos salientes, hasta el límite de la tienda si lo hay. Lo que apruebe se paga desde la cartera de la tienda.",
  "The key that it got for this before is revoked.": "La clave que había recibido antes para esto se revoca.",
  Approve: "Aprobar",
  "Confirm that it is you": "Confirme que es usted",
  "This moves money or gives access. Your second factor is asked for again after ten minutes.":
    "Esto mueve dinero o da acceso. El segundo factor se vuelve a pedir pasados diez minutos.",
  "This moves money or gives access. Your password is asked for again after ten minutes.":
    "Esto mueve dinero o da acceso. La contraseña se vuelve a pedir pasados diez minutos.",
  "Code from your authenticator app, or a recovery code":
    "Código de su aplicación de autenticación o un código de recuperación",
  Confirm: "Confirmar",
  "Password of {name}": "Contraseña de {name}",
  Continue: "Continuar",
  "This link is used up": "Este enlace ya no sirve",
  "It was used or withdrawn, or its time is over. Ask the person who sent it for a new one. The operator gets another from this command on the machine of the gateway:":
    "Se usó o se retiró, o su plazo ha terminado. Pida uno nuevo a la persona que lo envió. El operador obtiene otro con este comando en la máquina de la pasarela:",
  Command: "Comando",
  "Sign in": "Iniciar sesión",
  Delivery: "Entrega",
  "Delivery of {time}": "Entrega de {time}",
  "What was sent": "Lo que se envió",
  "It is not kept any more: it is older than 60 days. Read the invoice instead.":
    "Ya no se conserva: tiene más de 60 días. Consulte la factura en su lugar.",
  "The answer": "La respuesta",
  "It had no text.": "No contenía texto.",
  "Send it again": "Enviarla de nuevo",
  delivered: "entregado",
  waits: "en espera",
  "given up": "abandonado",
  "What was announced of <strong>{store}</strong>, the newest first. The same events come by <a>webhooks</a> and by the API.":
    "Lo que se ha anunciado de <strong>{store}</strong>, lo más reciente primero. Los mismos eventos llegan por <a>webhooks</a> y por la API.",
  Type: "Tipo",
  About: "Acerca de",
  "The id of an invoice or a payout": "El identificador de una factura o de un desembolso",
  "All events": "Todos los eventos",
  "None like this.": "Nada coincide.",
  "None yet. Each change of an invoice makes one.":
    "Todavía no hay ninguno. Cada cambio de una factura crea uno.",
  Deliveries: "Entregas",
  Message: "Mensaje",
  "none wanted": "ninguna pedida",
  "JSON of event {number}": "JSON del evento {number}",
  "Older ones": "Anteriores",
  "Revoke a key": "Revocar una clave",
  "Revoke the key “{label}”?": "¿Revocar la clave «{label}»?",
  "Begins with": "Empieza por",
  "Last used": "Último uso",
  Made: "Creación",
  May: "Permisos",
  "Programs that have this key are refused at once. It cannot be given back; make a new one instead.":
    "Los programas que tienen esta clave se rechazan de inmediato. No se puede restituir; cree una nueva en su lugar.",
  "Revoke the key": "Revocar la clave",
  "Files for accountants of {store}. A range that was exported once gives the same file later.":
    "Archivos para la contabilidad de {store}. Un periodo ya exportado da más tarde el mismo archivo.",
  File: "Archivo",
  "A day. Empty: the beginning.": "Un día. Vacío: el principio.",
  Before: "Antes de",
  "Days begin at midnight in {zone}. Whole months are on Reports.":
    "Los días empiezan a medianoche en {zone}. Los meses completos están en Informes.",
  "Back to {host}": "Volver a {host}",
  "{application} gets its key now, at <strong>{host}</strong>.":
    "{application} recibe ahora su clave, en <strong>{host}</strong>.",
  "Continue to {host}": "Continuar a {host}",
  Sandbox: "Entorno de pruebas",
  "<strong>Sandbox.</strong> Pretend money on private chains. Nothing here has value.":
    "<strong>Entorno de pruebas.</strong> Dinero ficticio en cadenas privadas. Nada aquí tiene valor.",
  "Nothing waits for you.": "Nada requiere su atención.",
  "Payments that are too small, too large or late appear here, with what you can do about each.":
    "Aquí aparecen los pagos de menos, de más o tardíos, con lo que puede hacer en cada caso.",
  "Order {order}": "Pedido {order}",
  "Invoice {id}": "Factura {id}",
  "of {price}, {state}": "de {price}, {state}",
  "Missing: {amount}.": "Faltan: {amount}.",
  "At stake: {amount}.": "En juego: {amount}.",
  "Since <span>{time}</span>": "Desde: <span>{time}</span>",
  "accepted in the inbox": "aceptada en la bandeja de entrada",
  "Accept the payment of invoice {id}": "Aceptar el pago de la factura {id}",
  "Accept…": "Aceptar…",
  "Refund…": "Devolver…",
  "Done: take the {kind} entry of invoice {id} off the list":
    "Hecho: retirar de la lista la entrada «{kind}» de la factura {id}",
  Done: "Hecho",
  "seen <span>{time}</span>": "visto <span>{time}</span>",
  Transaction: "Transacción",
  "The address belonged last to <a>{id}</a>.": "La dirección perteneció por última vez a <a>{id}</a>.",
  Assign: "Asignar",
  "waits for an approval": "espera una aprobación",
  "to be paid": "por pagar",
  "The recipient has claimed it.": "El destinatario lo ha reclamado.",
  "See the payout of {amount}": "Ver el desembolso de {amount}",
  "See the payout": "Ver el desembolso",
  "Refunds that are not covered": "Devoluciones sin cubrir",
  "They refund more than what the shop has of their invoice by now. Cancel one of them, or wait until more has arrived.":
    "Devuelven más de lo que la tienda tiene por ahora de su factura. Cancele una de ellas o espere a que llegue más.",
  "Cancel the refund of {amount}": "Cancelar la devolución de {amount}",
  "Look and enable": "Ver y activar",
  "See and send again": "Ver y enviar de nuevo",
  "Invoice of any amount in {currency}": "Factura de importe libre en {currency}",
  "Invoice of {price}": "Factura de {price}",
  "order {order}": "pedido {order}",
  "The refund of {amount} was made.": "Se creó el reembolso de {amount}.",
  "Send this link to the customer. With it they say where the money goes; then you pay it from Payouts.":
    "Envíe este enlace al cliente. Con él indica a dónde va el dinero; después usted lo paga desde Desembolsos.",
  "Link for the customer": "Enlace para el cliente",
  "Waits for you.": "Requiere su atención.",
  "Done: {what}": "Hecho: {what}",
  "This invoice cannot be paid: it is too small.": "Esta factura no se puede pagar: es demasiado pequeña.",
  "Ask for more at once, or be paid in another way and mark the invoice settled.":
    "Pida más de una vez, o cobre de otra forma y marque la factura como liquidada.",
  "An e-mail did not arrive.": "Un correo no ha llegado.",
  "<a>See why, and send it again</a>.": "<a>Vea por qué y envíelo de nuevo</a>.",
  Amounts: "Importes",
  "Still to be paid": "Falta por pagar",
  "Asked for last": "Último importe pedido",
  "You are paid in": "Usted cobra en",
  "Price held until": "Precio garantizado hasta",
  For: "Concepto",
  "Refunds go to": "Las devoluciones van a",
  "given on the payer's page": "indicada en la página del cliente",
  since: "desde",
  Exceptions: "Excepciones",
  "What you can do": "Qué puede hacer",
  "QR code of the payer's page": "Código QR de la página del pagador",
  "What happened": "Qué ha ocurrido",
  "Counts for {amount}.": "Cuenta por {amount}.",
  "Another {what} than was asked for.": "No coincide con lo que se pidió: {what}.",
  "claimed by the service": "según el servicio",
  "Sent back: {amount}.": "Devuelto: {amount}.",
  "did not arrive": "no ha llegado",
  "Not sent again.": "No se envía otra vez.",
  "Send again: {what}": "Enviar de nuevo: {what}",
  "Send again": "Enviar de nuevo",
  "Technical details": "Detalles técnicos",
  Number: "Número",
  "You are paid at": "Usted cobra en la dirección",
  "Outpoint of {what}": "Salida de {what}",
  Evidence: "Evidencia",
  "Request of the intent service": "Petición al servicio de conversión",
  Quote: "Cotización",
  "Proof for a dispute": "Prueba para una disputa",
  "Events and deliveries": "Eventos y entregas",
  "No webhook wanted it.": "Ningún webhook lo pedía.",
  Actions: "Acciones",
  Link: "Enlace",
  "Copy link": "Copiar enlace",
  "The payer's page": "Página del cliente",
  "Accept as paid": "Aceptar como pagada",
  "Mark as invalid": "Marcar como no válida",
  "The shop ships the order. Later payments no longer change the state.":
    "La tienda envía el pedido. Los pagos posteriores ya no cambian el estado.",
  "The shop does not ship the order. Money that comes later waits for you in the inbox.":
    "La tienda no envía el pedido. El dinero que llegue más tarde le espera en la bandeja de entrada.",
  Reason: "Motivo",
  "kept with the decision": "se guarda con la decisión",
  "Mark settled…": "Marcar como liquidada…",
  "Mark invalid…": "Marcar como no válida…",
  Refund: "Devolución",
  "Makes a link on which the customer says where the refund goes. You pay it from Payouts.":
    "Crea un enlace en el que el cliente indica adónde va la devolución. Usted la paga desde Desembolsos.",
  "How much": "Cuánto",
  "All that was paid, in the coin of the payment": "Todo lo pagado, en la moneda del pago",
  "The rest: {amount}": "El resto: {amount}",
  "All that was paid: {amount}": "Todo lo pagado: {amount}",
  "What was too much: {amount}": "Lo pagado de más: {amount}",
  "An amount in {currency}": "Un importe en {currency}",
  "Amount in {currency}": "Importe en {currency}",
  "for the last choice": "para la última opción",
  "kept in the audit log": "se guarda en el registro de auditoría",
  "Send link by e-mail": "Enviar el enlace por correo",
  Address: "Dirección",
  "empty: the former recipient": "vacío: el destinatario anterior",
  Send: "Enviar",
  "Edit order details": "Editar los datos del pedido",
  "Order number": "Número de pedido",
  Description: "Descripción",
  "Customer's e-mail": "Correo del cliente",
  Save: "Guardar",
  "Edit metadata": "Editar los metadatos",
  "JSON of the invoice": "JSON de la factura",
  "Show in lists again": "Mostrar de nuevo en las listas",
  "Your role may look at this invoice only.": "Su rol solo permite ver esta factura.",
  Refunds: "Devoluciones",
  closed: "cerrada",
  claimed: "solicitada",
  open: "abierto",
  paid: "pagado",
  State: "Estado",
  "Paid in": "Pagado en",
  Customer: "Cliente",
  "Export as CSV": "Exportar como CSV",
  "Export what is listed": "Exportar lo listado",
  "New invoice": "Nueva factura",
  "{count} invoices were archived.": {
    one: "Se ha archivado {count} factura.",
    other: "Se han archivado {count} facturas.",
  },
  "{count} invoices are in the lists again.": {
    one: "{count} factura vuelve a estar en las listas.",
    other: "{count} facturas vuelven a estar en las listas.",
  },
  "{count} links are on their way.": {
    one: "{count} enlace está en camino.",
    other: "{count} enlaces están en camino.",
  },
  Search: "Buscar",
  "More filters": "Más filtros",
  States: "Estados",
  "Only those that": "Solo las que",
  "wait for you": "requieren su atención",
  "are archived": "están archivadas",
  "any coin": "cualquier moneda",
  Apply: "Aplicar",
  Filters: "Filtros",
  "remove this filter": "quitar este filtro",
  "Too many invoices have a word that begins so. Search for more of the word, or without the other filters.":
    "Demasiadas facturas tienen una palabra que empieza así. Busque con más letras de la palabra o sin los otros filtros.",
  "No older ones.": "No hay anteriores.",
  "Make the first one": "Crear la primera",
  "Choose every invoice of this page": "Seleccionar todas las facturas de esta página",
  Order: "Pedido",
  "show the newest first": "mostrar primero las más recientes",
  "show the oldest first": "mostrar primero las más antiguas",
  "show the highest price first": "mostrar primero el precio más alto",
  "show the lowest price first": "mostrar primero el precio más bajo",
  "No more.": "No hay más.",
  "Next page": "Página siguiente",
  "Order of the list": "Orden de la lista",
  "With those that are chosen:": "Con las seleccionadas:",
  "1 chosen": "1 seleccionada",
  "{count} chosen": "{count} seleccionadas",
  "Newer ones": "Más recientes",
  Columns: "Columnas",
  "Columns of the list": "Columnas de la lista",
  "The list has changed.": "La lista ha cambiado.",
  "Refund {amount}?": "¿Devolver {amount}?",
  "Mark the invoice of {price} settled?": "¿Marcar la factura de {price} como liquidada?",
  "Mark the invoice of {price} invalid?": "¿Marcar la factura de {price} como no válida?",
  "none given": "no indicado",
  "The customer gets a link to claim it. The money leaves you once you pay the claim from Payouts.":
    "El cliente recibe un enlace para solicitarla. El dinero sale de su monedero cuando usted paga la solicitud desde Desembolsos.",
  "Make the refund": "Crear la devolución",
  "Mark settled": "Marcar como liquidada",
  "Mark invalid": "Marcar como no válida",
  "Choose {name}": "Seleccionar {name}",
  "Without an order": "Sin pedido",
  "Any amount in {currency}": "Importe libre en {currency}",
  "{count} invoices were left as they are": {
    one: "{count} factura se ha dejado como está",
    other: "{count} facturas se han dejado como están",
  },
  "{count} others were done.": {
    one: "{count} más se ha procesado.",
    other: "{count} más se han procesado.",
  },
  "Back to the list": "Volver a la lista",
  "Archive {count} invoices?": { one: "¿Archivar {count} factura?", other: "¿Archivar {count} facturas?" },
  "Show {count} invoices in the lists again?": {
    one: "¿Mostrar {count} factura de nuevo en las listas?",
    other: "¿Mostrar {count} facturas de nuevo en las listas?",
  },
  "Send the links of {count} invoices?": {
    one: "¿Enviar el enlace de {count} factura?",
    other: "¿Enviar los enlaces de {count} facturas?",
  },
  "They leave the lists. They can still be read and paid, and you can show them again.":
    "Salen de las listas. Se pueden seguir leyendo y pagando, y puede mostrarlas de nuevo.",
  "They are listed and counted as before.": "Se listan y se cuentan como antes.",
  "Each goes to the customer's address that the invoice has. An invoice without one, or that takes no payment any more, is left out.":
    "Cada uno va a la dirección del cliente que consta en la factura. Se omite una factura que no la tenga o que ya no admita pagos.",
  "Copy it now. It is shown only this once, and it cannot be looked up later.":
    "Cópiela ahora. Solo se muestra esta vez y no se puede consultar más tarde.",
  Key: "Clave",
  "Copy key": "Copiar clave",
  "For a customer of <strong>{store}</strong>. You get a page with a QR code, whose link you send.":
    "Para un cliente de <strong>{store}</strong>. Obtiene una página con un código QR, cuyo enlace puede enviar.",
  Amount: "Importe",
  "empty: any amount": "vacío: importe libre",
  Currency: "Moneda",
  optional: "opcional",
  "optional; the customer sees it": "opcional; el cliente lo ve",
  "optional; the link is sent there": "opcional; el enlace se envía allí",
  "Price held for, in minutes": "Precio garantizado durante, en minutos",
  "empty: as the store has it": "vacío: según la tienda",
  "Make the invoice": "Crear la factura",
  "A new key": "Una clave nueva",
  "The key for {application}": "La clave para {application}",
  "Stores and keys": "Tiendas y claves",
  Notifications: "Notificaciones",
  "Mark all as seen": "Marcar todo como visto",
  "Nothing has happened that you were to be told of.": "No ha ocurrido nada de lo que hubiera que avisarle.",
  "Mark as seen: {what}": "Marcar como visto: {what}",
  Seen: "Visto",
  "What you are told of": "De qué se le avisa",
  "You are told of what your roles let you do something about.":
    "Se le avisa de aquello sobre lo que sus roles le permiten actuar.",
  "E-mail takes a mail server and an address in your account.":
    "El correo requiere un servidor de correo y una dirección en su cuenta.",
  Event: "Evento",
  Page: "Página",
  "{event}: on this page": "{event}: en esta página",
  "{event}: by e-mail": "{event}: por correo",
  "Notifications are on in {most} browsers already, which is the most. Remove one first.":
    "Las notificaciones ya están activadas en {most} navegadores, el máximo. Quite uno primero.",
  "This browser's push service cannot be used: it needs a public https address and a valid key. Nothing was changed.":
    "El servicio push de este navegador no se puede usar: necesita una dirección https pública y una clave válida. No se ha cambiado nada.",
  "That browser has ended its notifications, and was removed. Switch them on there again.":
    "Ese navegador ha terminado sus notificaciones y se ha quitado. Actívelas allí de nuevo.",
  "The push service did not take the test. {reason}": "El servicio push no aceptó la prueba. {reason}",
  "Notifications work in this browser": "Las notificaciones llegan a este navegador",
  "Sent: it shows in that browser in a moment.": "Enviado: ese navegador lo muestra enseguida.",
  Browsers: "Navegadores",
  "{event}: in browsers": "{event}: en navegadores",
  "Notifications in your browsers": "Notificaciones en sus navegadores",
  "Browsers that you switch on show the events ticked under “Browsers” above, also on a locked screen, until you sign out there. They show the event and the name of the store: no amounts, no names of people, no addresses.":
    "Los navegadores que active muestran los eventos marcados arriba en «Navegadores», también en una pantalla bloqueada, hasta que cierre la sesión en ellos. Muestran el evento y el nombre de la tienda: ni importes, ni nombres de personas, ni direcciones.",
  Problem: "Problema",
  "Send a test to {browser}": "Enviar una prueba a {browser}",
  "Remove {browser}": "Quitar {browser}",
  "Switch on in this browser": "Activar en este navegador",
  "This browser cannot show notifications here. It needs web push and a page over https or on localhost; a private window has no web push. On an iPhone or iPad, add this page to the home screen and open it from there.":
    "Este navegador no puede mostrar notificaciones aquí. Necesita web push y una página por https o en localhost; una ventana privada no tiene web push. En un iPhone o iPad, añada esta página a la pantalla de inicio y ábrala desde allí.",
  "This browser does not allow this site to show notifications. Allow it in the site's settings, then load the page again.":
    "Este navegador no permite que este sitio muestre notificaciones. Permítalo en los ajustes del sitio y vuelva a cargar la página.",
  "The browser made no subscription. It may not reach its maker's push service. Try again.":
    "El navegador no creó ninguna suscripción. Quizá no alcance el servicio push de su fabricante. Inténtelo de nuevo.",
  "Switching it on needs JavaScript.": "Para activarlo se necesita JavaScript.",
  "There is no store yet.": "Todavía no hay ninguna tienda.",
  "It says what you are paid in, and to which address.": "Indica en qué cobra usted y en qué dirección.",
  "Make a store": "Crear una tienda",
  "An administrator of the server makes one, and invites you to it.":
    "Un administrador del servidor crea una y le invita a ella.",
  "Open the inbox": "Abrir la bandeja de entrada",
  "Last invoices": "Últimas facturas",
  "By coin, 30 days": "Por moneda, 30 días",
  "by coin": "por moneda",
  "{count} payments": { one: "{count} pago", other: "{count} pagos" },
  Health: "Funcionamiento",
  Part: "Componente",
  Received: "Recibido",
  "conversion cost {amount}": "coste de conversión {amount}",
  "{count} without a rate are not in the sum": {
    one: "{count} sin tipo de cambio no está en la suma",
    other: "{count} sin tipo de cambio no están en la suma",
  },
  "Received by day, in {currency}": "Recibido por día, en {currency}",
  "Nothing was received in these days.": "No se recibió nada en estos días.",
  "As a table": "Como tabla",
  "Day ({zone})": "Día ({zone})",
  "The passkey was not used. Try again, or take another way.":
    "La llave de acceso no se ha usado. Inténtelo de nuevo o elija otra forma.",
  "Amounts and destination": "Importes y destino",
  "The buyer gets": "El comprador recibe",
  about: "unos",
  "There is no exchange rate at the moment.": "No hay tipo de cambio en este momento.",
  "The shop pays": "La tienda paga",
  "{coin} on {network}, at the rate of this moment": "{coin} en {network}, al tipo de este momento",
  "It was paid outside the service.": "Se pagó fuera del servicio.",
  "{coin}, to the address": "{coin}, a la dirección",
  "Copy address": "Copiar dirección",
  "This payout is above the store’s limit. Two people must approve it.":
    "Este desembolso supera el límite de la tienda. Deben aprobarlo dos personas.",
  "{name} approved it on {time}.": "{name} lo aprobó el {time}.",
  "It waits for a second person.": "Espera a una segunda persona.",
  "Tried before": "Intentos anteriores",
  "Requests of the intent service by which this payout was to be paid, the oldest first. The service is asked after each before the payout can be paid through it again.":
    "Peticiones al servicio de conversión con las que debía pagarse este desembolso, la más antigua primero. Se pregunta al servicio por cada una antes de que el desembolso se pueda pagar otra vez a través de él.",
  "All payouts": "Todos los desembolsos",
  "Transaction id, or a link with it": "Identificador de la transacción, o un enlace que lo contenga",
  "It has truly paid both payouts, this one and the other":
    "Ha pagado de verdad ambos desembolsos, este y el otro",
  "Record the payment": "Registrar el pago",
  "I have no transaction id": "No tengo identificador de transacción",
  "Then your word counts, and nothing is looked up on the chain.":
    "Entonces vale su palabra y no se busca nada en la cadena.",
  "It was paid, by my word": "Se ha pagado, doy mi palabra",
  "Cancel the payout": "Cancelar el desembolso",
  "Cancel the payout of {amount}?": "¿Cancelar el desembolso de {amount}?",
  "The money is then in the inbox again, as unattributed funds.":
    "El dinero vuelve entonces a la bandeja de entrada, como fondos sin asignar.",
  "Nothing is sent then, and the payout is over.": "Entonces no se envía nada y el desembolso queda cerrado.",
  "Refund of unattributed funds": "Devolución de fondos sin asignar",
  "What the buyer has claimed can then be claimed again.":
    "Lo que el comprador ha solicitado se puede volver a solicitar.",
  "Keep it": "Conservarlo",
  "With a browser wallet": "Con un monedero del navegador",
  "Your wallet sends {coin} on {network} to the intent service, which converts it and pays the buyer. Every transaction is checked here first, and your wallet asks you before it sends one. This gateway never sees your key.":
    "Su monedero envía {coin} en {network} al servicio de conversión, que lo convierte y paga al comprador. Cada transacción se comprueba antes aquí, y su monedero le pregunta antes de enviar una. Esta pasarela nunca ve su clave.",
  "By hand": "A mano",
  "Send <strong>{amount}</strong> to the address above from any wallet.":
    "Envíe <strong>{amount}</strong> a la dirección de arriba desde cualquier monedero.",
  "Send the amount to the address above from any wallet.":
    "Envíe el importe a la dirección de arriba desde cualquier monedero.",
  "It is the coin in which the shop is paid, so nothing has to be converted.":
    "Es la moneda en la que cobra la tienda, así que no hay que convertir nada.",
  "Then record the transaction here: it is looked up on the chain.":
    "Después registre aquí la transacción: se busca en la cadena.",
  "By command": "Por comando",
  "Beside the server, with a key in a file of your own:":
    "Junto al servidor, con una clave en un archivo propio:",
  "Not at all": "De ninguna forma",
  "How far it is": "Por dónde va",
  "Sent by the wallet": "Enviado por el monedero",
  "The wallet was asked for transaction {number}, and this page did not hear what became of it. Look into the history of the account <span>{account}</span> first. If it is there, enter its id. If the wallet has sent nothing, take the payment back below.":
    "Se pidió al monedero la transacción {number}, y esta página no supo qué pasó con ella. Mire primero el historial de la cuenta <span>{account}</span>. Si está ahí, introduzca su identificador. Si el monedero no ha enviado nada, retire el pago más abajo.",
  "Its transaction id": "Su identificador de transacción",
  "It was sent": "Se ha enviado",
  "The wallet has not sent everything yet. Go on with the account <span>{account}</span>.":
    "El monedero aún no ha enviado todo. Continúe con la cuenta <span>{account}</span>.",
  "If it does not arrive": "Si no llega",
  "It was paid: record its transaction": "Se ha pagado: registrar su transacción",
  "The transaction that paid the buyer, on {network}. It is looked up on the chain.":
    "La transacción que pagó al comprador, en {network}. Se busca en la cadena.",
  "It was not sent, or it came back: pay it again": "No se envió, o volvió: pagarlo de nuevo",
  "Look into your wallet first: a second payment while the first is under way pays twice.":
    "Mire antes su monedero: un segundo pago mientras el primero está en camino paga dos veces.",
  "The intent service is asked as well; it must say that it has seen no money, has failed, or has sent the money back.":
    "También se pregunta al servicio de conversión; debe decir que no ha visto dinero, que ha fallado o que ha devuelto el dinero.",
  "I have seen in the wallet that it has sent nothing for this payout.":
    "He visto en el monedero que no ha enviado nada para este desembolso.",
  "I have seen in the wallet that none of the transactions above can go through any more.":
    "Comprobé en el monedero que ninguna de las transacciones de arriba puede completarse ya.",
  "Take the payment back": "Retirar el pago",
  "Go on with the wallet": "Continuar con el monedero",
  "Pay with a browser wallet": "Pagar con un monedero del navegador",
  "What the wallet does": "Lo que hace el monedero",
  "A browser wallet needs JavaScript, which is switched off here. Pay by command or by hand, as it says below.":
    "Un monedero del navegador necesita JavaScript, que aquí está desactivado. Pague por comando o a mano, como se indica abajo.",
  "Two people for large payouts": "Dos personas para desembolsos grandes",
  "Payouts of {store} above a limit are approved by two different people. To raise or lift the limit takes two people as well.":
    "Los desembolsos de {store} por encima de un límite los aprueban dos personas distintas. Subir o quitar el límite también requiere dos personas.",
  "Asked for by": "Pedido por",
  "No change waits for a confirmation.": "Ningún cambio espera confirmación.",
  "You asked for it. Another person who may approve payouts must confirm it here within a week.":
    "Usted lo pidió. Otra persona que pueda aprobar desembolsos debe confirmarlo aquí en el plazo de una semana.",
  "Confirm the new limit": "Confirmar el límite nuevo",
  "Finished payouts": "Desembolsos terminados",
  "Open payouts": "Desembolsos abiertos",
  "Refunds that buyers have claimed, and payouts of your own. You send the money; the gateway holds none.":
    "Devoluciones que han solicitado los compradores y desembolsos propios. El dinero lo envía usted; la pasarela no guarda ninguno.",
  Open: "Abiertos",
  Finished: "Terminados",
  "No older ones": "No hay anteriores",
  "The newest ones": "Los más recientes",
  "None yet": "Todavía no hay nada",
  "A payout that was paid or cancelled appears here.": "Aquí aparece un desembolso pagado o cancelado.",
  "Nothing waits for you": "Nada requiere su atención",
  "Refunds that buyers claim appear here. A refund begins on the page of its invoice.":
    "Aquí aparecen las devoluciones que solicitan los compradores. Una devolución empieza en la página de su factura.",
  "Details of the payout of {amount}": "Detalles del desembolso de {amount}",
  "Approve {amount}": "Aprobar {amount}",
  "Cancel {amount}": "Cancelar {amount}",
  Owner: "Propietario",
  Manager: "Responsable",
  Cashier: "Cajero",
  Accountant: "Contable",
  Viewer: "Solo lectura",
  "Who may work in {store}, and what each may do.":
    "Quién puede trabajar en {store} y qué puede hacer cada persona.",
  "The invitation for {email}": "La invitación para {email}",
  "An e-mail with this link is on its way to {email}. It works once, for a week, and is shown here only now.":
    "Un correo con este enlace está en camino a {email}. Funciona una vez, durante una semana, y solo se muestra aquí ahora.",
  "Send this link to {email}. It works once, for a week, and is shown only now.":
    "Envíe este enlace a {email}. Funciona una vez, durante una semana, y solo se muestra ahora.",
  Members: "Miembros",
  "No members yet. The server’s administrators can open every store.":
    "Todavía no hay miembros. Los administradores del servidor pueden abrir todas las tiendas.",
  Role: "Rol",
  you: "usted",
  disabled: "desactivado",
  off: "sin usar",
  "Role of {name}": "Rol de {name}",
  "Save the role of {name}": "Guardar el rol de {name}",
  "Remove {name}": "Eliminar a {name}",
  "Remove {name} from {store}?": "¿Eliminar a {name} de {store}?",
  "They are signed out of this store at once, and their API keys for it stop working. What they have done stays in the audit log.":
    "Su sesión en esta tienda se cierra de inmediato y sus claves API para ella dejan de funcionar. Lo que ha hecho permanece en el registro de auditoría.",
  "Remove the person": "Eliminar a la persona",
  "Invite a person": "Invitar a una persona",
  "Make an invitation": "Crear una invitación",
  "Open invitations": "Invitaciones abiertas",
  "until {time}": "hasta el {time}",
  "Withdraw the invitation of {email}": "Retirar la invitación de {email}",
  Withdraw: "Retirar",
  "A payout above this amount is sent only after two different people have approved it here. An API key counts as no person. Leave it empty to let one person approve. To raise or lift it takes two people as well.":
    "Un desembolso por encima de este importe se envía solo después de que dos personas distintas lo aprueben aquí. Una clave API no cuenta como persona. Deje el campo vacío para que apruebe una sola persona. Subir o quitar el límite también requiere dos personas.",
  "{name} asked for another limit: {limit}. It takes effect when a second person confirms it.":
    "{name} pidió otro límite: {limit}. Surte efecto cuando una segunda persona lo confirma.",
  Roles: "Roles",
  "two factors": "dos factores",
  "Make a role of your own": "Crear un rol propio",
  "People with this role must set up a second factor":
    "Las personas con este rol deben configurar un segundo factor",
  "Save the role": "Guardar el rol",
  "Proof of invoice {id}": "Prueba de la factura {id}",
  "any amount": "importe libre",
  "Proof of an invoice of any amount": "Prueba de una factura de importe libre",
  "Proof of an invoice of {price}": "Prueba de una factura de {price}",
  "made {time}": "creada el {time}",
  "Download the pack": "Descargar el paquete",
  "What was agreed": "Lo que se acordó",
  "{amount}, to <span>{address}</span> on {network}": "{amount}, a <span>{address}</span> en {network}",
  Held: "Precio garantizado",
  "{from} until {until}": "{from} hasta {until}",
  Now: "Ahora",
  "paid {amount}": "pagado: {amount}",
  "Asked for <strong>{amount}</strong> to <span>{address}</span>":
    "Se pidieron <strong>{amount}</strong> a <span>{address}</span>",
  "Signed:": "Firma:",
  "What the chains show": "Lo que muestran las cadenas",
  "No payment is known.": "No se conoce ningún pago.",
  to: "a",
  "What happened when": "Qué ocurrió y cuándo",
  Signature: "Firma",
  "This page is an extract of the pack with this digest: <span>{file}</span>. The pack holds the raw transactions, headers and answers, and a program of 150 lines checks it without asking a service.":
    "Esta página es un extracto del paquete con este resumen criptográfico: <span>{file}</span>. El paquete contiene las transacciones, cabeceras y respuestas en bruto, y un programa de 150 líneas lo comprueba sin preguntar a ningún servicio.",
  "It is <span>docs/reference/verify_proof.py</span> in the folder where Crosstill is installed, and needs Python 3.9 or newer. What it shows is said in docs/reference/proof-format.md beside it:":
    "Es <span>docs/reference/verify_proof.py</span>, en la carpeta donde está instalado Crosstill, y necesita Python 3.9 o posterior. Lo que muestra se explica en docs/reference/proof-format.md, junto a él:",
  "Compare the key with the one that the shop has published: a forged pack has a forged key as well.":
    "Compare la clave con la que ha publicado la tienda: un paquete falsificado tiene también una clave falsificada.",
  Digest: "Resumen criptográfico",
  "Fingerprint {fingerprint}": "Huella {fingerprint}",
  "This does not work": "Esto no funciona",
  "Nothing was approved": "No se ha aprobado nada",
  "An application has sent you here for an API key.":
    "Una aplicación le ha enviado aquí para obtener una clave de API.",
  "One more step": "Un paso más",
  "Enter the code that your authenticator app shows, or one of your recovery codes.":
    "Introduzca el código que muestra su aplicación de autenticación o uno de sus códigos de recuperación.",
  Code: "Código",
  "Use a passkey instead": "Usar una llave de acceso",
  "Start again": "Empezar de nuevo",
  "New item": "Artículo nuevo",
  "Edit the item": "Editar el artículo",
  "Price in {currency}": "Precio en {currency}",
  "(optional; the customer sees it)": "(opcional; el cliente lo ve)",
  Picture: "Imagen",
  "(optional)": "(opcional)",
  "A PNG, JPEG or WebP of at most {size} KiB and {side} pixels a side. What a camera noted, such as the place, is taken out.":
    "Un PNG, JPEG o WebP de {size} KiB como máximo y {side} píxeles por lado. Se elimina lo que anotó la cámara, por ejemplo el lugar.",
  "Take the picture away": "Quitar la imagen",
  "In stock": "En existencias",
  "The counter no longer sells it. Invoices that have it stay.":
    "La caja ya no lo vende. Las facturas que lo contienen permanecen.",
  "Remove the item": "Eliminar el artículo",
  Title: "Título",
  "Amount and currency are fixed, because an invoice was made.":
    "El importe y la moneda son fijos porque ya se creó una factura.",
  "Customers may pay in parts, and say how much": "Los clientes pueden pagar por partes e indicar cuánto",
  "(empty: always)": "(vacío: siempre)",
  "Customer’s e-mail": "Correo del cliente",
  "New payment link": "Nuevo enlace de pago",
  "A page of <strong>{store}</strong> that asks for an amount. Send its link, or print its QR code. The price in a coin is worked out when the customer pays.":
    "Una página de <strong>{store}</strong> que pide un importe. Envíe su enlace o imprima su código QR. El precio en una moneda se calcula cuando paga el cliente.",
  "Make the payment link": "Crear el enlace de pago",
  "Buttons for payments and donations to <strong>{store}</strong> that work on any site, without scripts.":
    "Botones para pagos y donaciones a <strong>{store}</strong> que funcionan en cualquier sitio, sin scripts.",
  "Who may make invoices": "Quién puede crear facturas",
  "Anyone may make invoices of this store, within these bounds":
    "Cualquiera puede crear facturas de esta tienda, dentro de estos límites",
  "Least amount": "Importe mínimo",
  Most: "Importe máximo",
  "A visitor can change what a button says. Compare the amount of the invoice before you deliver. Order numbers of buttons begin with “button/”, so that they are never those of a shop.":
    "Un visitante puede cambiar lo que dice un botón. Compare el importe de la factura antes de entregar. Los números de pedido de los botones empiezan por «button/», de modo que nunca coinciden con los de una tienda.",
  "Make a button": "Crear un botón",
  "Amounts in {currency}": "Importes en {currency}",
  "(one: fixed; several: to choose from; none: the customer types it)":
    "(uno: fijo; varios: para elegir; ninguno: lo escribe el cliente)",
  "Text of the button": "Texto del botón",
  "Pay with crypto": "Pagar con criptomonedas",
  "Where to go after paying": "Adónde ir después de pagar",
  "Make the button": "Crear el botón",
  "Your button": "Su botón",
  "Copy this HTML into your page.": "Copie este HTML en su página.",
  "Copy the HTML": "Copiar el HTML",
  "Or use this link, or its QR code.": "O use este enlace o su código QR.",
  "on its way": "en camino",
  "Open the payer’s page": "Abrir la página del cliente",
  "QR code to print": "Código QR para imprimir",
  "Can be paid until": "Se puede pagar hasta",
  "None yet. Each payment makes an invoice.": "Todavía no hay ninguna. Cada pago crea una factura.",
  Edit: "Editar",
  "Send the link to": "Enviar el enlace a",
  "Send by e-mail": "Enviar por correo",
  "It leaves the list, and can no longer be paid. This cannot be undone.":
    "Sale de la lista y ya no se puede pagar. Esto no se puede deshacer.",
  "Archive the link": "Archivar el enlace",
  "Which links": "Qué enlaces",
  "In use": "En uso",
  "With archived ones": "Con los archivados",
  "None yet. A payment link asks for an amount, in as many payments as it takes.":
    "Todavía no hay ninguno. Un enlace de pago pide un importe, en tantos pagos como haga falta.",
  Items: "Artículos",
  "Add an item": "Añadir un artículo",
  "None yet. Without items the counter has its keypad only.":
    "Todavía no hay ninguno. Sin artículos, la caja tiene solo su teclado.",
  Item: "Artículo",
  Stock: "Existencias",
  "in stock": "disponible",
  "out of stock": "agotado",
  "Keypad: amounts may be typed": "Teclado: se pueden introducir importes",
  "Discounts: a percentage may be taken off": "Descuentos: se puede descontar un porcentaje",
  "Tips, in percent": "Propinas, en porcentaje",
  "(up to five; empty: no tip is asked for)": "(hasta cinco; vacío: no se pide propina)",
  "Text on the receipt": "Texto del recibo",
  "Anyone with the link may charge, without signing in":
    "Cualquiera con el enlace puede cobrar, sin iniciar sesión",
  Counter: "Caja",
  "Open the counter": "Abrir la caja",
  "The counter cannot be used any more. Its invoices stay. This cannot be undone.":
    "La caja ya no se puede usar. Sus facturas permanecen. Esto no se puede deshacer.",
  "Archive the point of sale": "Archivar el punto de venta",
  "A counter of <strong>{store}</strong> for a tablet or a phone: pick what is sold, charge it, and see when it is paid.":
    "Una caja de <strong>{store}</strong> para una tableta o un teléfono: elija lo que se vende, cóbrelo y vea cuándo se paga.",
  "Who may charge": "Quién puede cobrar",
  "anyone with the link": "cualquiera con el enlace",
  "cashiers who are signed in": "cajeros con la sesión iniciada",
  "Open the counter {title}": "Abrir la caja {title}",
  "New point of sale": "Nuevo punto de venta",
  "Make the point of sale": "Crear el punto de venta",
  Back: "Volver",
  Print: "Imprimir",
  "Scan to pay": "Escanee para pagar",
  "Started at {time}. This page shows the result when it is there.":
    "Iniciado a las {time}. Esta página muestra el resultado cuando esté disponible.",
  well: "bien",
  problem: "problema",
  "Asked at {time}.": "Consultado: {time}.",
  Version: "Versión",
  "Data folder": "Carpeta de datos",
  "with a key": "con clave",
  "without a key": "sin clave",
  "These come from the environment of the server; see the configuration in the documentation.":
    "Proceden del entorno del servidor; consulte la configuración en la documentación.",
  "Mail goes out by {server}.": "El correo sale por {server}.",
  "No mail server is set up: set SMTP_URL and MAIL_FROM, and start the server again.":
    "No hay servidor de correo configurado: defina SMTP_URL y MAIL_FROM y reinicie el servidor.",
  "Send a test to": "Enviar una prueba a",
  "Send a test mail": "Enviar un correo de prueba",
  Rates: "Tipos de cambio",
  "Ask each source": "Consultar cada fuente",
  "Last backup: {time}": "Última copia de seguridad: {time}",
  "There was no backup yet.": "Todavía no se ha hecho ninguna copia de seguridad.",
  "The file has everything of the database, with digests of keys and sealed secrets: keep it safe. The journal and the two key files in the data folder are not in it: copy them as well.":
    "El archivo contiene todo lo de la base de datos, con resúmenes de las claves y secretos sellados: guárdelo en lugar seguro. El diario y los dos archivos de claves de la carpeta de datos no están en él: cópielos también.",
  "Make a backup and download it": "Hacer una copia de seguridad y descargarla",
  Restore: "Restaurar",
  "Stop the server, then restore by command into an empty database:":
    "Detenga el servidor y restaure por comando en una base de datos vacía:",
  Audit: "Auditoría",
  "Checks every invariant of the books.": "Comprueba todas las invariantes de los libros.",
  "Start an audit": "Iniciar una auditoría",
  Reconciliation: "Conciliación",
  "Compares the books of the last seven days with the service and the chains.":
    "Compara los libros de los últimos siete días con el servicio y las cadenas.",
  "Start a reconciliation": "Iniciar una conciliación",
  "Recurring jobs": "Tareas periódicas",
  "{count} jobs": { one: "{count} tarea", other: "{count} tareas" },
  "Table of jobs": "Tabla de tareas",
  Job: "Tarea",
  "Last run": "Última ejecución",
  "Runs in": "Se ejecuta en",
  "this process": "este proceso",
  "no process": "ningún proceso",
  Failures: "Fallos",
  "Last error": "Último error",
  "not yet": "todavía no",
  "within the last minute": "en el último minuto",
  "{count} min ago": "hace {count} min",
  "This store is archived": "Esta tienda está archivada",
  "This store is selling": "Esta tienda está vendiendo",
  "It has taken no new invoices since {time}. Money that still reaches its addresses is settled and booked.":
    "No acepta facturas nuevas desde {time}. El dinero que aún llega a sus direcciones se liquida y se contabiliza.",
  "Sell again": "Volver a vender",
  "An archived store takes no new invoices. Nothing is deleted, and you can sell again at any time.":
    "Una tienda archivada no acepta facturas nuevas. No se elimina nada, y puede volver a vender en cualquier momento.",
  "Archive the store": "Archivar la tienda",
  "Copy: {name}": "Copiar: {name}",
  "First steps": "Primeros pasos",
  "{count} left": { one: "queda {count}", other: "quedan {count}" },
  done: "hecho",
  "Do not show this list again": "No volver a mostrar esta lista",
  "The intent service does not answer, so the coins are not known. Try again in a minute, and look at the server settings.":
    "El servicio de conversión no responde, por lo que no se conocen las monedas. Inténtelo de nuevo en un minuto y revise los ajustes del servidor.",
  "No store was made. See the fields that are marked below.":
    "No se ha creado ninguna tienda. Revise los campos marcados abajo.",
  "Is this your own address?": "¿Es esta su propia dirección?",
  "There is a contract at this address on {chain}. Money that is sent to a contract other than your own smart wallet is lost.":
    "Hay un contrato en esta dirección en {chain}. El dinero enviado a un contrato que no sea su propio monedero inteligente se pierde.",
  "It could not be checked whether there is a contract at this address on {chain}. Make sure that it is the address of your own wallet, on this chain.":
    "No se ha podido comprobar si hay un contrato en esta dirección en {chain}. Asegúrese de que es la dirección de su propio monedero, en esta cadena.",
  "I hold the keys of this address, and want to be paid there.":
    "Tengo las claves de esta dirección y quiero cobrar en ella.",
  "Make the store": "Crear la tienda",
  "Saved. It holds from now on.": "Guardado. Se aplica a partir de ahora.",
  "Nothing was saved. See the fields that are marked below.":
    "No se ha guardado nada. Revise los campos marcados abajo.",
  "The intent service does not answer, so coins and refund addresses are not shown. Try again in a minute.":
    "El servicio de conversión no responde, por lo que no se muestran monedas ni direcciones de devolución. Inténtelo de nuevo en un minuto.",
  "You receive {coin}.": "Usted recibe {coin}.",
  "Your role in this store may see these settings, not change them.":
    "Su rol en esta tienda permite ver estos ajustes, no cambiarlos.",
  "Connect a shop": "Conectar una tienda en línea",
  "Connect {shop}": "Conectar {shop}",
  Steps: "Pasos",
  Keys: "Claves",
  "To copy": "Para copiar",
  "All shops": "Todas las tiendas en línea",
  "Owner account": "Cuenta del propietario",
  "A new password": "Una contraseña nueva",
  "Your name may change too. You are signed out everywhere else. Second factors stay.":
    "También puede cambiar su nombre. Se cierran todas las demás sesiones. Los segundos factores se conservan.",
  "Your name may change too. You are signed out everywhere else, and second factors are taken away.":
    "También puede cambiar su nombre. Se cierran todas las demás sesiones y se eliminan los segundos factores.",
  "Make this gateway yours": "Haga suya esta pasarela",
  "The first account is the server's administrator. It can open every store and invite others.":
    "La primera cuenta es la del administrador del servidor. Puede abrir todas las tiendas e invitar a otras personas.",
  "Join {store}": "Unirse a {store}",
  "Join this gateway": "Unirse a esta pasarela",
  "You are invited as {role}.": "Su invitación es con el rol {role}.",
  "You are invited as an administrator.": "Su invitación es como administrador.",
  "Choose the name and password with which you sign in.":
    "Elija el nombre y la contraseña con los que inicia sesión.",
  "Password again": "Contraseña otra vez",
  "Set the password": "Establecer la contraseña",
  "Make the account": "Crear la cuenta",
  "Skip to the content": "Saltar al contenido",
  Manage: "Gestión",
  "Theme of the system": "Tema del sistema",
  "Light theme": "Tema claro",
  "Dark theme": "Tema oscuro",
  "Show the menu": "Mostrar el menú",
  Menu: "Menú",
  "Store:": "Tienda:",
  Places: "Secciones",
  "waiting:": "pendientes:",
  "new:": "nuevas:",
  "Users of the server": "Usuarios del servidor",
  Theme: "Tema",
  "An application asks for access to your store. Sign in to see what it asks for.":
    "Una aplicación pide acceso a su tienda. Inicie sesión para ver qué pide.",
  "There is no owner yet. The gateway prints a link when it starts, and <span>npx crosstill owner link</span> prints a new one.":
    "Todavía no hay propietario. La pasarela muestra un enlace al arrancar, y <span>npx crosstill owner link</span> muestra uno nuevo.",
  "Sign in with a passkey": "Iniciar sesión con una llave de acceso",
  "Forgotten? Ask an administrator for a new link; <span>npx crosstill owner link</span> prints one for the first administrator.":
    "¿La ha olvidado? Pida un enlace nuevo a un administrador; <span>npx crosstill owner link</span> muestra uno para el primer administrador.",
  Months: "Meses",
  "To your accountant": "A su contabilidad",
  "This store’s months are sent to no one. A person whose address you name gets each month that ends, by e-mail, with a link that needs no account.":
    "Los meses de esta tienda no se envían a nadie. La persona cuya dirección indique recibe por correo cada mes que termina, con un enlace que no necesita cuenta.",
  "Name the accountant in Settings, Books": "Indicar el contable en Ajustes, Contabilidad",
  "<span>{address}</span> gets each month that ends, by e-mail, with a link that needs no account and works for {days} days. Naming another person, or none, ends every link that was sent.":
    "<span>{address}</span> recibe cada mes que termina, por correo, con un enlace que no requiere cuenta y funciona durante {days} días. Indicar a otra persona, o a nadie, anula todos los enlaces enviados.",
  "But this gateway sends no e-mail: its operator has set no <span>SMTP_URL</span>.":
    "Pero esta pasarela no envía correos: su operador no ha definido <span>SMTP_URL</span>.",
  "Send this month again": "Enviar este mes de nuevo",
  "Send this month": "Enviar este mes",
  "This month is sent once it has ended. A month that has ended has a button here that sends it.":
    "Este mes se envía cuando haya terminado. Un mes terminado tiene aquí un botón para enviarlo.",
  "Saved. Payers see it from now on.": "Guardado. Los clientes lo ven a partir de ahora.",
  "What payers see": "Lo que ven los clientes",
  "Open in wallet": "Abrir en el monedero",
  "Your logo is more than twice as wide as high, so it stands for the name; screen readers say the name.":
    "Su logotipo es más del doble de ancho que de alto, por lo que sustituye al nombre; los lectores de pantalla dicen el nombre.",
  "Where your colour would be hard to read it is made darker, and lighter in the dark theme. This page wears it too.":
    "Donde su color sería difícil de leer, se oscurece, y en el tema oscuro se aclara. Esta página también lo lleva.",
  "help@shop.example, or a link": "help@shop.example, o un enlace",
  Colour: "Color",
  "A hash and six digits, such as #0F3B21": "Una almohadilla y seis dígitos, por ejemplo #0F3B21",
  "Pick a colour": "Elegir un color",
  Logo: "Logotipo",
  "A PNG of at most {size} KiB and {side} pixels a side, two million pixels in all; transparent is best. Pages show it up to 36 pixels high and 160 wide: beside the name, or in its place when it is more than twice as wide as high.":
    "Un PNG de {size} KiB como máximo y {side} píxeles por lado, dos millones de píxeles en total; mejor si es transparente. Las páginas lo muestran con hasta 36 píxeles de alto y 160 de ancho: junto al nombre, o en su lugar cuando es más del doble de ancho que de alto.",
  "Take the logo away": "Quitar el logotipo",
  "Signed domain": "Dominio firmado",
  "Addresses are signed as <strong>{domain}</strong>.":
    "Las direcciones se firman como <strong>{domain}</strong>.",
  "Addresses are signed without a domain. With one, payers see in every signature that the address is from your shop.":
    "Las direcciones se firman sin dominio. Con un dominio, los clientes ven en cada firma que la dirección es de su tienda.",
  "First put this file on your website, at <span>{path}</span>. It shows that the website is yours.":
    "Primero ponga este archivo en su sitio web, en <span>{path}</span>. Demuestra que el sitio web es suyo.",
  Domain: "Dominio",
  "Check and use": "Comprobar y usar",
  "Leave it empty to sign without a domain.": "Déjelo vacío para firmar sin dominio.",
  "Of the last thirty days, the newest first. Open the invoice or the month to send one again, or tell the reader some other way.":
    "De los últimos treinta días, los más recientes primero. Abra la factura o el mes para enviar uno de nuevo, o avise al destinatario de otra forma.",
  "There are more.": "Hay más.",
  "A new password for {name}": "Una contraseña nueva para {name}",
  Users: "Usuarios",
  administrator: "administrador",
  "with a second factor": "con segundo factor",
  "without a second factor": "sin segundo factor",
  "Make a link for a new password of {name}": "Crear un enlace para una contraseña nueva de {name}",
  "Make {name} no administrator": "Quitar a {name} como administrador",
  "Make {name} an administrator": "Hacer administrador a {name}",
  "No administrator": "Quitar administrador",
  Administrator: "Hacer administrador",
  "Enable {name}": "Activar a {name}",
  Enable: "Activar",
  Disable: "Desactivar",
  "Disable {name}": "Desactivar a {name}",
  "Disable {name}?": "¿Desactivar a {name}?",
  "They are signed out everywhere at once, and cannot sign in until they are enabled again. Until then their API keys do not work.":
    "Se cierran todas sus sesiones de inmediato y no puede iniciar sesión hasta que se reactive. Hasta entonces sus claves API no funcionan.",
  "Disable the user": "Desactivar al usuario",
  "Second factor for administrators": "Segundo factor para administradores",
  "Administrators must set up a second factor before they can do anything else.":
    "Los administradores deben configurar un segundo factor antes de poder hacer cualquier otra cosa.",
  "Administrators can sign in with a password alone.":
    "Los administradores pueden iniciar sesión solo con la contraseña.",
  "Ask for a password alone": "Pedir solo la contraseña",
  "Require a second factor": "Exigir un segundo factor",
  Webhook: "Webhook",
  failing: "con fallos",
  "The secret": "El secreto",
  "Copy the secret": "Copiar el secreto",
  "Your server checks the signature of each message with it. It is shown only now.":
    "Su servidor comprueba con él la firma de cada mensaje. Solo se muestra ahora.",
  "Crosstill has disabled it.": "Crosstill lo ha desactivado.",
  "Save the settings to enable it again.": "Guarde los ajustes para activarlo de nuevo.",
  "Nothing was sent yet.": "Todavía no se ha enviado nada.",
  Answer: "Respuesta",
  Again: "Repetir",
  "Body of the answer": "Cuerpo de la respuesta",
  "Request and answer of {time}": "Petición y respuesta de {time}",
  Details: "Detalles",
  "Switched off": "Desactivado",
  "Try each delivery once only": "Intentar cada entrega una sola vez",
  "Send a test": "Enviar una prueba",
  "Redeliver all that failed": "Reenviar todo lo que ha fallado",
  "New secret": "Secreto nuevo",
  "The old one is valid for a day beside it.": "El antiguo sigue siendo válido un día más.",
  Delete: "Eliminar",
  "Your server is told nothing more.": "Ya no se avisa de nada a su servidor.",
  "Delete the webhook": "Eliminar el webhook",
  URL: "URL",
  "Only these:": "Solo estos:",
  "Your server is told about each event of <strong>{store}</strong> by a signed POST. Shop plugins add theirs by themselves.":
    "Se avisa a su servidor de cada evento de <strong>{store}</strong> mediante un POST firmado. Las extensiones de tienda añaden los suyos por sí mismas.",
  "Webhooks of the store": "Webhooks de la tienda",
  "Add a webhook": "Añadir un webhook",
  "Add the webhook": "Añadir el webhook",
  "This link works until {time}": "Este enlace funciona hasta el {time}",
  "Statement, {month}": "Extracto, {month}",
  "The month has just begun: what is booked in it can be told a minute later.":
    "El mes acaba de empezar: lo que se contabilice en él podrá verse un minuto más tarde.",
  "Booked from <span>{from} until {until}</span>, by the clocks of {zone}.":
    "Contabilizado del <span>{from} al {until}</span>, según la hora de {zone}.",
  "The month is still running.": "El mes todavía está en curso.",
  "Do not use this statement: {fault} The operator of the gateway finds out more with <span>npx crosstill audit</span>.":
    "No use este extracto: {fault} El operador de la pasarela puede averiguar más con <span>npx crosstill audit</span>.",
  "In {currency}": "En {currency}",
  "Payments that ended": "Pagos terminados",
  "Worth of what arrived, fees taken off": "Valor de lo que llegó, descontadas las comisiones",
  "Cost of conversion, beside it": "Coste de la conversión, aparte",
  "Worth of what came and was sent back": "Valor de lo que llegó y se devolvió",
  "Worth of the shop’s refunds and payouts": "Valor de las devoluciones y los desembolsos de la tienda",
  "At the prices of when each payment was first seen.":
    "A los precios del momento en que se vio por primera vez cada pago.",
  "{count} of the payments could not be valued in {currency} and are not in these sums.": {
    one: "{count} de los pagos no se pudo valorar en {currency} y no está en estas sumas.",
    other: "{count} de los pagos no se pudieron valorar en {currency} y no están en estas sumas.",
  },
  "Refunds and payouts at those of when they were completed; {count} of them could not be valued.":
    "Las devoluciones y los desembolsos, a los del momento en que se completaron; {count} de ellos no se pudieron valorar.",
  "Refunds and payouts at those of when they were completed.":
    "Las devoluciones y los desembolsos, a los del momento en que se completaron.",
  "Nothing was booked in this month yet, and nothing was on its way.":
    "En este mes aún no se ha contabilizado nada, y no había nada en camino.",
  "Nothing was booked in this month, and nothing was on its way.":
    "En este mes no se contabilizó nada, y no había nada en camino.",
  "{coin} <span>on {chain}</span>": "{coin} <span>en {chain}</span>",
  "Reached the shop": "Llegó a la tienda",
  "Contract of the coin": "Contrato de la moneda",
  "It is unknown how many decimals this coin has: all amounts are in its smallest units.":
    "No se sabe cuántos decimales tiene esta moneda: todos los importes están en sus unidades más pequeñas.",
  "Beside that <strong>{spent}</strong> left the shop’s own wallet for refunds and payouts, of which <strong>{cost}</strong> is what converting them cost.":
    "Además salieron <strong>{spent}</strong> del propio monedero de la tienda para devoluciones y desembolsos, de los cuales <strong>{cost}</strong> son lo que costó convertirlos.",
  "Beside that <strong>{spent}</strong> left the shop’s own wallet for refunds and payouts.":
    "Además salieron <strong>{spent}</strong> del propio monedero de la tienda para devoluciones y desembolsos.",
  "Refunds and payouts of the shop brought <strong>{amount}</strong> to their recipients.":
    "Las devoluciones y los desembolsos de la tienda llevaron <strong>{amount}</strong> a sus destinatarios.",
  "The shop is paid in {coin}, at <span>{address}</span>.":
    "La tienda cobra en {coin}, en <span>{address}</span>.",
  "Store <span>{id}</span>.": "Tienda <span>{id}</span>.",
  "Files of this month": "Archivos de este mes",
  "Their times are those of {zone}.": "Sus horas son las de {zone}.",
  "While the month is running they grow.": "Crecen mientras el mes está en curso.",
  "They are the same whenever they are fetched: what turns out to be wrong later is corrected by a line of a later month.":
    "Son los mismos siempre que se descarguen: lo que más tarde resulte erróneo se corrige con una línea de un mes posterior.",
  "The store is paid in this coin at this address already.":
    "La tienda ya cobra en esta moneda en esta dirección.",
  "{name} asks to change where {store} is paid": "{name} pide cambiar dónde cobra {store}",
  "{store} is paid elsewhere from now on": "{store} cobra en otro lugar a partir de ahora",
  "It takes effect when a second person confirms it. If it was not meant, withdraw it.":
    "Surte efecto cuando una segunda persona lo confirme. Si no era intencionado, retírelo.",
  "New invoices are paid there. Open invoices stay with the old address. If it was not meant, change it back at once.":
    "Las facturas nuevas se pagan allí. Las abiertas conservan la dirección antigua. Si no era intencionado, deshaga el cambio de inmediato.",
  Old: "Antiguo",
  By: "Por",
  "The coin in which {store} is paid, and the address.": "La moneda en la que cobra {store} y la dirección.",
  "Change it?": "¿Cambiarlo?",
  "A change waits for a second person": "Un cambio espera a una segunda persona",
  "Present settlement": "Liquidación actual",
  "New invoices are paid at the new address as soon as the change takes effect.":
    "Las facturas nuevas se pagan en la dirección nueva en cuanto el cambio surte efecto.",
  "{count} open invoices are still paid at the old address. If you do not hold its keys any more, mark them invalid.":
    {
      one: "{count} factura abierta aún se paga en la dirección antigua. Si ya no tiene sus claves, márquela como inválida.",
      other:
        "{count} facturas abiertas aún se pagan en la dirección antigua. Si ya no tiene sus claves, márquelas como inválidas.",
    },
  "There may be more.": "Puede haber más.",
  "Amounts of the policy were in the old coin. It is {before} now, and then {after}.":
    "Los importes de la política estaban en la moneda antigua. Ahora es {before}, y después será {after}.",
  "A refund address is the old address as well. Change it too:":
    "Una dirección de devolución es también la dirección antigua. Cámbiela también:",
  "Confirm the new settlement": "Confirmar la nueva liquidación",
  "Withdraw the change": "Retirar el cambio",
  "A second person who may approve payouts must confirm it before it takes effect.":
    "Una segunda persona que pueda aprobar desembolsos debe confirmarlo antes de que surta efecto.",
  "It takes effect at once. The owners of the store and the administrators are told by e-mail.":
    "Surte efecto de inmediato. Se avisa por correo a los propietarios de la tienda y a los administradores.",
  "Ask for the change": "Pedir el cambio",
  "Change the settlement": "Cambiar la liquidación",
  "Another person changed where the store is paid": "Otra persona cambió dónde cobra la tienda",
  "Another administrator made a way into an account": "Otro administrador abrió un acceso a una cuenta",
  "Every payment is converted to this coin and paid to this address.":
    "Cada pago se convierte a esta moneda y se paga a esta dirección.",
  "A link for a new password of your account was made":
    "Se ha creado un enlace para una nueva contraseña de su cuenta",
  "Your password was set anew by a link": "Su contraseña se ha establecido de nuevo con un enlace",
  "Another person removed the second factors of your account":
    "Otra persona ha eliminado los segundos factores de su cuenta",
  "Change the coin or the address": "Cambiar la moneda o la dirección",
  "Send this link to {name}. It works once, for a day, and is shown only now. Second factors stay. For a day after it is used, {name} cannot approve payouts or changes of limits and settlements.":
    "Envíe este enlace a {name}. Funciona una vez, durante un día, y solo se muestra ahora. Los segundos factores se conservan. Durante un día después de usarlo, {name} no puede aprobar desembolsos ni cambios de límites y liquidaciones.",
  "Approves nothing that moves money until {time}, because another person has made a way into this account.":
    "No aprueba nada que mueva dinero hasta {time}, porque otra persona abrió un acceso a esta cuenta.",
  "Remove second factors": "Eliminar segundos factores",
  "Remove the second factors of {name}": "Eliminar los segundos factores de {name}",
  "Remove the second factors of {name}?": "¿Eliminar los segundos factores de {name}?",
  "Do this only when they have lost them and their recovery codes. They are told by e-mail, are signed out everywhere, and cannot approve payouts or changes of limits and settlements for a day.":
    "Hágalo solo si la persona los ha perdido junto con sus códigos de recuperación. Se le avisa por correo, se cierran todas sus sesiones y durante un día no puede aprobar desembolsos ni cambios de límites y liquidaciones.",
  "Remove them": "Eliminarlos",
  "Later in this time it was paid in {coin}, at <span>{address}</span>.":
    "Más tarde en este periodo cobró en {coin}, en <span>{address}</span>.",
  "Not valued yet": "Aún sin valorar",
  "Account set up": "Cuenta configurada",
  "Columns of the invoice list chosen": "Columnas de la lista de facturas elegidas",
  "Sign-in": "Inicio de sesión",
  "Session ended": "Sesión cerrada",
  "All other sessions ended": "Todas las demás sesiones cerradas",
  "Password changed": "Contraseña cambiada",
  "E-mail address changed": "Dirección de correo cambiada",
  "One-time passwords set up": "Contraseñas de un solo uso configuradas",
  "One-time passwords removed": "Contraseñas de un solo uso eliminadas",
  "New recovery codes made": "Nuevos códigos de recuperación creados",
  "Passkey added": "Llave de acceso añadida",
  "Passkey removed": "Llave de acceso eliminada",
  "Language or appearance changed": "Idioma o apariencia cambiados",
  "Notifications chosen": "Notificaciones elegidas",
  "Web push switched on for a browser": "Web push activado para un navegador",
  "Web push switched off for a browser": "Web push desactivado para un navegador",
  "Person invited": "Persona invitada",
  "Invitation withdrawn": "Invitación retirada",
  "Role of a person changed": "Rol de una persona cambiado",
  "Person removed from a store": "Persona quitada de una tienda",
  "Role of the store changed": "Rol de la tienda cambiado",
  "User disabled": "Usuario desactivado",
  "User enabled": "Usuario activado",
  "Administrator made or unmade": "Permiso de administrador dado o quitado",
  "Link for a new password made": "Enlace para una nueva contraseña creado",
  "Second factors of a user removed": "Segundos factores de un usuario eliminados",
  "Rule for administrators changed": "Regla para administradores cambiada",
  "Backup made": "Copia de seguridad hecha",
  "Audit started": "Auditoría iniciada",
  "Reconciliation started": "Conciliación iniciada",
  "Owner link made": "Enlace de propietario creado",
  "Store created": "Tienda creada",
  "Settings of a store changed": "Ajustes de una tienda cambiados",
  "Store archived": "Tienda archivada",
  "Store reopened": "Tienda reabierta",
  "Signed domain of a store changed": "Dominio firmado de una tienda cambiado",
  "Amount for two people changed": "Importe para dos personas cambiado",
  "Change of the amount for two people asked for": "Cambio del importe para dos personas solicitado",
  "Settlement of a store changed": "Liquidación de una tienda cambiada",
  "Change of the settlement asked for": "Cambio de la liquidación solicitado",
  "Change of the settlement withdrawn": "Cambio de la liquidación retirado",
  "Pay buttons of a store changed": "Botones de pago de una tienda cambiados",
  "Webhook added": "Webhook añadido",
  "Webhook changed": "Webhook cambiado",
  "Webhook tested": "Webhook probado",
  "Secret of a webhook renewed": "Secreto de un webhook renovado",
  "Events of a webhook sent again": "Eventos de un webhook reenviados",
  "Webhook deleted": "Webhook eliminado",
  "API key made": "Clave de API creada",
  "API key revoked": "Clave de API revocada",
  "Keys of the gateway imported": "Claves de la pasarela importadas",
  "Master key changed": "Clave maestra cambiada",
  "Signing key renewed": "Clave de firma renovada",
  "Key of secrets renewed": "Clave de los secretos renovada",
  "Key of signed links renewed": "Clave de los enlaces firmados renovada",
  "Invoice created": "Factura creada",
  "Invoice marked": "Factura marcada",
  "Invoice archived": "Factura archivada",
  "Invoice taken out of the archive": "Factura sacada del archivo",
  "Notes of an invoice changed": "Notas de una factura cambiadas",
  "Link of an invoice mailed": "Enlace de una factura enviado por correo",
  "Refund created": "Reembolso creado",
  "Exception resolved": "Excepción resuelta",
  "Unattributed funds assigned": "Fondos sin atribuir asignados",
  "Payout approved": "Pago saliente aprobado",
  "Payout cancelled": "Pago saliente cancelado",
  "Payout marked as paid": "Pago saliente marcado como pagado",
  "Payout marked as not paid": "Pago saliente marcado como no pagado",
  "Payout sent": "Pago saliente enviado",
  "Payment link created": "Enlace de pago creado",
  "Payment link changed": "Enlace de pago cambiado",
  "Payment link archived": "Enlace de pago archivado",
  "Payment link mailed": "Enlace de pago enviado por correo",
  "Point of sale created": "Punto de venta creado",
  "Point of sale changed": "Punto de venta cambiado",
  "Point of sale archived": "Punto de venta archivado",
  "Item added": "Artículo añadido",
  "Item changed": "Artículo cambiado",
  "Item removed": "Artículo eliminado",
  "Sale charged": "Venta cobrada",
  "Statement mailed": "Extracto enviado por correo",
  "Payment valued by hand": "Pago valorado a mano",
  "The payment is valued. The books have a corrected line.":
    "El pago está valorado. Los libros tienen una línea corregida.",
  "This payment is valued already.": "Este pago ya está valorado.",
  "Enter each rate as a number above zero, such as 1.0837.":
    "Introduzca cada tipo de cambio como un número mayor que cero, por ejemplo 1.0837.",
  "Payments without a value": "Pagos sin valor",
  "A person whose role changes invoices can value them.":
    "Puede valorarlos una persona cuyo rol modifique facturas.",
  "{quote} for 1 {base}": "{quote} por 1 {base}",
  "Value the payment": "Valorar el pago",
  "Further payments appear once these are valued.": "Los demás pagos aparecen cuando estos estén valorados.",
  "Value them by hand": "Valorarlos a mano",
  "Logo changed": "Logotipo cambiado",
  "Logo removed": "Logotipo eliminado",
  "Pull payment created": "Pago por retirar creado",
  "Pull payment archived": "Pago por retirar archivado",
  "Pull payment claimed": "Pago por retirar reclamado",
  "Payout created": "Pago saliente creado",
  "Payout marked": "Pago saliente marcado",
  "App of a store deleted": "Aplicación de una tienda eliminada",
  "Person added to a store": "Persona añadida a una tienda",
  "Own account changed": "Cuenta propia cambiada",
  "Notification marked": "Notificación marcada",
  "Notification removed": "Notificación eliminada",
  "Coin of a store changed": "Moneda de una tienda cambiada",
  "Rate source of a store changed": "Fuente de tipos de una tienda cambiada",
  "API key deleted": "Clave de API eliminada",
  "{action} (API)": "{action} (API)",
  "all actions": "todas las acciones",
  "Everything with {prefix}": "Todo con {prefix}",
  "The audit has found that {rule} is violated: {message}":
    "La auditoría ha encontrado que {rule} no se cumple: {message}",
  "Invoice {id} needs a decision: {kind}.": "La factura {id} necesita una decisión: {kind}.",
  "Money has reached an address that no invoice holds.":
    "Ha llegado dinero a una dirección que no es de ninguna factura.",
  "The webhook to {url} was disabled.": "El webhook a {url} se ha desactivado.",
  "An e-mail did not arrive: {kind}.": "Un correo no ha llegado: {kind}.",
  "Payout {id} waits for an approval.": "El pago saliente {id} espera una aprobación.",
  "Payout {id} is to be paid.": "El pago saliente {id} está por pagar.",
  "Payout {id} refunds more than the shop has of its invoice.":
    "El pago saliente {id} reembolsa más de lo que la tienda tiene de su factura.",
  "{name} has changed the settings of the store.": "{name} ha cambiado los ajustes de la tienda.",
  "{name} has made a link for a new password of {user}.":
    "{name} ha creado un enlace para una nueva contraseña de {user}.",
  "{name} has removed the second factors of {user}.": "{name} ha eliminado los segundos factores de {user}.",
  "{name} has withdrawn the change of where {store} is paid.":
    "{name} ha retirado el cambio de dónde cobra {store}.",
  "{name} asks to change where {store} is paid.": "{name} pide cambiar dónde cobra {store}.",
  "{name} has changed where {store} is paid.": "{name} ha cambiado dónde cobra {store}.",
  "The receiver answered 410 Gone.": "El receptor respondió 410 Gone.",
  "The receiver answered with status {status}.": "El receptor respondió con el estado {status}.",
  "For five days nothing was taken. Last: {error}":
    "Durante cinco días no se aceptó nada. Lo último: {error}",
  "Can be paid until, by the clocks of {zone}": "Se puede pagar hasta, a la hora de {zone}",
  "Times on this page are those of {zone}.": "Las horas de esta página son las de {zone}.",
  "A day. Empty: until now.": "Un día. Vacío: hasta ahora.",
  "Invoice, order, item, e-mail, price, address or transaction":
    "Factura, pedido, artículo, correo, precio, dirección o transacción",
  "None like this. An invoice is found by how its number, order, item, e-mail, price, address or transaction begins.":
    "Nada coincide. Una factura se encuentra por el comienzo de su número, pedido, artículo, correo, precio, dirección o transacción.",
  "Choose 1 to {most} invoices in the list first.": "Seleccione primero de 1 a {most} facturas en la lista.",
  "Send {event} of {time} again": "Enviar de nuevo {event} de {time}",
  "not kept any more": "ya no se conserva",
  "{event} is sent again. This page shows the answer when it is there.":
    "{event} se envía de nuevo. Esta página muestra la respuesta en cuanto llega.",
  yes: "sí",
  no: "no",
  "As it is kept": "Tal como se guarda",
  Recorded: "Registrada",
  "The transaction that was recorded is final now, and has not paid this payout. Record the transaction that has paid it, or take the payment back.":
    "La transacción registrada ya es definitiva y no ha pagado este pago saliente. Registre la que lo hizo o anule el envío.",
  "The gateway has seen the transaction. A reorganisation may still remove it. The payout counts as paid once the transaction is final. You need to do nothing more here.":
    "Su transacción se ha visto y una reorganización aún puede eliminarla. El pago saliente cuenta como pagado en cuanto sea definitiva: aquí no hay nada más que hacer.",
  "The transaction that was recorded is in no block and not in the mempool: a reorganisation or its wallet has removed it. Look into the wallet. Record the transaction that has paid, or take the payment back.":
    "La transacción registrada no está en ningún bloque ni en el mempool: una reorganización o su monedero la ha eliminado. Mire en el monedero. Registre la transacción que ha pagado o anule el envío.",
  "Choose the coin and chain": "Elija la moneda y la cadena",
  "Refund of {order}": "Reembolso de {order}",
  "{by} invites you to work in {store} with Crosstill, a gateway for payments in cryptocurrencies. The link leads to a page on which you choose a name and a password. It works once, and for a week. If you do not know {by}, ignore this message.":
    "{by} le invita a trabajar en {store} con Crosstill, una pasarela de pagos en criptomonedas. El enlace lleva a una página en la que elige un nombre y una contraseña. Funciona una sola vez, durante una semana. Si no conoce a {by}, ignore este mensaje.",
  "The intent service takes no calls for now ({what}). Try again in {seconds} s.":
    "El servicio de conversión no acepta llamadas por ahora ({what}). Inténtelo de nuevo en {seconds} s.",
  "The intent service gave no usable answer ({what}). Try again.":
    "El servicio de conversión no dio una respuesta utilizable ({what}). Inténtelo de nuevo.",
  "The intent service refused: {reason}": "El servicio de conversión lo ha rechazado: {reason}",
  "The intent service refused.": "El servicio de conversión lo ha rechazado.",
  "Expected a URL of at most {most} characters.": "Se esperaba una URL de {most} caracteres como máximo.",
  'Expected a URL such as "https://shop.example/webhook".':
    "Se esperaba una URL como «https://shop.example/webhook».",
  "Expected a URL that begins with https://.": "Se esperaba una URL que empiece por https://.",
  "A webhook URL must not contain a user name or password.":
    "La URL de un webhook no puede contener usuario ni contraseña.",
  "Expected https: plain http is not allowed.": "Se esperaba https: http simple no está permitido.",
  "{what} may not go to {host}: it is a private, local or reserved address, or plain http is not enough for it. Use https and a public address, or ask the operator to list its network in {setting}.":
    "{what}: no pueden ir a {host}, porque es una dirección privada, local o reservada, o http simple no basta para ella. Use https y una dirección pública, o pida al operador que incluya su red en {setting}.",
  "There is nothing to be seen in this image: all of it is transparent.":
    "En esta imagen no se ve nada: es toda transparente.",
  "Expected at most {most} KiB, got {size} KiB. Export the logo smaller: about 600 × 200 pixels are plenty.":
    "Se esperaban {most} KiB como máximo, no {size} KiB. Exporte el logotipo más pequeño: unos 600 × 200 píxeles bastan.",
  "Expected a PNG, got {kind}. Export the logo as PNG.":
    "Se esperaba un PNG, no {kind}. Exporte el logotipo como PNG.",
  "Expected at most {most} × {most} pixels, got {width} × {height}. Export the logo smaller.":
    "Se esperaban {most} × {most} píxeles como máximo, no {width} × {height}. Exporte el logotipo más pequeño.",
  "Expected at most {most} MiB of pixels, got {size} MiB ({width} × {height}, {depth} bits a channel). Export the logo smaller: about 600 × 200 pixels are plenty.":
    "Se esperaban {most} MiB de píxeles como máximo, no {size} MiB ({width} × {height}, {depth} bits por canal). Exporte el logotipo más pequeño: unos 600 × 200 píxeles bastan.",
  "This PNG is damaged: its pixels cannot be read. Export it again.":
    "Este PNG está dañado: no se pueden leer sus píxeles. Expórtelo de nuevo.",
  "an empty file": "un archivo vacío",
  "a JPEG": "un JPEG",
  "a GIF": "un GIF",
  "a WebP image": "una imagen WebP",
  "an SVG, which can carry scripts": "un SVG, que puede llevar scripts",
  "something else": "otra cosa",
  "Expected at most {most} KiB, got {size} KiB. Export the picture smaller: about 600 × 600 pixels are plenty.":
    "Se esperaban {most} KiB como máximo, no {size} KiB. Exporte la imagen más pequeña: unos 600 × 600 píxeles bastan.",
  "Expected at most {most} × {most} pixels, got {width} × {height}. Export the picture smaller.":
    "Se esperaban {most} × {most} píxeles como máximo, no {width} × {height}. Exporte la imagen más pequeña.",
  "Expected a PNG, a JPEG or a WebP image. Export the picture as one of them.":
    "Se esperaba una imagen PNG, JPEG o WebP. Exporte la imagen en uno de esos formatos.",
  "Expected a PNG of at most two million pixels, got {width} × {height}. Export the picture smaller.":
    "Se esperaba un PNG de dos millones de píxeles como máximo, no {width} × {height}. Exporte la imagen más pequeña.",
  "Expected revision {revision}, got {got}: the payout has changed. Look at it again.":
    "Se esperaba la revisión {revision}, no {got}: el desembolso ha cambiado. Mírelo de nuevo.",
  "The amount is less than the smallest unit of {coin}. Cancel the payout.":
    "El importe es menor que la unidad más pequeña de {coin}. Cancele el desembolso.",
  "The payout has a newer quote than the one that was to be signed. Start again.":
    "El desembolso tiene una cotización más reciente que la que se iba a firmar. Empiece de nuevo.",
  "This payout was taken back, or paid otherwise, while request {request} was being paid. Nothing more is sent; look into the wallet for what was sent before.":
    "Este desembolso se retiró, o se pagó de otro modo, mientras se pagaba la solicitud {request}. No se envía nada más; mire en el monedero qué se envió antes.",
  'The intent service may have paid it, or may be paying it: it says "{word}". Wait until the money has come back, or mark the payout Completed.':
    "El servicio de conversión quizá lo haya pagado, o lo esté pagando: dice «{word}». Espere a que vuelva el dinero, o marque el desembolso como completado.",
  "Expected a payout that is {from} to become {to}; this one is {state}.":
    "Solo un desembolso en estado {from} puede pasar a {to}; este está en {state}.",
  "Expected a payout that is {from} or {other} to become {to}; this one is {state}.":
    "Solo un desembolso en estado {from} o {other} puede pasar a {to}; este está en {state}.",
  "Expected at most {most} webhooks of a store: delete one that is not needed.":
    "Una tienda tiene {most} webhooks como máximo: elimine uno que no haga falta.",
  "Expected at least half a minute (0.5)": "Se esperaba al menos medio minuto (0.5)",
  "Expected at most a year (525600)": "Se esperaba un año como máximo (525600)",
  "Expected one e-mail address, such as ada@example.com":
    "Se esperaba una sola dirección de correo electrónico, por ejemplo ada@example.com",
  "Expected a title, which the payer sees": "Se esperaba un título, que el pagador ve",
  "Expected an e-mail address": "Se esperaba una dirección de correo electrónico",
  "Expected unix seconds, or a date such as 2027-01-31T18:00:00Z":
    "Se esperaban segundos Unix, o una fecha como 2027-01-31T18:00:00Z",
  'Expected the price as a decimal string such as "25.00"':
    "Se esperaba el precio como número decimal, por ejemplo «25.00»",
  "Expected one of {known}": "Se esperaba uno de {known}",
  '{expected}; got "{came}".': "{expected}; se recibió «{came}».",
  'Expected the price as a decimal string such as "25.00"; got none.':
    "Se esperaba el precio como número decimal, por ejemplo «25.00»; no se recibió ninguno.",
  'Expected an amount of at most {most}, got "{came}".':
    "Se esperaba un importe de {most} como máximo, no «{came}».",
  'Expected an amount above zero, got "{came}".': "Se esperaba un importe mayor que cero, no «{came}».",
  "{fault} {currency} has {decimals} decimals.": "{fault} {currency} tiene {decimals} decimales.",
  "{expected}.": "{expected}.",
  "{expected}; got {came}.": "{expected}; se recibió {came}.",
  "Expected a name without control and format characters":
    "Se esperaba un nombre sin caracteres de control ni de formato",
  "Expected an address that starts with https://, http:// or mailto:":
    "Se esperaba una dirección que empiece por https://, http:// o mailto:",
  "Expected a colour such as #0F3B21": "Se esperaba un color como #0F3B21",
  "Expected a name": "Se esperaba un nombre",
  "This refund was made already, with another amount. Open the invoice again to see it.":
    "Esta devolución ya se creó, con otro importe. Abra de nuevo la factura para verla.",
  "Open the invoice again, and send the form from there.":
    "Abra de nuevo la factura, y envíe el formulario desde allí.",
  "Open the form again, and send it from there.": "Abra de nuevo el formulario, y envíelo desde allí.",
  "an address: it is the store's only one, and without any no coin can be converted. Add one of another chain first.":
    "una dirección: es la única de la tienda, y sin ninguna no se puede convertir ninguna moneda. Añada primero la de otra cadena.",
  'a Bitcoin address of {network}; got "{address}".':
    "una dirección Bitcoin de {network}; se recibió «{address}».",
  "an address with a correct checksum: one of its characters may be wrong. Paste it again.":
    "una dirección con la suma de comprobación correcta: uno de sus caracteres puede estar mal. Péguela de nuevo.",
  'an address that starts with 0x and has 40 more characters; got "{address}".':
    "una dirección que empiece por 0x y tenga 40 caracteres más; se recibió «{address}».",
  'Expected a transaction id of 64 hexadecimal digits, or a link with one; got "{typed}".':
    "Se esperaba un identificador de transacción de 64 dígitos hexadecimales, o un enlace que lo contenga; se recibió «{typed}».",
  "Expected whole percents, such as 5 or 10": "Se esperaban porcentajes enteros, como 5 o 10",
  "Expected a title, which customers see": "Se esperaba un título, que los clientes ven",
  "Another user signs in as {name}. Choose another name.":
    "Otro usuario inicia sesión como {name}. Elija otro nombre.",
  "The store has no member with this id. Invite the person.":
    "La tienda no tiene ningún miembro con este identificador. Invite a la persona.",
  "There is no role {name}.": "No hay ningún rol {name}.",
  "The role {role} allows more than you may do yourself.":
    "El rol {role} permite más de lo que usted puede hacer.",
  "This is the store's last owner. Make another user an owner first.":
    "Es el último propietario de la tienda. Haga antes propietario a otro usuario.",
  "This is the server's last administrator. Make another user an administrator first.":
    "Es el último administrador del servidor. Haga antes administrador a otro usuario.",
  "The lines of what an older version booked are still being written. Try again in some minutes; the server has to run.":
    "Todavía se están escribiendo las líneas de lo que contabilizó una versión anterior. Inténtelo de nuevo en unos minutos; el servidor tiene que estar en marcha.",
  "Deposit {outpoint} is credited to invoice {invoice} already.":
    "El depósito {outpoint} ya está abonado a la factura {invoice}.",
  "Deposit {outpoint} is in no block any more: wait until it is in one again.":
    "El depósito {outpoint} ya no está en ningún bloque: espere a que vuelva a estar en uno.",
  "Deposit {outpoint} was assigned to another invoice.": "El depósito {outpoint} se asignó a otra factura.",
  "Deposit {outpoint} came to an address of store {store}, and its money goes there.":
    "El depósito {outpoint} llegó a una dirección de la tienda {store}, y su dinero va allí.",
  "Invoice {invoice} is using {address} now. Assign the deposit once that lease has ended.":
    "La factura {invoice} está usando {address} ahora. Asigne el depósito cuando ya no la necesite.",
  'Expected a time at least a minute ago ({newest} or before), so that the file stays the same for ever; without "to" it has everything until then':
    "Se esperaba un momento de hace al menos un minuto ({newest} o antes), para que el archivo sea siempre el mismo; sin «to» contiene todo hasta entonces",
  'Expected a time before "to" ({to})': "Se esperaba un momento anterior a «to» ({to})",
  "Expected a day (2026-11-01), a moment (2026-11-01T00:00:00Z) or unix seconds":
    "Se esperaba un día (2026-11-01), un momento (2026-11-01T00:00:00Z) o segundos Unix",
  "This store is archived and takes no new invoices.":
    "Esta tienda está archivada y no acepta facturas nuevas.",
  "Invoice {invoice} is {state} and cannot be marked; got {mark}.":
    "La factura {invoice} está en {state} y no se puede marcar; se recibió {mark}.",
  "Invoice {invoice} is {state} and can be marked {possible} only; got {mark}.":
    "La factura {invoice} está en {state} y solo se puede marcar {possible}; se recibió {mark}.",
  "Expected an invoice that is open and not paid; this one takes no payment, or has one.":
    "Se esperaba una factura abierta y sin pagar; esta no acepta pagos, o ya tiene uno.",
  'Expected "to": no recipient was named when the invoice was made.':
    "Se esperaba «to»: no se indicó ningún destinatario al crear la factura.",
  "This gateway sends no e-mail: its operator has set no SMTP_URL (docs/how-to/email.md).":
    "Esta pasarela no envía correos: su operador no ha definido SMTP_URL (docs/how-to/email.md).",
  "The link of this invoice was mailed {most} times; more looks like spam.":
    "El enlace de esta factura se envió {most} veces; más parecería spam.",
  "The link of this invoice was mailed less than a minute ago. Wait a minute.":
    "El enlace de esta factura se envió hace menos de un minuto. Espere un minuto.",
  "This store has named no accountant.": "Esta tienda no ha indicado contabilidad.",
  "This month was mailed {most} times; more looks like spam.":
    "Este mes se envió {most} veces; más parecería spam.",
  "This month was mailed less than a minute ago. Wait a minute.":
    "Este mes se envió hace menos de un minuto. Espere un minuto.",
  "The message about this month waits for the mail server, and goes out by itself.":
    "El mensaje sobre este mes espera al servidor de correo, y saldrá solo.",
  "There is no such message about this invoice.": "No hay tal mensaje sobre esta factura.",
  "The address was taken back or deleted.": "La dirección se retiró o se eliminó.",
  "Only the customer's address gets it, and none was given.":
    "Solo lo recibe la dirección del cliente, y no se dio ninguna.",
  "What it says is not true any more.": "Lo que dice ya no es cierto.",
  'Expected an e-mail address; got "{text}".':
    "Se esperaba una dirección de correo electrónico; se recibió «{text}».",
  "The mail server did not take the message: {reason}. Try again.":
    "El servidor de correo no aceptó el mensaje: {reason}. Inténtelo de nuevo.",
  "Amount and currency stay as they are once the payment request has an invoice. Make another one.":
    "El importe y la moneda no cambian en cuanto la solicitud de pago tiene una factura. Cree otra.",
  "What left the wallet of the shop cannot be read now: chain {chain} does not answer. Try again in a minute.":
    "Lo que salió del monedero de la tienda no se puede leer ahora: la cadena {chain} no responde. Inténtelo de nuevo en un minuto.",
  "The payout is less than {least} {coin}.": "El desembolso es menor que {least} {coin}.",
  "It was tried before to pay this, and the intent service did not say what became of request {request}. Try again in a minute.":
    "Ya se intentó pagar esto, y el servicio de conversión no dijo qué fue de la solicitud {request}. Inténtelo de nuevo en un minuto.",
  'It was tried before to pay this, and the intent service has got money for it: request {request} is "{word}". Paid again, the buyer might get it twice. Wait until that money has arrived or come back; then mark the payout, or pay it by hand.':
    "Ya se intentó pagar esto, y el servicio de conversión recibió dinero para ello: la solicitud {request} está en «{word}». Si se paga otra vez, el comprador podría recibirlo dos veces. Espere a que ese dinero llegue o vuelva; después marque el desembolso, o páguelo a mano.",
  "A payout cannot be marked {state}.": "Un desembolso no se puede marcar como {state}.",
  "The wallet has sent {hashes}: paying again would pay twice if that is mined yet. Look into the wallet. Only when it was replaced, has failed or was sent back, say so (crosstill.nothingUnderWay, or the box on the payout's page).":
    "El monedero ha enviado {hashes}: pagar de nuevo sería pagar dos veces si eso aún entra en un bloque. Mire en el monedero. Solo si se sustituyó, falló o se devolvió, indíquelo (crosstill.nothingUnderWay, o la casilla en la página del desembolso).",
  "A wallet was asked to send a transaction for this payout, and may have sent it: paying again could pay twice. Look into the wallet. Only when it has sent nothing, say so (crosstill.nothingUnderWay, or the box on the payout's page).":
    "Se pidió a un monedero que enviara una transacción para este desembolso, y puede haberla enviado: pagar de nuevo podría ser pagar dos veces. Mire en el monedero. Solo si no envió nada, indíquelo (crosstill.nothingUnderWay, o la casilla en la página del desembolso).",
  "The intent service did not say how far request {request} is: it may have paid this payout. Try again in a minute; if the money has arrived, mark the payout Completed.":
    "El servicio de conversión no dijo cómo va la solicitud {request}: quizá haya pagado este desembolso. Inténtelo de nuevo en un minuto; si el dinero ha llegado, marque el desembolso como completado.",
  "Transaction {hash} has paid nothing to {destination}. If it is the right one and was just sent, try again in a minute; else name another.":
    "La transacción {hash} no ha pagado nada a {destination}. Si es la correcta y se acaba de enviar, inténtelo de nuevo en un minuto; si no, indique otra.",
  "Expected a transaction that pays at least {least}; {hash} pays {amount}. Without a transaction the payout is taken as paid by your word.":
    "Se esperaba una transacción que pague al menos {least}; {hash} paga {amount}. Sin transacción, el desembolso se da por pagado bajo su palabra.",
  "The transaction {hash} has paid another payout. Name the one that paid this.":
    "La transacción {hash} ha pagado otro desembolso. Indique la que pagó este.",
  "The transaction {hash} was recorded for another payout. Name the one that paid this. Only when it truly paid both, say so (crosstill.paysSeveral, or the box on the payout's page).":
    "La transacción {hash} se registró para otro desembolso. Indique la que pagó este. Solo si de verdad pagó los dos, indíquelo (crosstill.paysSeveral, o la casilla en la página del desembolso).",
  "A second person who may approve payouts must confirm this change, not the one who asked for it.":
    "Este cambio lo tiene que confirmar una segunda persona que pueda aprobar desembolsos, no la que lo pidió.",
  "This payout is in {coin} on {chain}, in which the shop is paid: send it from your wallet, and mark the payout with the transaction.":
    "Este desembolso es en {coin} sobre {chain}, en lo que cobra la tienda: envíelo desde su monedero, y marque el desembolso con la transacción.",
  "Expected a payout that is AwaitingPayment; this one is AwaitingApproval. Approve it first.":
    "Se esperaba un desembolso en AwaitingPayment; este está en AwaitingApproval. Apruébelo antes.",
  "Expected a payout that is AwaitingPayment; this one is {state}.":
    "Se esperaba un desembolso en AwaitingPayment; este está en {state}.",
  "Expected an invoice that is final; this one is {state} ({additional}).":
    "Se esperaba una factura definitiva; esta está en {state} ({additional}).",
  "Nothing that counts for this invoice has reached the shop, so there is nothing to refund.":
    "A la tienda no ha llegado nada que cuente para esta factura, así que no hay nada que devolver.",
  "The invoice is not overpaid.": "La factura no se ha pagado de más.",
  "The invoice was paid in several coins ({coins}). Name the coin to refund, or refund an amount of money (Fiat, CurrentRate or Custom).":
    "La factura se pagó en varias monedas ({coins}). Indique cuál se reembolsa o reembolse un importe: Fiat, CurrentRate o Custom.",
  "Nothing is left of that amount.": "No queda nada de ese importe.",
  "Expected at most {most}, which is what was received and not refunded yet; this would be {amount}.":
    "Se esperaban {most} como máximo, que es lo recibido y aún no devuelto; esto serían {amount}.",
  "The invoice's refunds are more than what the shop has of it now. Close or cancel one of them first.":
    "Las devoluciones de la factura superan lo que la tienda tiene ahora de ella. Cierre o cancele antes una de ellas.",
  "{method} makes sense from {amount} on: below that, more than 5 % would go in fees.":
    "{method} tiene sentido a partir de {amount}: por debajo, más del 5 % se iría en comisiones.",
  "No rate from {base} to {quote}: state the price in {quote}, or add a source to RATES_URLS.":
    "No hay tipo de cambio de {base} a {quote}: indique el precio en {quote}, o añada una fuente a RATES_URLS.",
  "The payment network (chain {chain}) cannot be seen now, so a payment on it could not be noticed. Try again in a minute, or choose another way to pay.":
    "La red de pago (cadena {chain}) no se ve ahora, así que no se notaría un pago en ella. Inténtelo de nuevo en un minuto, o elija otra forma de pagar.",
  "The transaction {hash} cannot be looked up now: chain {chain} does not answer. Try again in a minute.":
    "La transacción {hash} no se puede consultar ahora: la cadena {chain} no responde. Inténtelo de nuevo en un minuto.",
  "Another store of this gateway signs as {domain}. Take it from that store first.":
    "Otra tienda de esta pasarela firma como {domain}. Quíteselo antes a esa tienda.",
  "The answer is not JSON.": "La respuesta no es JSON.",
  "Expected a JSON file at {address}. {why} Put it there (without a redirect), and try again.":
    "Se esperaba un archivo JSON en {address}. {why} Colóquelo allí (sin redirección), e inténtelo de nuevo.",
  "Expected {where} to have this gateway's key, {key}, as signing.publicKey.":
    "Se esperaba que {where} tenga la clave de esta pasarela, {key}, como signing.publicKey.",
  'Expected {where} to name this store, {store}, in the list "stores".':
    "Se esperaba que {where} nombre esta tienda, {store}, en la lista «stores».",
  'Expected a domain such as shop.example; got "{typed}".':
    "Se esperaba un dominio como shop.example; se recibió «{typed}».",
  "The store is paid in another coin or at another address by now. Look at the present settlement, and fill in the form again.":
    "La tienda cobra ahora en otra moneda o en otra dirección. Mire la liquidación actual, y rellene de nuevo el formulario.",
  "The service cannot settle {coin}. It lists:\n  {known}":
    "El servicio no puede liquidar en {coin}. Ofrece:\n  {known}",
  "it is a burn address, from which nothing comes back":
    "es una dirección de quema, de la que no vuelve nada",
  "it is the zero address, from which nothing comes back": "es la dirección cero, de la que no vuelve nada",
  "its checksum is wrong, so a character may be too: paste it again":
    "su suma de comprobación está mal, así que quizá también un carácter: péguela de nuevo",
  "an EVM address is 0x and 40 hexadecimal digits": "una dirección EVM es 0x y 40 dígitos hexadecimales",
  'Expected the merchant\'s own EVM address as recipient; "{recipient}": {why}.':
    "Se esperaba la dirección EVM propia del comerciante como destinatario; «{recipient}»: {why}.",
  "The recipient {recipient} is the {coin} contract itself: money sent there is lost. Give the merchant's own address.":
    "El destinatario {recipient} es el propio contrato de {coin}: el dinero enviado allí se pierde. Indique la dirección propia del comerciante.",
  "The recipient {recipient} is the intent service's own address. Give the merchant's own.":
    "El destinatario {recipient} es la dirección del propio servicio de conversión. Indique la del comerciante.",
  "for how many days": "para cuántos días",
  "none, or how many minutes before the price promise ends":
    "none, o cuántos minutos antes de que termine la garantía del precio",
  '{what}, from 1 to {most}; got "{text}".': "{what}, de 1 a {most}; se recibió «{text}».",
  'Expected at most {most} stores. "crosstill stores create" on the server makes more.':
    "Hay {most} tiendas como máximo. «crosstill stores create» en el servidor crea más.",
  "an invoice is open or being paid": "una factura está abierta o pagándose",
  "a payout is not paid yet": "un desembolso aún no está pagado",
  "a pull payment can still be claimed": "un pago por reclamar aún se puede reclamar",
  "{before}, and {next}": "{before}, y {next}",
  "Expected a store in which no money moves: {why}. Wait until it is done, or close it first.":
    "Se esperaba una tienda en la que no se mueva dinero: {why}. Espere a que termine, o ciérrelo antes.",
  "Expected {expected}": "Se esperaba: {expected}",
  'a percentage such as 1.5, from 0 to 100; got "{text}".':
    "un porcentaje como 1.5, de 0 a 100; se recibió «{text}».",
  '{words} or {last}; got "{text}".': "{words} o {last}; se recibió «{text}».",
  'an amount of {coin} such as 0.50; got "{text}".': "un importe en {coin} como 0.50; se recibió «{text}».",
  '<from amount>=<number from 1 to {most}>, e.g. "1000=2,10000=6", or the number alone; got "{text}".':
    "<desde importe>=<número de 1 a {most}>, p. ej. «1000=2,10000=6», o solo el número; se recibió «{text}».",
  "a name of 1 to {most} characters, without control and format characters.":
    "un nombre de 1 a {most} caracteres, sin caracteres de control ni de formato.",
  'an address that starts with https:// or mailto:; got "{text}".':
    "una dirección que empiece por https:// o mailto:; se recibió «{text}».",
  "a colour such as '#0F3B21' (in quotes), or none; got \"{text}\".":
    "un color como '#0F3B21' (entre comillas), o none; se recibió «{text}».",
  'at most {most} currencies such as EUR,CHF, or none; got "{text}". There are {known}.':
    "{most} monedas como máximo, como EUR,CHF, o none; se recibió «{text}». Hay {known}.",
  'UTC or a time zone such as Europe/Berlin; got "{text}".':
    "UTC o una zona horaria como Europe/Berlin; se recibió «{text}».",
  'one e-mail address, or none; got "{text}".':
    "una sola dirección de correo electrónico, o none; se recibió «{text}».",
  'one of {known}; got "{text}".': "uno de {known}; se recibió «{text}».",
  'a payment method such as BTC-CHAIN, or none; got "{text}".':
    "un método de pago como BTC-CHAIN, o none; se recibió «{text}».",
  'payment methods such as ETH-BASE,USDT-BASE, or none; got "{text}".':
    "métodos de pago como ETH-BASE,USDT-BASE, o none; se recibió «{text}».",
  'how long a price is held, from 1 to {most}; got "{text}".':
    "cuánto tiempo se mantiene un precio, de 1 a {most}; se recibió «{text}».",
  '<chainId>:<address on that chain>, e.g. {example}; got "{text}".':
    "<chainId>:<dirección en esa cadena>, p. ej. {example}; se recibió «{text}».",
  "What delivery {delivery} said is not kept any more: it is older than 60 days. Read the invoice instead.":
    "Lo que decía la entrega {delivery} ya no se guarda: tiene más de 60 días. Lea la factura en su lugar.",
  'Webhook {webhook} is switched off: switch it on (PUT with "enabled": true) before anything is sent to it.':
    'El webhook {webhook} está desactivado: actívelo (PUT con "enabled": true) antes de que se le envíe nada.',
  '"{text}" can be read in two ways. Write 1234 or 1234.50: no sign between the thousands.':
    "«{text}» se puede leer de dos maneras. Escriba 1234 o 1234.50: sin signo entre los millares.",
  'Expected a positive decimal number such as "25.00", got "{text}".':
    "Se esperaba un número decimal positivo como «25.00», no «{text}».",
  'Expected a decimal number such as "25.00", got "{text}".':
    "Se esperaba un número decimal como «25.00», no «{text}».",
  'Expected at most {decimals} decimals, got "{text}".':
    "Se esperaban {decimals} decimales como máximo, no «{text}».",
  'Expected an amount of at most 78 digits in smallest units, got "{text}".':
    "Se esperaba un importe de 78 dígitos como máximo en las unidades más pequeñas, no «{text}».",
  "Money at an address of this store that belongs to no invoice. Assign it to the invoice that the customer meant, or refund it. For transfers of your own choose Not a payment.":
    "Dinero en una dirección de esta tienda que no pertenece a ninguna factura. Asígnelo a la factura que el cliente quería pagar, o devuélvalo. Para sus propias transferencias, elija «No es un pago».",
  "To the shop's own address, from": "A la dirección propia de la tienda, desde",
  "Invoice or order": "Factura o pedido",
  "Refund to this address": "Devolver a esta dirección",
  "Ask the sender for an address. An exchange does not credit what comes back to the address that it has sent from.":
    "Pida una dirección al remitente. Una plataforma de intercambio no abona lo que vuelve a la dirección desde la que envió.",
  "Do not list transfers of this sender from now on":
    "No mostrar a partir de ahora las transferencias de este remitente",
  "Not a payment": "No es un pago",
  "Senders that are not listed": "Remitentes que no se muestran",
  "Unattributed funds refunded": "Fondos sin atribuir devueltos",
  "Unattributed funds marked as not a payment": "Fondos sin atribuir marcados como no pago",
  "Ignored sender removed": "Remitente ignorado eliminado",
  "This store has no such unattributed funds any more.": "Esta tienda ya no tiene esos fondos sin asignar.",
  "The money of {outpoint} was decided upon where the intent service sent it.":
    "Ya se decidió sobre el dinero de {outpoint} en el lugar al que lo envió el servicio de conversión.",
  "The intent service converts what comes to a deposit address and sends it to the settlement address. Assign the money to an invoice and refund that invoice.":
    "El servicio de conversión convierte lo que llega a una dirección de depósito y lo envía a la dirección de cobro. Asigne el dinero a una factura y reembolse esa factura.",
  "This money was assigned, refunded or dismissed already.": "Alguien ya ha decidido sobre este dinero.",
  "The money is in another coin than the one that the invoice is settled in, and is not converted. Mark the invoice as settled, or refund the money.":
    "El dinero está en otra moneda que la de liquidación de la factura y no se convierte. Marque la factura como liquidada o devuelva el dinero.",
  'The intent service has no such coin. Send it back from your wallet, then choose "Not a payment".':
    "El servicio de conversión no tiene esa moneda. Devuélvala desde su billetera y elija después «No es un pago».",
  "There is no invoice or order {invoice} in this store.":
    "En esta tienda no hay ninguna factura ni pedido {invoice}.",
  "Refunded before": "Devuelto hasta ahora",
  "What was paid too much is refunded already.": "Lo pagado de más ya se ha devuelto.",
  "The sale counted as paid, and then the payment went back or disappeared. If you have handed over the goods, ask the customer to pay again.":
    "La venta contaba como pagada y después el pago volvió o desapareció. Si ya entregó la mercancía, pida al cliente que pague otra vez.",
  "no longer paid": "ya no pagada",
  "The payment of order {order} needs a decision: {kind}.":
    "El pago del pedido {order} necesita una decisión: {kind}.",
  "Paid too much, for your information": "Pagado de más, para su información",
  "By the store's payment rules an excess stays with you and needs no decision. You can refund it.":
    "Según las reglas de pago de la tienda, lo pagado de más se queda con usted y no requiere decisión. Puede devolverlo.",
  "What counts as paid": "Lo que cuenta como pagado",
  "Late payments are looked for, in minutes": "Búsqueda de pagos tardíos, en minutos",
  "chain {chain}: {address}": "cadena {chain}: {address}",
  "{name} asks to change the refund addresses of {store}":
    "{name} pide cambiar las direcciones de devolución de {store}",
  "The refund addresses of {store} were changed": "Se cambiaron las direcciones de devolución de {store}",
  "Money that cannot be converted is sent back there from now on. If it was not meant, change it back at once.":
    "A partir de ahora se envía allí el dinero que no se puede convertir. Si no era lo deseado, deshaga el cambio enseguida.",
  "It holds from now on. If it was not meant, change it back at once.":
    "Vale a partir de ahora. Si no era lo deseado, deshaga el cambio enseguida.",
  "{name} has changed what {store} accepts as paid": "{name} ha cambiado lo que {store} acepta como pagado",
  "An API key has made a copy of {store}": "Una clave API ha creado una copia de {store}",
  "The new store is paid at the same address. If it was not meant, revoke the key and archive the store.":
    "La tienda nueva cobra en la misma dirección. Si no era lo deseado, revoque la clave y archive la tienda.",
  "This takes two people who may approve payouts in this store, and there is one. Invite an owner or a manager first.":
    "Hacen falta dos personas que puedan aprobar pagos salientes en esta tienda, y hay una. Invite antes a un propietario o a un gerente.",
  "This change was withdrawn, replaced or confirmed before. Look at the page again.":
    "Este cambio ya se retiró, se sustituyó o se confirmó. Mire la página de nuevo.",
  "Who can be the second person now: {names}.": "Pueden ser la segunda persona ahora: {names}.",
  "No second person is available now.": "Ahora nadie puede ser la segunda persona.",
  "{name} can from {time}.": "{name} puede serlo a partir de {time}.",
  "An account that another one has invited, reset, enabled or given a role is no second person beside it for 24 hours, also through further accounts.":
    "Una cuenta que otra ha invitado, restablecido o habilitado, o a la que ha dado un rol, no es una segunda persona junto a ella durante 24 horas, tampoco a través de otras cuentas.",
  "Refund addresses of a store changed": "Direcciones de devolución de una tienda cambiadas",
  "Change of the refund addresses asked for": "Cambio de las direcciones de devolución solicitado",
  "Change of the refund addresses withdrawn": "Cambio de las direcciones de devolución retirado",
  "Change of the limit for payouts withdrawn": "Cambio del límite de pagos salientes retirado",
  "Where the service sends money of {store} that it cannot convert. Payouts of this store take two people, and so does a change of these addresses.":
    "Adónde envía el servicio el dinero de {store} que no puede convertir. Los pagos salientes de esta tienda requieren dos personas, y un cambio de estas direcciones también.",
  "Confirm the new addresses": "Confirmar las direcciones nuevas",
  "There is no exchange rate to compare it with the store’s limit. Two people must approve it.":
    "No hay tipo de cambio para compararlo con el límite de la tienda. Deben aprobarlo dos personas.",
  "This payout of {own} is within the store’s limit of {limit}, but not together with {others} that one person or API keys have approved within 24 hours. Two people must approve it.":
    "Este pago saliente de {own} está dentro del límite de la tienda de {limit}, pero no junto con los {others} que una persona o claves API han aprobado en 24 horas. Deben aprobarlo dos personas.",
  "{name} has opened this account. Until {time} it approves nothing that moves money, and gives no access to others.":
    "{name} ha abierto esta cuenta. Hasta {time} no aprueba nada que mueva dinero ni da acceso a nadie.",
  "{name} has opened this account. Until {time} it approves nothing that moves money, and gives no access to others. Sign in with the second factor that you had before to end this at once.":
    "{name} ha abierto esta cuenta. Hasta {time} no aprueba nada que mueva dinero ni da acceso a nadie. Inicie sesión con el segundo factor que tenía antes para ponerle fin enseguida.",
  "Within a day one of your accounts was invited, given a role, reset or enabled by the other, by a command, or through further accounts. You count as two people from {time}. Wait, or let another person approve.":
    "En el último día, una de sus cuentas fue invitada, restablecida, habilitada o recibió un rol de la otra, de un comando o a través de otras cuentas. Cuentan como dos personas a partir de {time}. Espere, o deje que apruebe otra persona.",
  "What one person and API keys approve alone within 24 hours is added up, so a small payout can be above the limit too. Changes of the settlement and of refund addresses then take two people as well.":
    "Lo que una persona y las claves API aprueban solas en 24 horas se suma, así que un pago pequeño también puede superar el límite. Los cambios de la liquidación y de las direcciones de devolución requieren entonces también dos personas.",
  "Payouts of this store take two people. So does a change of the settlement or of a refund address.":
    "Los pagos salientes de esta tienda requieren dos personas. Un cambio de la liquidación o de una dirección de reembolso también.",
  "A change of the refund addresses waits for a second person.":
    "Un cambio de las direcciones de devolución espera a una segunda persona.",
  "The payout is valued. The books have a corrected line.":
    "El pago saliente está valorado. Los libros tienen una línea corregida.",
  "This payout is valued already.": "Este pago saliente ya está valorado.",
  "Payout valued by hand": "Pago saliente valorado a mano",
  "These payments and payouts have no value in {currency}, so they are in no sum of {store}, and files for other programs leave them out. Enter the rates of the day of each.":
    "Estos pagos y pagos salientes no tienen valor en {currency}. Por eso no están en ninguna suma de {store}, y los archivos para otros programas los omiten. Introduzca los tipos de cambio del día de cada uno.",
  "Every payment and payout is valued.": "Todos los pagos y pagos salientes están valorados.",
  "Payments and payouts without a value appear here.": "Aquí aparecen los pagos y pagos salientes sin valor.",
  "requested <span>{time}</span>": "solicitado <span>{time}</span>",
  "Value the payout": "Valorar el pago saliente",
  "Payout {id}": "Pago saliente {id}",
  "{count} bookings are left out: they have no value in {currency}.": {
    one: "Se omite {count} asiento: no tiene valor en {currency}.",
    other: "Se omiten {count} asientos: no tienen valor en {currency}.",
  },
  "{count} bookings are left out: their amounts are unknown.": {
    one: "Se omite {count} asiento: su importe se desconoce.",
    other: "Se omiten {count} asientos: sus importes se desconocen.",
  },
  "The cost of {count} conversions is unknown": {
    one: "Se desconoce el coste de {count} conversión",
    other: "Se desconoce el coste de {count} conversiones",
  },
  "The refund addresses below are those of {store}.":
    "Las direcciones de reembolso de abajo son las de {store}.",
  Refunded: "Reembolsada",
  "partly refunded": "reembolsada en parte",
  "Tip in the price": "Propina en el precio",
  "Files for other programs leave out payments and payouts without a value in {currency}.":
    "Los archivos para otros programas omiten los pagos y pagos salientes sin valor en {currency}.",
  "At most {amount} can be refunded: what has arrived, less earlier refunds.":
    "Se pueden reembolsar como máximo {amount}: lo que ha llegado, menos los reembolsos anteriores.",
  "The intent service needs attention": "El servicio de conversión requiere atención",
  "The intent service does not accept the API key: coins that it converts cannot be offered. Check INTENTS_API_KEY.":
    "El servicio de conversión no acepta la clave de API: no se pueden ofrecer las monedas que convierte. Compruebe INTENTS_API_KEY.",
  "The intent service takes no calls without an API key: coins that it converts cannot be offered. Set INTENTS_API_KEY.":
    "El servicio de conversión no acepta llamadas sin clave de API: no se pueden ofrecer las monedas que convierte. Defina INTENTS_API_KEY.",
  "The intent service has announced the end of {path} for {day}. The page of the server says what to do.":
    "El servicio de conversión ha anunciado el fin de {path} para el {day}. La página del servidor dice qué hacer.",
  "does not accept the API key: check INTENTS_API_KEY":
    "no acepta la clave de API: compruebe INTENTS_API_KEY",
  "takes no calls without an API key: set INTENTS_API_KEY":
    "no acepta llamadas sin clave de API: defina INTENTS_API_KEY",
  "Nothing: the gateway does not use it any more.": "Nada: la pasarela ya no la usa.",
  "has ended": "ha terminado",
  "has ended; announced for {time}": "ha terminado; anunciado para {time}",
  "deprecated, without a date of its end": "obsoleta, sin fecha de fin",
  "ends on {time}": "termina el {time}",
  "was to end on {time}, and has answered since then":
    "debía terminar el {time} y ha respondido desde entonces",
  "was to end on {time}, and has not been asked since then":
    "debía terminar el {time} y no se ha consultado desde entonces",
  "The gateway changes to the other version by itself when this one has ended. Compare both versions below.":
    "La pasarela cambia sola a la otra versión cuando esta termina. Compare abajo ambas versiones.",
  "{setting} keeps the gateway at this version: set it to auto, and start the server again.":
    "{setting} mantiene la pasarela en esta versión: póngalo en auto y reinicie el servidor.",
  "The gateway changes to the next version by itself.": "La pasarela cambia sola a la versión siguiente.",
  "Set INTENTS_API_KEY: the next version of this list needs a key. Without a list the gateway asks for the status of each request.":
    "Defina INTENTS_API_KEY: la versión siguiente de esta lista necesita una clave. Sin lista, la pasarela pregunta por el estado de cada solicitud.",
  "Install a version of Crosstill that does not use this path.":
    "Instale una versión de Crosstill que no use esta ruta.",
  "The gateway changes to the other version by itself when this one has ended. Compare both versions below before that day.":
    "La pasarela cambia sola a la otra versión cuando esta termina. Compare abajo ambas versiones antes de ese día.",
  "Prices are asked by version 3 of its quotes.":
    "Los precios se piden con la versión 3 de sus cotizaciones.",
  "Prices are asked by version 2 of its quotes.":
    "Los precios se piden con la versión 2 de sus cotizaciones.",
  "Announced ends": "Finales anunciados",
  Path: "Ruta",
  "What to do": "Qué hacer",
  "replaced by {path}": "sustituida por {path}",
  "The service's guide: {guide}": "Guía del servicio: {guide}",
  "Compare versions 2 and 3": "Comparar las versiones 2 y 3",
  "Asks one quote by both versions, for the first store. It is no offer, and nothing is stored.":
    "Pide una cotización con ambas versiones, para la primera tienda. No es una oferta y no se guarda nada.",
  "Amount in the settlement coin": "Importe en la moneda de liquidación",
  "Ask for deposit addresses as well (the service makes two, which are not used)":
    "Pedir también direcciones de depósito (el servicio crea dos, que no se usan)",
  "Compare both versions": "Comparar ambas versiones",
  "Both versions": "Ambas versiones",
  "Version 2": "Versión 2",
  "Version 3": "Versión 3",
  "Enter an amount above zero, such as 25.": "Introduzca un importe mayor que cero, por ejemplo 25.",
  "The intent service does not accept the API key. The operator checks INTENTS_API_KEY.":
    "El servicio de conversión no acepta la clave de API. El operador comprueba INTENTS_API_KEY.",
  "The intent service takes no calls without an API key. The operator sets INTENTS_API_KEY.":
    "El servicio de conversión no acepta llamadas sin clave de API. El operador define INTENTS_API_KEY.",
  "The money that this payout refunds is no longer on its chain. Wait until a block has it again, or cancel the payout.":
    "El dinero que reembolsa este pago ya no está en su cadena. Espere a que un bloque lo contenga de nuevo o cancele el pago.",
  "Another store on this server is or was paid at the new address too.":
    "Otra tienda de este servidor también cobra o cobraba en la dirección nueva.",
  "Another store on this server is or was paid at this address too.":
    "Otra tienda de este servidor también cobra o cobraba en esta dirección.",
  "Money that reaches it and belongs to no invoice is listed in this store.":
    "El dinero que llega a ella y no corresponde a ninguna factura se muestra en esta tienda.",
  "Money that reaches it and belongs to no invoice is listed in the other store.":
    "El dinero que llega a ella y no corresponde a ninguna factura se muestra en la otra tienda.",
  "Payment link {title}": "Enlace de pago {title}",
  "Paid too much": "Pagado de más",
  "More invoices were paid than this link asks for. Refund the excess on the page of an invoice.":
    "Se pagaron más facturas de las que pide este enlace. Reembolse el exceso en la página de una factura.",
  "The sender is the intent service, which payments come from. Take off this transfer alone, without its sender.":
    "El remitente es el servicio de conversión, del que vienen los pagos. Quite solo esta transferencia, sin su remitente.",
  "This money came to a deposit address. Only senders to the store's own address can be ignored: dismiss it without ignoring its sender.":
    "Este dinero llegó a una dirección de depósito. Solo se puede ignorar a remitentes hacia la dirección propia de la tienda: quítelo de la lista sin ignorar a su remitente.",
  "This money has a refund to another address, {address}. Cancel payout {payout} first, or leave that address.":
    "Este dinero ya tiene un reembolso a otra dirección, {address}. Cancele primero el pago {payout} o deje esa dirección.",
  "have a payment": "tienen un pago",
};
