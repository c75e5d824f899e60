import type { Texts } from "../../entry.ts";
import type { psbt as english } from "../en/psbt.ts";

export const psbt = {
  "psbt.title": "Mit einer PSBT zahlen",
  "psbt.back": "Zurück zur Rechnung von {store}",
  "psbt.lead": "Für Hardware- und Offline-Wallets. Zu zahlen sind genau <strong>{amount}</strong> an:",
  "psbt.sign": "1. Signieren",
  "psbt.spends":
    "Sie gibt bestätigte Coins Ihrer Adressen aus, kostet eine Netzwerkgebühr von <strong>{fee}</strong> und sendet den Rest zurück an:",
  "psbt.download": "PSBT herunterladen",
  "psbt.copy": "Als Text kopieren",
  "psbt.showText": "Als Text anzeigen",
  "psbt.asText": "Die PSBT als Text",
  "psbt.showQr": "Als QR-Code anzeigen",
  "psbt.qr": "QR-Code mit der PSBT",
  "psbt.tooLong": "Für einen einzigen QR-Code ist sie zu lang: Verwenden Sie die Datei oder den Text.",
  "psbt.where": "1. Angeben, wo Ihre Coins liegen",
  "psbt.addresses":
    "Bis zu {most} Adressen Ihrer Wallet, eine pro Zeile; was übrig bleibt, geht an die erste zurück",
  "psbt.lookup":
    "Das Zahlungssystem des Shops schlägt die Coins bei einem Explorer nach und schreibt nichts davon auf.",
  "psbt.make": "PSBT erstellen",
  "psbt.paste": "2. Signiert wieder einfügen",
  "psbt.signed": "Die signierte PSBT als Text",
  "psbt.check":
    "Sie wird vor dem Senden geprüft: Nur was genau diese Rechnung bezahlt, wird an das Netzwerk übergeben.",
  "psbt.send": "Prüfen und senden",
  "psbt.unchosen": "Wählen Sie zuerst auf der Seite der Rechnung Bitcoin aus.",
  "psbt.addressesWanted": "Geben Sie eine bis {most} Adressen Ihrer Wallet an; es waren {given}.",
  "psbt.noAddress":
    "„{text}“ ist keine Bitcoin-Adresse dieses Netzwerks. Geben Sie Adressen an, auf denen Ihre Coins liegen.",
  "psbt.hardToSign":
    "Um Coins von {address} auszugeben, genügt eine einfache Signatur nicht. Zahlen Sie stattdessen an die Adresse, oder mit Coins einer anderen.",
  "psbt.dust":
    "So wenig lässt sich mit Bitcoin nicht senden: Das Netzwerk leitet erst ab {least} Sats weiter.",
  "psbt.manyCoins":
    "Dafür wären mehr als {most} Ihrer Coins nötig. Geben Sie Adressen mit größeren an, oder zahlen Sie an die Adresse.",
  "psbt.poor":
    "Auf diesen Adressen liegen bestätigt {held}. Nötig sind {needed} und die Netzwerkgebühr: Es fehlen mindestens {missing}.",
  "psbt.coinsChanged": "Ihre Coins haben sich in diesem Augenblick geändert. Versuchen Sie es noch einmal.",
  "psbt.unpriced": "Diese Rechnung verlangt gerade keine Zahlung in Bitcoin. Es wurde nichts gesendet.",
  "psbt.otherAmount":
    "Diese PSBT zahlt {paid} an {address}; erwartet werden genau {expected}. Es wurde nichts gesendet: Erstellen Sie hier eine neue PSBT.",
  "psbt.networkRefuses":
    "Das Bitcoin-Netzwerk lehnt diese Transaktion ab: {words}. Wurden ihre Coins inzwischen ausgegeben? Erstellen Sie hier eine neue PSBT.",
  "psbt.closed":
    "Diese Rechnung ist bezahlt oder geschlossen, daher wurde nichts gesendet. Bitten Sie den Shop um eine neue.",
  "psbt.paid": "Diese Rechnung ist bezahlt. Es wurde nichts gesendet.",
  "psbt.busy":
    "Im Augenblick gehen zu viele Anfragen an das Bitcoin-Netzwerk ein. Es wurde nichts gesendet; versuchen Sie es in einer Minute noch einmal.",
  "psbt.unseen":
    "Das Bitcoin-Netzwerk ist gerade nicht einsehbar. Versuchen Sie es in einer Minute noch einmal; dieselbe PSBT zahlt nie zweimal.",
  "psbt.unsigned.empty": "Fügen Sie die signierte PSBT ein: einen Text, der mit cHNidP beginnt.",
  "psbt.unsigned.finished":
    "Das ist eine fertige Transaktion, keine PSBT. Ihre Wallet kann sie selbst senden.",
  "psbt.unsigned.foreign":
    "Das ist keine PSBT. Fügen Sie die signierte so ein, wie Ihre Wallet sie exportiert: als Text, der mit cHNidP beginnt.",
  "psbt.unsigned.input":
    "Eingang {input} von {inputs} ist nicht signiert. Signieren Sie ihn in Ihrer Wallet mit jedem Schlüssel, den sie verlangt, und exportieren Sie die PSBT noch einmal.",
  "psbt.unsigned.misfit":
    "Die Signatur von Eingang {input} passt nicht. Signieren Sie die hier erstellte Datei unverändert.",
  "psbt.unsigned.incomplete": "Eingang {input} lässt sich nicht fertigstellen: {words}",
  "psbt.unsigned.crowded":
    "Sie enthält {words} Signaturen, mehr als hier geprüft werden. Senden Sie sie mit Ihrer Wallet.",
  "psbt.unsigned.whole": "Sie lässt sich nicht senden: {words}",
} as const satisfies Texts<typeof english>;
