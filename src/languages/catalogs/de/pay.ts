import type { Texts } from "../../entry.ts";
import type { pay as english } from "../en/pay.ts";

export const pay = {
  "pay.sheet": "Zahlung an {store}",
  "pay.pageTitle": "{amount} zahlen",
  "pay.offline":
    "Der Server ist nicht erreichbar, diese Seite ist daher möglicherweise nicht aktuell. Eine bereits gesendete Zahlung ist davon nicht betroffen.",
  "pay.invoice": "Rechnung",
  "pay.keepLink":
    "Bewahren Sie diesen Link auf: Noch 90 Tage nach dem Ende der Rechnung sehen Sie hier, was aus Ihrer Zahlung geworden ist.",
  "pay.keepItsLink":
    "<a>Öffnen Sie diese Seite einzeln</a> und bewahren Sie ihren Link auf: Noch 90 Tage nach dem Ende der Rechnung sehen Sie dort, was aus Ihrer Zahlung geworden ist.",
  "pay.price": "Preis",
  "pay.anyAmount": "Beliebiger Betrag",
  "pay.order": "Bestellung {id}",
  "pay.held": "Preis gilt noch",
  "pay.heldFor": "für",
  "pay.methods": "Zahlungsarten",
  "pay.notNow": "derzeit nicht verfügbar",
  "pay.makesSense": "{method} ist ab {minimum} verfügbar.",
  "pay.methodUnseen":
    "Dieses Netzwerk ist gerade nicht einsehbar. Versuchen Sie es in einer Minute noch einmal.",
  "pay.methodSilent":
    "Der Zahlungsdienst hat nicht geantwortet. Versuchen Sie es in einer Minute noch einmal.",
  "pay.methodTooSmall": "Der Betrag ist für diese Zahlungsart zu klein.",
  "pay.methodMoved": "Der Kurs bewegt sich gerade zu schnell. Versuchen Sie es in einer Minute noch einmal.",
  "pay.methodRefused": "Diese Zahlungsart kann derzeit nicht verwendet werden.",
  "pay.with": "Sie zahlen mit",
  "pay.otherWay": "Anders zahlen",
  "pay.restOtherWay": "Den Rest anders zahlen",
  "pay.orOtherWay": "Oder anders zahlen",
  "pay.chooseRest": "Wählen Sie, wie Sie den Rest zahlen",
  "pay.stillList": "Diese Liste auf einer Seite öffnen, die sich nicht neu lädt",
  "pay.stillForm": "Dieses Formular auf einer Seite öffnen, die sich nicht neu lädt",
  "pay.stillThis": "Auf einer Seite öffnen, die sich nicht neu lädt",
  "pay.scan": "Mit Ihrer Wallet scannen",
  "pay.scanAddress": "Nur die Adresse: Wählen Sie {network} und den Betrag in Ihrer Wallet",
  "pay.qrLink": "QR-Code mit dem Zahlungslink",
  "pay.qrAddress": "QR-Code mit der Adresse",
  "pay.qrAll": "QR-Code mit Adresse, Betrag und Netzwerk",
  "pay.qrForLinks": "Ein anderer QR-Code, mit Betrag und Netzwerk (EIP-681)",
  "pay.youChoose": "Sie bestimmen den Betrag",
  "pay.stillToPay": "Noch zu zahlen",
  "pay.sendExactly": "Senden Sie genau",
  "pay.rate": "{rate}, Gebühren inbegriffen",
  "pay.sandboxWallet": "Mit der Test-Wallet zahlen",
  "pay.openWallet": "In Wallet öffnen",
  "pay.copyAmount": "Betrag kopieren",
  "pay.copyLink": "Link kopieren",
  "pay.paymentLink": "Zahlungslink",
  "pay.addressOf": "Adresse für {method}",
  "pay.copyAddress": "Adresse kopieren",
  "pay.psbt": "<a>Für Fortgeschrittene: Hardware- oder Offline-Wallet (PSBT)</a>",
  "pay.youSend": "Sie senden <strong>{amount}</strong>",
  "pay.shopReceives": "der Shop erhält mindestens <strong>{amount}</strong>",
  "pay.fee": "Gebühr etwa {amount}",
  "pay.direct": "Direkt an {store}, nichts wird umgewandelt",
  "pay.directExactly":
    "Senden Sie genau <strong>{amount}</strong>, bis zur letzten Ziffer: Am Betrag wird Ihre Zahlung erkannt, ein anderer wird nicht zugeordnet. Zahlen Sie von einer Börse aus, muss deren Gebühr hinzukommen.",
  "pay.exactly":
    "Es müssen genau <strong>{amount}</strong> ankommen. Zahlen Sie von einer Börse aus, kommt deren Gebühr hinzu: Erhöhen Sie die Auszahlung um diese Gebühr.",
  "pay.only":
    "Senden Sie nur <strong>{coin}</strong> über das Netzwerk <strong>{network}</strong>. Andere Token und NFTs, die an diese Adresse gesendet werden, sind verloren.",
  "pay.testNetwork": "<strong>Dies ist ein Testnetz: Senden Sie niemals echte {coin}.</strong>",
  "pay.toPay": "Zu zahlen",
  "pay.network":
    "Sie zahlen mit <strong>{coin}</strong> über das Netzwerk <strong>{network}</strong>. Dieselbe Adresse gibt es auch in anderen Netzwerken: Was Sie dorthin senden, kann verloren sein.",
  "pay.agree": "Ich sende über {network}",
  "pay.networkName": "Netzwerk",
  "pay.chainNumber": "(Chain {id})",
  "pay.token": "Token",
  "pay.coin": "Coin",
  "pay.ownCoin": "(die eigene Coin des Netzwerks)",
  "pay.contractOf": "Zugehöriger Vertrag",
  "pay.contract": "Vertragsadresse",
  "pay.copyContract": "Vertragsadresse kopieren",
  "pay.signedBy": "Signiert von <strong>{domain}</strong>",
  "pay.signature":
    "Das Zahlungssystem des Shops hat diese Adresse und den Betrag signiert. Wurde die Adresse verändert, schlägt die Prüfung fehl. <a>Jetzt prüfen</a>, am besten mit einer gespeicherten Kopie der Prüfseite.",
  "pay.whatWasSigned": "Signierter Inhalt",
  "pay.signedText": "Signierter Text",
  "pay.copySigned": "Signierten Text kopieren",
  "pay.facts": "Gut zu wissen",
  "pay.topUp":
    "Ihre Zahlung wird ungefähr zu diesem Kurs gutgeschrieben, abzüglich der Kosten der Umwandlung. Bei kleinen Beträgen können die Kosten den Wert übersteigen, oder sie werden zurückgesendet.",
  "pay.priceHeld": "Ihr Preis von {price} ist bis zum Ablauf des Timers fest.",
  "pay.refreshed":
    "Der Betrag in {coin} wird <span>{when}</span> aktualisiert; ein bereits gesendeter zählt weiterhin.",
  "pay.minimum": "Mindestbetrag",
  "pay.sendAtLeast": "Senden Sie mindestens {amount}. Weniger kann nicht umgewandelt werden.",
  "pay.refunds": "Rückzahlungen",
  "pay.refundToYou":
    "Eine Zahlung, die nicht umgewandelt werden kann, geht automatisch an <strong>Ihre eigene Adresse</strong> zurück:",
  "pay.refundToShop":
    "Eine Zahlung, die nicht umgewandelt werden kann, geht automatisch an <strong>den Händler</strong> zurück, an eine feste Adresse. Von wo Sie zahlen, spielt keine Rolle: Auch eine Börse ist in Ordnung.",
  "pay.showRefundAddress": "Rückzahlungsadresse anzeigen",
  "pay.ownRefund": "Rückzahlungen an eine eigene Adresse erhalten",
  "pay.changeRefund": "Rückzahlungsadresse ändern",
  "pay.refundPending": "Ihre Adresse {address} wird verwendet, sobald der nächste Preis vorliegt.",
  "pay.refundField": "Ihre {coin}-Adresse auf {network}",
  "pay.noExchange":
    "Verwenden Sie keine Einzahlungsadresse einer Börse: Börsen schreiben Rückzahlungen möglicherweise nicht gut.",
  "pay.refundFromNow": "Gilt für künftige Zahlungen.",
  "pay.refundBefore":
    "Geben Sie sie vor der Zahlung an; für eine Zahlung gilt die Adresse, mit der sie getätigt wurde.",
  "pay.saveRefund": "Diese Adresse verwenden",
  "pay.refundRefused":
    "Diese Adresse kann nicht für eine Rückzahlung verwendet werden. Geben Sie eine Adresse Ihrer eigenen Wallet an, passend zu der oben genannten Coin und dem Netzwerk.",
  "pay.refundTooLate":
    "Die Rückzahlungsadresse kann nicht mehr geändert werden: Sie wurde angegeben, bevor eine Zahlung gesehen wurde, oder die Rechnung ist bezahlt oder geschlossen.",
  "pay.next": "Wie es weitergeht",
  "pay.soonest": "in weniger als einer Minute",
  "pay.soon": "in etwa {minutes} Min.",
  "pay.moreMinutes": {
    one: "Der Preis gilt noch {count} Minute.",
    other: "Der Preis gilt noch {count} Minuten.",
  },
  "pay.copied": "Kopiert",
  "pay.copiedWhat": "{name} kopiert.",
  "pay.selected": "{name} markiert. Kopieren Sie mit der Tastatur oder über das Menü.",
  "pay.getFrom": "Sie erhalten sie vom Shop.",
  "pay.getFromLinked": "Sie erhalten sie <a>vom Shop</a>.",
} as const satisfies Texts<typeof english>;
