import type { Texts } from "../../entry.ts";
import type { request as english } from "../en/request.ts";

export const request = {
  "request.name": "Zahlungsanforderung",
  "request.reference": "Referenz {id}",
  "request.howMuch": "Betrag, den Sie jetzt zahlen, in {currency}",
  "request.pay": "Zahlen",
  "request.payAmount": "{amount} zahlen",
  "request.until": "Zahlbar bis <time>{time}</time>.",
  "request.paid": "Bezahlt",
  "request.onItsWay": "Unterwegs",
  "request.doneText": "Vielen Dank. {store} hat {amount} erhalten.",
  "request.moving": "Zahlung unterwegs",
  "request.movingText":
    "Zahlungen über den ganzen Betrag wurden gesehen, sind aber noch nicht abgeschlossen. Diese Seite zeigt es an, sobald sie es sind.",
  "request.expired": "Diese Anforderung ist abgelaufen",
  "request.withdrawn": "Diese Anforderung wurde zurückgezogen",
  "request.askNew": "Bitten Sie {store} um eine neue.",
  "request.left": "Noch {amount} zu zahlen",
  "request.ready": "Bereit zur Zahlung",
  "request.next": "Die Coin wählen Sie im nächsten Schritt. Ihr Preis wird berechnet, wenn Sie zahlen.",
  "request.refused":
    "So ist keine Zahlung möglich. Prüfen Sie den Betrag und versuchen Sie es noch einmal, oder fragen Sie {store}.",
  "problem.notFound": "Nicht gefunden",
  "problem.notFoundText":
    "Unter dieser Adresse ist nichts zu finden. Möglicherweise ist der Link unvollständig.",
  "problem.noInvoice":
    "Zu diesem Link gibt es keine Rechnung: Der Link ist möglicherweise unvollständig, oder es gibt die Rechnung nicht mehr. Haben Sie schon gezahlt? Dann wenden Sie sich mit der Transaktions-ID und der Adresse, an die Sie gezahlt haben, an den Shop. Mit beidem lässt sich Ihre Zahlung finden.",
  "problem.tooMany": "Zu viele Anfragen",
  "problem.tooManyText": "Von Ihrer Adresse kamen zu viele Anfragen. Warten Sie eine Minute.",
  "problem.notNow": "Derzeit nicht verfügbar",
  "problem.notNowText":
    "Das ist im Moment nicht möglich. Es wurde nichts geändert; versuchen Sie es in einer Minute noch einmal.",
  "problem.wrong": "Etwas ist schiefgegangen",
  "problem.wrongText":
    "Hier ist etwas schiefgegangen. Versuchen Sie es noch einmal; bleibt es dabei, wenden Sie sich an den Shop.",
  "problem.didNotWork": "Das hat nicht geklappt",
  "problem.didNotWorkText":
    "Die Anfrage konnte nicht ausgeführt werden. Gehen Sie zurück, prüfen Sie Ihre Angaben und versuchen Sie es noch einmal.",
  "problem.code": "Fehlercode",
  "problem.reference": "Referenz",
  "problem.home": "Startseite",
} as const satisfies Texts<typeof english>;
