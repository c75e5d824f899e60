import type { Texts } from "../../entry.ts";
import type { mail as english } from "../en/mail.ts";

export const mail = {
  "mail.pay": "{amount} bezahlen",
  "mail.open": "Zahlungsseite öffnen",
  "mail.anyAmount": "einen Betrag Ihrer Wahl",
  "mail.invoice.subject": "Rechnung von {store}: {amount}",
  "mail.invoice.lead":
    "{store} bittet Sie, {amount} zu bezahlen. Auf der Seite unten wählen Sie eine Währung und sehen dann, wie viel davon wohin zu senden ist.",
  "mail.reminder.subject": "Noch nicht bezahlt: {amount} an {store}",
  "mail.reminder.lead":
    "{store} hat Ihre Zahlung von {amount} noch nicht gesehen. Falls Sie sie inzwischen gesendet haben, senden Sie sie nicht noch einmal: Ihre Zahlung und diese Nachricht haben sich überschnitten.",
  "mail.confirmed.subject": "Ihre Zahlung an {store} ist bestätigt",
  "mail.confirmed.lead":
    "Ihre Zahlung ist in der Blockchain und auf dem Weg zu {store}. Sie müssen nichts mehr tun; Sie erhalten noch eine Nachricht, sobald sie abgeschlossen ist.",
  "mail.underpaid.subject": "Für {store} fehlen noch {missing}",
  "mail.underpaid.lead":
    "Ein Teil Ihrer Zahlung an {store} wurde gesehen. Von {amount} fehlen noch etwa {missing}. Die Seite unten zeigt den genauen Betrag und wohin er zu senden ist.",
  "mail.settled.subject": "Beleg: {amount} an {store} bezahlt",
  "mail.settled.lead": "Vielen Dank. {store} hat Ihre Zahlung erhalten. Ihr Beleg steht auf der Seite unten.",
  "mail.settled.link": "Beleg öffnen",
  "mail.expired.subject": "Die Rechnung von {store} ist abgelaufen",
  "mail.expired.lead":
    "Der Preis von {amount} gilt nicht mehr. Bitte senden Sie nichts mehr an diese Rechnung und bitten Sie {store} um eine neue. Haben Sie bereits etwas gesendet, senden Sie es nicht noch einmal: Die Seite unten zeigt den Stand, und {store} kann helfen.",
  "mail.refunded.subject": "Ihre Zahlung an {store} wurde zurückgesendet",
  "mail.refunded.payer":
    "Ihre Zahlung konnte nicht umgewandelt werden und wurde automatisch an Ihre Rückzahlungsadresse zurückgesendet.",
  "mail.refunded.shop":
    "Ihre Zahlung konnte nicht umgewandelt werden und wurde automatisch an die Rückzahlungsadresse von {store} zurückgesendet. Bitte wenden Sie sich an {store}, um sie zu erhalten.",
  "mail.refund.subject": "{store} bietet Ihnen eine Rückzahlung an",
  "mail.refund.lead":
    "{store} zahlt Ihnen {amount} zurück. Auf der Seite unten geben Sie an, an welche Adresse. Wer diesen Link hat, kann die Rückzahlung abrufen: Geben Sie ihn nicht weiter.",
  "mail.refund.link": "Rückzahlung abrufen",
  "mail.statement.subject": "{store}: Abrechnung für {month}",
  "mail.statement.lead":
    "Der Monat {month} ist in den Büchern von {store} abgeschlossen. Über den Link unten finden Sie die Abrechnung zum Lesen oder Drucken und die Dateien dazu: Zahlungen, Rechnungen, Rückzahlungen, Gebühren und das Hauptbuch.",
  "mail.statement.link": "Abrechnung öffnen",
  "mail.statement.expires": {
    one: "Der Link gilt {count} Tag.",
    other: "Der Link gilt {count} Tage.",
  },
  "mail.statement.secret":
    "Er braucht kein Passwort: Wer ihn hat, kann diesen Monat lesen. Geben Sie ihn nur an Berechtigte weiter.",
  "mail.fact.what": "Wofür",
  "mail.fact.order": "Bestellung",
  "mail.fact.amount": "Betrag",
  "mail.fact.missing": "Fehlt noch",
  "mail.request.subject": "Zahlungsanforderung von {store}: {amount}",
  "mail.fact.payUntil": "Zahlbar bis",
  "mail.whyRequest":
    "Sie erhalten diese Nachricht, weil {store} eine Zahlungsanforderung an Ihre Adresse gesendet hat.",
  "mail.fact.until": "Preis gilt bis",
  "mail.fact.sentBack": "Zurückgesendet",
  "mail.fact.transaction": "Transaktion",
  "mail.fact.invoice": "Rechnung",
  "mail.fact.store": "Shop",
  "mail.fact.month": "Monat",
  "mail.fact.zone": "Zeitzone",
  "mail.whyCustomer":
    "Sie erhalten diese Nachricht, weil {store} eine Rechnung für Ihre Adresse erstellt hat.",
  "mail.whyPayer":
    "Sie erhalten diese Nachricht, weil Ihre Adresse auf der Zahlungsseite von {store} hinterlassen wurde. Dort lässt sie sich entfernen.",
  "mail.whyAccountant":
    "Sie erhalten diese Nachricht, weil {store} Ihre Adresse als die seiner Buchhaltung angegeben hat.",
  "mail.sender":
    "{store} sendet sie über sein Zahlungs-Gateway unter {host}. Niemand wird Sie nach einem Passwort, einem Schlüssel oder Wiederherstellungswörtern fragen: Schließen Sie jede Seite, die das tut.",
  "mail.kept": {
    one: "Ihre Adresse dient nur Nachrichten zu dieser Zahlung und wird {count} Tag nach deren Ende gelöscht.",
    other:
      "Ihre Adresse dient nur Nachrichten zu dieser Zahlung und wird {count} Tage nach deren Ende gelöscht.",
  },
  "mail.sandbox": "Testumgebung: Spielgeld. Nichts hier hat einen Wert.",
} as const satisfies Texts<typeof english>;
