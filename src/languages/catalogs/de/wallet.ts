import type { Texts } from "../../entry.ts";
import type { wallet as english } from "../en/wallet.ts";

export const wallet = {
  "wallet.here": "Wallet in diesem Browser",
  "wallet.refund": "Eine etwaige Rückzahlung an diese Wallet senden",
  "wallet.steps": "Was die Wallet tut",
  "wallet.payWith": "Mit {wallet} zahlen",
  "wallet.payWithAny": "Mit der Wallet in diesem Browser zahlen",
  "wallet.connect": "Wallet verbinden",
  "wallet.check": "Zahlung prüfen",
  "wallet.pays": "Sie zahlen {amount} und die Netzwerkgebühr.",
  "wallet.move": "Wallet auf {network} umstellen",
  "wallet.funds": "Guthaben prüfen",
  "wallet.confirm": "Zahlung in der Wallet bestätigen",
  "wallet.wait": "Auf den Block warten",
  "wallet.noAccount":
    "Die Wallet hat kein Konto genannt. Öffnen und entsperren Sie sie, wählen Sie das zahlende Konto und versuchen Sie es noch einmal.",
  "wallet.declinedAsk":
    "Sie haben in der Wallet abgelehnt. Es wurde nichts gesendet; Sie können es jederzeit noch einmal versuchen.",
  "wallet.pending":
    "Die Wallet wartet bereits auf eine Antwort von Ihnen. Öffnen Sie sie, antworten Sie dort und versuchen Sie es noch einmal. Es wurde nichts gesendet.",
  "wallet.walletSaid":
    "Die Wallet antwortete: {words}. Es wurde nichts gesendet; versuchen Sie es noch einmal.",
  "wallet.unknownChain":
    "Die Wallet kennt {network} (Chain {chain}) nicht. Fügen Sie das Netzwerk dort hinzu und versuchen Sie es noch einmal. Es wurde nichts gesendet.",
  "wallet.otherChain":
    "Die Wallet ist nicht auf {network} (Chain {chain}). Stellen Sie sie dort um und versuchen Sie es noch einmal. Es wurde nichts gesendet.",
  "wallet.otherAccount":
    "Die Wallet hat zu einem anderen Konto gewechselt. Es wurde nichts gesendet; versuchen Sie es mit dem zahlenden Konto noch einmal.",
  "wallet.tooPoor":
    "Auf diesem Konto sind {have}, zu zahlen sind {need}. Wählen Sie ein anderes Konto, oder zahlen Sie anders. Es wurde nichts gesendet.",
  "wallet.declined": "Sie haben in der Wallet abgelehnt. Es wurde nichts gesendet.",
  "wallet.unsure":
    "Die Wallet hat nicht gemeldet, ob sie die Zahlung gesendet hat ({words}). Sehen Sie in ihrem Verlauf nach, bevor Sie noch einmal zahlen: Was gesendet wurde, erscheint hier.",
  "wallet.failed":
    "Die Transaktion {hash} ist in der Blockchain fehlgeschlagen, es wurde also nichts gezahlt. Sie können es noch einmal versuchen.",
  "wallet.slow":
    "Die Transaktion {hash} wurde gesendet und ist noch in keinem Block. Sie erscheint hier; zahlen Sie nicht noch einmal.",
  "wallet.wasSent":
    "Die Wallet in diesem Browser hat {hash} für diese Rechnung gesendet. Zahlen Sie nicht noch einmal: Die Zahlung erscheint hier.",
  "wallet.wasAsked":
    "Die Wallet in diesem Browser wurde schon einmal um diese Zahlung gebeten. Sehen Sie in ihrem Verlauf nach: Wurde sie gesendet, zahlen Sie nicht noch einmal, sie erscheint hier.",
  "wallet.again": "Sie wurde nicht gesendet: noch einmal zahlen",
  "wallet.silent":
    "Das Zahlungssystem des Shops hat nicht geantwortet ({words}). Es wurde nichts gesendet; versuchen Sie es noch einmal.",
  "choice.cheapest": "niedrigste Gebühr",
  "choice.fastest": "am schnellsten",
  "choice.sent": "etwa {amount}",
  "choice.fee": "Gebühr etwa {amount}",
  "choice.received": "{store} erhält etwa {amount}",
  "choice.seconds": "etwa {seconds} Sek.",
  "choice.minutes": "etwa {minutes} Min.",
  "choice.hours": "etwa {hours} Std.",
  "choice.needs": "{method} erst ab {amount}",
  "choice.notOffered":
    "Für diesen Betrag nicht angeboten, weil die Gebühren zu viel davon aufzehren würden: {methods}.",
} as const satisfies Texts<typeof english>;
