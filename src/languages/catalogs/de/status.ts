import type { Texts } from "../../entry.ts";
import type { status as english } from "../en/status.ts";

export const status = {
  "stage.awaiting": "Wir warten auf Ihre Zahlung",
  "stage.awaitingText": "Diese Seite aktualisiert sich von selbst.",
  "stage.choose": "Wählen Sie, wie Sie zahlen",
  "stage.chooseText": "Betrag und Adresse sehen Sie im nächsten Schritt.",
  "stage.heldText":
    "{store} entscheidet, wie es weitergeht. Bitte fragen Sie dort nach und zahlen Sie nicht noch einmal.",
  "stage.slow": "Das Netzwerk ist langsam",
  "stage.slowText":
    "Zahlung erkannt, noch nicht bestätigt. Zahlen Sie nicht noch einmal. Sie können diese Seite schließen und später wiederkommen.",
  "stage.seen": "Zahlung erkannt",
  "stage.seenText": {
    one: "Ihre Zahlung ist unterwegs und wartet auf eine Bestätigung. Sie müssen nichts mehr tun und können diese Seite schließen.",
    other:
      "Ihre Zahlung ist unterwegs und wartet auf {count} Bestätigungen. Sie müssen nichts mehr tun und können diese Seite schließen.",
  },
  "stage.confirmed": "Zahlung bestätigt",
  "stage.confirmedText":
    "Ihre Zahlung steht in der Blockchain und wird für die Umwandlung vorbereitet. Sie müssen nichts mehr tun und können diese Seite schließen.",
  "stage.converting": "Ihre Zahlung wird umgewandelt",
  "stage.convertingText": "Ihre Zahlung wird in die Währung umgewandelt, in der {store} bezahlt wird.",
  "stage.thenMissing": "Danach steht hier, ob noch etwas fehlt.",
  "stage.nothingLeft": "Sie müssen nichts mehr tun und können diese Seite schließen.",
  "stage.claimedText": "Der Zahlungsdienst meldet, dass {store} bezahlt wurde. Wir prüfen das gerade.",
  "stage.arrivedText": "Das Geld für {store} ist in der Kette, aber noch nicht endgültig.",
  "stage.finalSoon": "Endgültig ist es {when}.",
  "stage.paidBack": "Erstattet",
  "stage.paidBackPart": "Teilweise erstattet",
  "stage.paidBackText": "{store} hat Ihre Zahlung erstattet.",
  "stage.settled": "Bezahlt",
  "stage.settledText": "Vielen Dank. {store} hat Ihre Zahlung erhalten.",
  "stage.acceptedText": "Vielen Dank. {store} hat Ihre Zahlung erhalten und für diese Rechnung angenommen.",
  "stage.markedText": "{store} hat diese Rechnung als bezahlt anerkannt.",
  "stage.expired": "Diese Rechnung ist abgelaufen",
  "stage.expiredText":
    "Der Preis gilt nicht mehr. Bitte senden Sie kein Geld mehr für diese Rechnung; bitten Sie {store} um eine neue.",
  "stage.invalid": "Zahlung nicht angenommen",
  "stage.invalidText":
    "Die Zahlung dieser Rechnung wurde nicht abgeschlossen. Bitte wenden Sie sich an {store}, bevor Sie noch etwas senden.",
  "stage.refunded": "Zahlung zurückgesendet",
  "stage.refundedToYou":
    "Die Zahlung konnte nicht umgewandelt werden und wurde automatisch an Ihre Rückzahlungsadresse zurückgesendet.",
  "stage.refundedToShop":
    "Die Zahlung konnte nicht umgewandelt werden und wurde automatisch an die Rückzahlungsadresse von {store} gesendet. Bitte wenden Sie sich an {store}, um sie zu erhalten.",
  "stage.unpayable": "Dieser Preis kann hier nicht gezahlt werden",
  "stage.notCharged": "Es wurde nichts abgebucht.",
  "stage.noAddress": "Noch keine Zahlungsadresse",
  "stage.noAddressText":
    "Der Zahlungsdienst hat keinen Preis genannt, daher gibt es noch keinen Betrag und keine Adresse. Es wurde nichts abgebucht. Diese Seite versucht es von selbst noch einmal.",
  "stage.unseenText":
    "Das Zahlungsnetzwerk ist gerade nicht einsehbar, daher gibt es noch keine Adresse. Es wurde nichts abgebucht. Versuchen Sie es in einer Minute noch einmal.",
  "stage.uncertainText":
    "Wir können das Netzwerk gerade nicht überprüfen, daher gibt es noch keine Adresse. Es wurde nichts abgebucht. Diese Rechnung läuft inzwischen nicht ab. Versuchen Sie es in einer Minute noch einmal.",
  "part.onItsWay": "Ein Teil der Zahlung ist unterwegs",
  "part.arrived": "Ein Teil der Zahlung ist angekommen",
  "part.paid": "Sie haben {paid} von {price} bezahlt.",
  "part.paidAbout": "Sie haben etwa {paid} von {price} bezahlt, vor Gebühren.",
  "part.about": "Etwa {amount}",
  "part.missing": "{missing} fehlen.",
  "part.contact": "{missing} fehlen; bitte wenden Sie sich deswegen an {store}.",
  "part.send": "{missing} fehlen noch: Bitte senden Sie {amount}.",
  "part.only": "Es wurde nur ein Teil des Preises bezahlt.",
  "part.workingOut":
    "{missing} fehlen noch; der Betrag in Ihrer Coin wird gerade berechnet. Diese Seite aktualisiert sich von selbst.",
  "part.workingOutAll":
    "Der noch offene Betrag wird gerade berechnet. Diese Seite aktualisiert sich von selbst.",
  "part.tooSmall": "{missing} sind zu wenig, um einzeln gezahlt zu werden. Wenden Sie sich an {store}.",
  "part.tooSmallIn":
    "{missing} sind derzeit zu wenig für eine Zahlung in {coin} auf {network}. Zahlen Sie anders, oder wenden Sie sich an {store}.",
  "odd.uncertainPaying":
    "Wir können das Netzwerk gerade nicht überprüfen. Falls Sie schon gezahlt haben, warten Sie: Diese Seite wird aktualisiert, sobald es überprüft werden kann. Diese Rechnung läuft inzwischen nicht ab.",
  "odd.uncertain":
    "Wir können das Netzwerk gerade nicht überprüfen. Zahlen Sie nicht noch einmal. Diese Rechnung läuft inzwischen nicht ab.",
  "odd.wrongAsset": "Sie haben eine andere Coin gesendet als verlangt.",
  "odd.wrongChain": "Sie haben über ein anderes Netzwerk gesendet als verlangt.",
  "odd.converted": "Sie wird umgewandelt, wenn das möglich ist, und gutgeschrieben wird, was ankommt.",
  "odd.notAgain": "Senden Sie nicht noch einmal.",
  "odd.belowMinimum":
    "Ihre Zahlung ist zu klein, um umgewandelt zu werden. Bleibt nach der Netzwerkgebühr etwas davon übrig, geht es an die Rückzahlungsadresse; fragen Sie {store} danach.",
  "odd.failed": "Der Zahlungsdienst konnte Ihre Zahlung bisher nicht umwandeln.",
  "odd.failedOne": "Der Zahlungsdienst konnte eine Ihrer Zahlungen bisher nicht umwandeln.",
  "odd.goesBack": "Sie wird automatisch erstattet oder von {store} geprüft.",
  "odd.goesBackTwice":
    "Sie wird automatisch erstattet oder von {store} geprüft. Zahlen Sie nicht noch einmal.",
  "odd.goesBackWithout":
    "Sie wird automatisch erstattet oder von {store} geprüft. Der hier fällige Betrag rechnet sie nicht ein.",
  "odd.refundArranged": "{store} hat eine Rückerstattung von {amount} für Sie veranlasst.",
  "odd.over":
    "Sie haben {amount} mehr gesendet, als diese Rechnung verlangt. Alles geht an {store}; bitte fragen Sie dort nach der Differenz.",
  "odd.marked": "{store} hat den Status dieser Rechnung von Hand gesetzt.",
  "odd.late": "Ihre Zahlung kam nach Ablauf des Preises an.",
  "odd.lateAccepted": "Ihre Zahlung kam nach Ablauf des Preises an und wurde angenommen.",
  "odd.lateAsk": "Fragen Sie {store} danach.",
  "odd.lateDecides":
    "Sie wird zum aktuellen Preis umgewandelt, wenn das möglich ist. {store} sieht sie und entscheidet. Zahlen Sie nicht noch einmal.",
  "notice.notConverted": "Ihre {amount} konnten nicht umgewandelt werden.",
  "notice.paymentNotConverted": "Ihre Zahlung konnte nicht umgewandelt werden.",
  "notice.toYou": "Der Betrag ging an Ihre Rückzahlungsadresse.",
  "notice.toShop": "Der Betrag ging an die Rückzahlungsadresse von {store}: Fragen Sie dort nach.",
  "notice.restToYou": "{amount} (der Rest war die Netzwerkgebühr) gingen an Ihre Rückzahlungsadresse.",
  "notice.restToShop":
    "{amount} (der Rest war die Netzwerkgebühr) gingen an die Rückzahlungsadresse von {store}: Fragen Sie dort nach.",
  "notice.outdated":
    "Diese Seite kann gerade nicht aktualisiert werden. Sie zeigt den Stand von vor einigen Minuten. Wenn Sie seitdem bezahlt haben, bezahlen Sie nicht noch einmal: Warten Sie auf diese Seite oder fragen Sie den Shop.",
  "notice.payAgain": "Sie können weiterhin den vollen Betrag zahlen.",
  "status.paidOf": "{received} von {price}",
  "status.goingBack": "In fünf Sekunden geht es zurück zu {store}.",
  "status.stay": "Hier bleiben",
  "status.return": "Zurück zu {store}",
  "status.print": "Beleg drucken",
  "status.newPrice": "Neuen Preis bei {store} holen",
  "status.payWith": "Mit {method} zahlen",
  "status.tryAgainWith": "Noch einmal mit {method} versuchen",
  "status.tryMethodAgain": "{method} noch einmal versuchen",
  "status.showAmount": "Betrag in {method} anzeigen",
  "status.alreadySent": "Haben Sie schon gezahlt?",
  "status.alreadySentText":
    "Zahlen Sie nicht noch einmal. {store} sieht verspätete Zahlungen und entscheidet darüber. Bewahren Sie die Rechnungsnummer unten auf und melden Sie sich bei {store}.",
  "step.progress": "Fortschritt der Zahlung",
  "step.seen": "Gesehen",
  "step.seenNote": "im Netzwerk",
  "step.confirmed": "Bestätigt {have}/{need}",
  "step.inBlock": "in einem Block",
  "step.inBlocks": "in Blöcken",
  "step.converting": "Umwandlung",
  "step.convertingNote": "für den Händler",
  "step.settled": "Abgeschlossen",
  "step.settledNote": "der Händler hat das Geld",
  "step.claimedNote": "vom Dienst gemeldet",
  "step.arrivedNote": "gesehen, noch nicht endgültig",
  "record.date": "Datum",
  "record.paidTo": "Empfänger",
  "record.order": "Bestellung {id}",
  "record.youPaid": "Sie zahlten",
  "record.late": "verspätet",
  "record.seen": "gesehen, noch nicht bestätigt",
  "record.confirmed": "bestätigt",
  "record.dropped": "vom Netzwerk verworfen",
  "record.droppedNote":
    "Das Netzwerk hat diese Transaktion ersetzt oder vergessen; mit ihr hat kein Geld Ihre Wallet verlassen.",
  "record.otherCoin": "Ein Betrag in einer anderen Coin",
  "record.wrongAsset": "Eine andere Coin als verlangt.",
  "record.wrongChain": "Über ein anderes Netzwerk als verlangt.",
  "record.foundByShop": "Der Shop hat festgestellt, dass dies Ihre Zahlung ist.",
  "record.delayed": "Das Netzwerk ist langsam: Sie ist noch in keinem Block.",
  "record.sentBack": "Zurückgesendet",
  "record.noAmount": "Betrag nicht gemeldet",
  "record.transaction": "Transaktion",
  "record.explorer": " (öffnet einen Explorer in einem neuen Tab)",
  "stage.noWay":
    "Für diese Rechnung funktioniert keine Zahlungsart. Bitte bitten Sie {store} um einen anderen Betrag oder einen anderen Weg.",
  "odd.wrongNetwork": "Sie haben {sent} gesendet; verlangt war {asked}.",
  "record.wrongNetwork": "Über ein anderes Netzwerk als verlangt: {sent} statt {asked}.",
  "record.someCoin": "eine Coin",
  "part.notWhole": "Zahlen Sie nicht noch einmal den ganzen Preis.",
} as const satisfies Texts<typeof english>;
