import type { Texts } from "../../entry.ts";
import type { tell as english } from "../en/tell.ts";

export const tell = {
  "tell.title": "Per E-Mail benachrichtigen",
  "tell.text": {
    one: "Sie erhalten eine Nachricht, wenn Ihre Zahlung abgeschlossen ist, wenn etwas fehlt oder wenn sie zurückgesendet wird. Ihre Adresse dient nur dazu und wird {count} Tag nach dem Ende der Zahlung gelöscht.",
    other:
      "Sie erhalten eine Nachricht, wenn Ihre Zahlung abgeschlossen ist, wenn etwas fehlt oder wenn sie zurückgesendet wird. Ihre Adresse dient nur dazu und wird {count} Tage nach dem Ende der Zahlung gelöscht.",
  },
  "tell.label": "Ihre E-Mail-Adresse",
  "tell.button": "Benachrichtigen",
  "tell.saved": "Nachrichten gehen an {address}.",
  "tell.change": "Adresse ändern",
  "tell.stop": "Keine Nachrichten mehr senden",
  "tell.still": "Dieses Formular auf einer Seite öffnen, die nicht neu lädt",
  "tell.refused": "Bitte geben Sie eine E-Mail-Adresse an, zum Beispiel name@example.com.",
  "tell.tooMany":
    "Diese Adresse kann gerade nicht angenommen werden: Es wurden zu viele angegeben. Diese Seite zeigt, was aus Ihrer Zahlung wird.",
  "tell.closed": "Zu dieser Zahlung gibt es nichts Neues mehr.",
  "tell.off": "Von hier werden keine E-Mails verschickt. Diese Seite zeigt, was aus Ihrer Zahlung wird.",
} as const satisfies Texts<typeof english>;
