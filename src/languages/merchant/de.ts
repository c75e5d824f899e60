import type { Entry } from "../entry.ts";

/** The merchant's pages. The English text is the key; of a plural its form `other`. */
export const de: Readonly<Record<string, Entry>> = {
  Database: "Datenbank",
  ok: "in Ordnung",
  "missing after a failover: {count} invoices; run crosstill recover":
    "nach einem Failover fehlen {count} Rechnungen; crosstill recover ausführen",
  Journal: "Journal",
  Jobs: "Aufgaben",
  running: "läuft",
  "late: {jobs}": "verspätet: {jobs}",
  "Intent service": "Umwandlungsdienst",
  Explorers: "Block-Explorer",
  "uncertain: {reason}": "unsicher: {reason}",
  "E-mail": "E-Mail",
  "set up": "eingerichtet",
  "off: SMTP_URL is not set": "aus: SMTP_URL ist nicht gesetzt",
  Backup: "Sicherung",
  "none yet": "noch keine",
  "within the last day": "innerhalb des letzten Tages",
  "{count} days ago": { one: "vor {count} Tag", other: "vor {count} Tagen" },
  "In the coin that was paid": "In der Coin der Zahlung",
  "Expected a time to come; this one is over.": "Erwartet wird ein künftiger Zeitpunkt; dieser ist vorbei.",
  "Expected at most {most} minutes (30 days); got {came}.":
    "Erwartet werden höchstens {most} Minuten (30 Tage); angegeben wurde {came}.",
  "There is nothing here, or it belongs to a store that you are no member of.":
    "Hier gibt es nichts, oder es gehört zu einem Shop, in dem Sie nicht Mitglied sind.",
  "Your role in this store does not allow: {permission}. An owner of the store can give you another role.":
    "Ihre Rolle in diesem Shop erlaubt nicht: {permission}. Ein Inhaber des Shops kann Ihnen eine andere Rolle geben.",
  "This form must be sent from a page at {origin}. Open {page} and try again.":
    "Dieses Formular muss von einer Seite unter {origin} gesendet werden. Öffnen Sie {page}, und versuchen Sie es noch einmal.",
  "This form is from before you signed in. Go back, load the page again, and repeat.":
    "Dieses Formular stammt von vor Ihrer Anmeldung. Gehen Sie zurück, laden Sie die Seite neu, und wiederholen Sie es.",
  "Over plain http your password can be read by anyone on the network path. Set PUBLIC_URL to an https address; on this machine alone http://localhost works too.":
    "Über einfaches http kann jeder auf dem Weg durchs Netz Ihr Passwort lesen. Setzen Sie PUBLIC_URL auf eine https-Adresse; nur auf diesem Rechner selbst genügt auch http://localhost.",
  "QR code with the payment link": "QR-Code mit dem Zahlungslink",
  "QR code with the address of this counter": "QR-Code mit der Adresse dieser Kasse",
  "QR code for the authenticator app": "QR-Code für die Authentifizierungs-App",
  "The invoice was made.": "Die Rechnung wurde erstellt.",
  "A price was shown: {amount} to {address}.": "Ein Preis wurde gezeigt: {amount} an {address}.",
  "Payment {amount} ({outpoint}) was seen first.":
    "Die Zahlung {amount} ({outpoint}) wurde zum ersten Mal gesehen.",
  "Payment {amount} ({outpoint}) was in a block.": "Die Zahlung {amount} ({outpoint}) stand in einem Block.",
  "Payment {amount} ({outpoint}) had {need} confirmations.":
    "Die Zahlung {amount} ({outpoint}) hatte {need} Bestätigungen.",
  "{amount} reached the merchant, for {outpoint}.": "{amount} kamen beim Händler an, für {outpoint}.",
  "{amount} is said to have reached the merchant, for {outpoint}.":
    "{amount} sollen beim Händler angekommen sein, für {outpoint}.",
  "{amount} went back, of {outpoint}.": "{amount} gingen zurück, von {outpoint}.",
  "The invoice became {state}.": "Die Rechnung hat jetzt den Status: {state}.",
  "{name} marked the invoice {state}: {reason}":
    "{name} hat den Status der Rechnung festgelegt auf: {state}. Begründung: {reason}",
  "An unreported amount": "Ein nicht gemeldeter Betrag",
  "the gateway": "das Gateway",
  "a block": "ein Block",
  "the mempool": "der Mempool",
  "the chain": "die Chain",
  "a transfer": "eine Überweisung",
  "a reorganisation": "eine Reorganisation",
  "the intent service": "der Umwandlungsdienst",
  "the journal": "das Journal",
  "a person": "eine Person",
  "The connection failed: {code}.": "Die Verbindung schlug fehl: {code}.",
  "No answer within {seconds} seconds.": "Keine Antwort innerhalb von {seconds} Sekunden.",
  "not reached yet": "noch nicht erreicht",
  "reached within the last minute": "in der letzten Minute erreicht",
  "last reached {count} min ago": "zuletzt vor {count} Min. erreicht",
  "not reached: {reason}": "nicht erreicht: {reason}",
  "last reached {count} min ago: {reason}": "zuletzt vor {count} Min. erreicht: {reason}",
  Disk: "Speicherplatz",
  "{size} GiB free": "{size} GiB frei",
  unknown: "unbekannt",
  "It asks for no permission: the link must name at least one.":
    "Es wird kein Recht verlangt: Der Link muss mindestens eines nennen.",
  "It asks for what Crosstill does not know: {names}.":
    "Es wird etwas verlangt, das Crosstill nicht kennt: {names}.",
  "It asks for several stores at once, and a key is for one store.":
    "Es werden mehrere Shops zugleich verlangt, und ein Schlüssel gilt für einen Shop.",
  "You have approved this already. Start again from the application if its key did not arrive.":
    "Sie haben dies bereits genehmigt. Beginnen Sie in der Anwendung von vorn, wenn ihr Schlüssel nicht angekommen ist.",
  "There is no store of which you may make keys with these permissions.":
    "Es gibt keinen Shop, für den Sie Schlüssel mit diesen Rechten erstellen dürfen.",
  "The store that it asks for is none of which you may make keys with these permissions.":
    "Für den verlangten Shop dürfen Sie keine Schlüssel mit diesen Rechten erstellen.",
  "Choose the store that the key is for.": "Wählen Sie den Shop, für den der Schlüssel gilt.",
  "Leave at least one permission, or press Cancel.":
    "Lassen Sie mindestens ein Recht stehen, oder drücken Sie auf „Abbrechen“.",
  "The two passwords are not the same.": "Die beiden Passwörter stimmen nicht überein.",
  "Too many attempts. Try again in {minutes} min.":
    "Zu viele Versuche. Versuchen Sie es in {minutes} Min. noch einmal.",
  "The current password is wrong.": "Das aktuelle Passwort ist falsch.",
  "Expected an e-mail address such as ada@example.com.":
    "Erwartet wird eine E-Mail-Adresse, zum Beispiel ada@example.com.",
  "This code is not of the present setup. Begin the setup again.":
    "Dieser Code gehört nicht zur laufenden Einrichtung. Beginnen Sie die Einrichtung noch einmal.",
  "This code is wrong. Wait for the next one.": "Dieser Code ist falsch. Warten Sie auf den nächsten.",
  "The passkey was not kept. Try again.":
    "Der Passkey wurde nicht gespeichert. Versuchen Sie es noch einmal.",
  "Unknown browser": "Unbekannter Browser",
  "{browser} on {system}": "{browser} auf {system}",
  "This is not your password.": "Das ist nicht Ihr Passwort.",
  "This second factor was not accepted. A code works once.":
    "Dieser zweite Faktor wurde nicht angenommen. Ein Code gilt einmal.",
  "A payment needs a decision": "Eine Zahlung braucht eine Entscheidung",
  "You were paid": "Sie wurden bezahlt",
  "What a day has brought": "Was ein Tag eingebracht hat",
  "The payment of an invoice of {price} needs a decision: {kind}.":
    "Die Zahlung einer Rechnung über {price} braucht eine Entscheidung: {kind}.",
  "A payment of {amount} for order {order} has settled.":
    "Eine Zahlung von {amount} für Bestellung {order} ist abgerechnet.",
  "A payment of {amount} has settled.": "Eine Zahlung von {amount} ist abgerechnet.",
  "On {day} {store} received payments without a known value. Number of payments: {count}.":
    "Am {day} hat {store} Zahlungen ohne bekannten Wert erhalten. Anzahl der Zahlungen: {count}.",
  "On {day} {store} received {amount}. Number of payments: {count}.":
    "Am {day} hat {store} {amount} erhalten. Anzahl der Zahlungen: {count}.",
  "An invoice of {amount} was lost with the database.":
    "Eine Rechnung über {amount} ging mit der Datenbank verloren.",
  "An invoice was lost with the database.": "Eine Rechnung ging mit der Datenbank verloren.",
  "The refund of {amount} for order {order} waits for an approval.":
    "Die Erstattung von {amount} für Bestellung {order} wartet auf eine Genehmigung.",
  "The refund of {amount} for order {order} is to be paid.":
    "Die Erstattung von {amount} für Bestellung {order} ist zu bezahlen.",
  "The refund of {amount} for order {order} is more than the shop has of its invoice.":
    "Die Erstattung von {amount} für Bestellung {order} ist mehr, als der Shop von ihrer Rechnung hat.",
  "The refund of {amount} waits for an approval.": "Die Erstattung von {amount} wartet auf eine Genehmigung.",
  "The refund of {amount} is to be paid.": "Die Erstattung von {amount} ist zu bezahlen.",
  "The refund of {amount} is more than the shop has of its invoice.":
    "Die Erstattung von {amount} ist mehr, als der Shop von ihrer Rechnung hat.",
  "The payout of {amount} waits for an approval.": "Die Auszahlung von {amount} wartet auf eine Genehmigung.",
  "The payout of {amount} is to be paid.": "Die Auszahlung von {amount} ist zu bezahlen.",
  "Check the payment of the payout of {amount}. The payout does not complete by itself.":
    "Prüfen Sie die Zahlung der Auszahlung über {amount}: Sie wird nicht von selbst abgeschlossen.",
  "Unattributed funds": "Nicht zugeordnetes Geld",
  "An e-mail did not arrive": "Eine E-Mail ist nicht angekommen",
  "A webhook was disabled": "Ein Webhook wurde deaktiviert",
  "A refund is not covered": "Eine Rückzahlung ist nicht gedeckt",
  "A payout waits for an approval": "Eine Auszahlung wartet auf Genehmigung",
  "A payout is to be paid": "Eine Auszahlung ist zu bezahlen",
  "Another person changed settings": "Eine andere Person hat Einstellungen geändert",
  "The audit found a violation": "Die Buchprüfung hat einen Verstoß gefunden",
  "The name must have 1 to {most} characters.": "Der Name muss 1 bis {most} Zeichen haben.",
  "Too many attempts. Try again in {minutes} min, or on a browser on which you have signed in before.":
    "Zu viele Versuche. Versuchen Sie es in {minutes} Min. noch einmal, oder in einem Browser, in dem Sie sich schon einmal angemeldet haben.",
  "Many are trying to sign in at this moment. Try again in some seconds.":
    "Im Moment versuchen viele, sich anzumelden. Versuchen Sie es in einigen Sekunden noch einmal.",
  "Name and password do not belong together.": "Name und Passwort gehören nicht zusammen.",
  "This code is wrong, or was used already. A code works once.":
    "Dieser Code ist falsch oder wurde schon verwendet. Ein Code gilt einmal.",
  "This passkey is not known here, or was too slow. Try again.":
    "Dieser Passkey ist hier nicht bekannt oder war zu langsam. Versuchen Sie es noch einmal.",
  Website: "Website",
  "Support address": "Support-Adresse",
  "Less than the price has arrived. Accept it (mark the invoice settled), or refund it.":
    "Es ist weniger als der Preis angekommen. Nehmen Sie es an (die Rechnung als abgeschlossen markieren), oder zahlen Sie es zurück.",
  "More than the price has arrived. Keep it, or refund the difference.":
    "Es ist mehr als der Preis angekommen. Behalten Sie es, oder zahlen Sie die Differenz zurück.",
  "The money arrived after the time was over. Accept it (mark the invoice settled), or refund it.":
    "Das Geld ist nach Ablauf der Zeit angekommen. Nehmen Sie es an (die Rechnung als abgeschlossen markieren), oder zahlen Sie es zurück.",
  "The intent service does not convert a payment, and has not sent it back so far. Ask it to refund, or accept the payment (mark the invoice settled) once the money is with you.":
    "Der Umwandlungsdienst wandelt eine Zahlung nicht um und hat sie bisher nicht zurückgesendet. Bitten Sie ihn um eine Rückzahlung, oder nehmen Sie die Zahlung an (die Rechnung als abgeschlossen markieren), sobald das Geld bei Ihnen ist.",
  "Money came, stayed or went back after you had decided what the invoice is.":
    "Geld ist gekommen, geblieben oder zurückgegangen, nachdem Sie über die Rechnung entschieden hatten.",
  "A payment takes far longer than usual, and nothing has come of it. Ask the intent service.":
    "Eine Zahlung dauert weit länger als üblich, und es ist nichts daraus geworden. Fragen Sie den Umwandlungsdienst.",
  "Something happened that should not. Open the invoice, see what it names as odd, and compare with the chain.":
    "Etwas ist geschehen, das nicht geschehen sollte. Öffnen Sie die Rechnung, sehen Sie nach, was sie als auffällig nennt, und vergleichen Sie es mit der Blockchain.",
  underpaid: "zu wenig bezahlt",
  overpaid: "zu viel bezahlt",
  late: "verspätet",
  failed: "gescheitert",
  "after a decision": "nach einer Entscheidung",
  stalled: "ins Stocken geraten",
  anomaly: "Auffälligkeit",
  "The key would be allowed more than you are.": "Der Schlüssel dürfte mehr als Sie selbst.",
  "{coin} on {network}": "{coin} auf {network}",
  "without a label": "ohne Bezeichnung",
  "The label must have 1 to {most} characters.": "Die Bezeichnung muss 1 bis {most} Zeichen haben.",
  "Choose what the key may do.": "Wählen Sie, was der Schlüssel darf.",
  "Choose when the key expires.": "Wählen Sie, wann der Schlüssel abläuft.",
  "API keys": "API-Schlüssel",
  Webhooks: "Webhooks",
  Events: "Ereignisse",
  "API reference": "API-Referenz",
  "Nothing is left to deliver.": "Es ist nichts mehr zuzustellen.",
  "Tried again now: {count}.": "Jetzt noch einmal versucht: {count}.",
  "not sent yet": "noch nicht gesendet",
  "accepted with {code}": "angenommen mit {code}",
  "refused with {code}": "abgelehnt mit {code}",
  "all events": "alle Ereignisse",
  "A second person must confirm it.": "Eine zweite Person muss es bestätigen.",
  "Added.": "Hinzugefügt.",
  "The invoice is archived.": "Die Rechnung ist archiviert.",
  "The funds are assigned to the invoice.": "Der Betrag ist der Rechnung zugeordnet.",
  "Signed out.": "Abgemeldet.",
  "The invoice is marked invalid.": "Die Rechnung ist als ungültig markiert.",
  "The refund is made. Send the customer its link.":
    "Die Erstattung ist angelegt. Senden Sie dem Kunden ihren Link.",
  "Removed.": "Entfernt.",
  "That was done already. The secret is shown only once: make a new one if you did not copy it.":
    "Das ist schon geschehen. Das Geheimnis wird nur einmal gezeigt: Erzeugen Sie ein neues, wenn Sie es nicht kopiert haben.",
  "Taken off the list.": "Von der Liste genommen.",
  "Saved.": "Gespeichert.",
  "Sent.": "Gesendet.",
  "The invoice is marked settled.": "Die Rechnung ist als beglichen markiert.",
  "Store made.": "Shop angelegt.",
  "The invoice is in the lists again.": "Die Rechnung ist wieder in den Listen.",
  "any amount in {currency}": "beliebiger Betrag in {currency}",
  "{units} units of {currency}": "{units} Einheiten von {currency}",
  "Choose what the invoice is: settled or invalid.":
    "Wählen Sie, was die Rechnung ist: abgeschlossen oder ungültig.",
  "Expected a reason of at most {most} characters.": "Erwartet wird ein Grund mit höchstens {most} Zeichen.",
  "Expected a JSON object; this has more than {most} characters. Nothing was changed.":
    "Erwartet wird ein JSON-Objekt; dies hat mehr als {most} Zeichen. Es wurde nichts geändert.",
  "Expected a JSON object; this is not JSON. Nothing was changed.":
    "Erwartet wird ein JSON-Objekt; dies ist kein JSON. Es wurde nichts geändert.",
  "Expected a JSON object; this is null. Nothing was changed.":
    "Erwartet wird ein JSON-Objekt; dies ist null. Es wurde nichts geändert.",
  "Expected one e-mail address, such as ada@example.com.":
    "Erwartet wird eine einzige E-Mail-Adresse, zum Beispiel ada@example.com.",
  "Choose what to refund: all of it, the rest, what was too much, or an amount.":
    "Wählen Sie, was zurückgezahlt wird: alles, der Rest, was zu viel war, oder ein Betrag.",
  All: "Alle",
  "waits for you": "wartet auf Sie",
  archived: "archiviert",
  "from {day}": "ab {day}",
  "to {day}": "bis {day}",
  "paid in {coin}": "bezahlt in {coin}",
  "“{word}”": "„{word}“",
  "Expected an amount above 0 and at most {amount}, which is what was received and not refunded yet.":
    "Erwartet wird ein Betrag über 0 und höchstens {amount}; so viel wurde erhalten und noch nicht zurückgezahlt.",
  "delivered to {webhook}": "zugestellt an {webhook}",
  "given up for {webhook}": "aufgegeben für {webhook}",
  "a webhook that was deleted": "ein gelöschter Webhook",
  "waits for {webhook}": "wartet auf {webhook}",
  "{what}, attempt {count}": "{what}, Versuch {count}",
  "an unreported amount": "ein nicht gemeldeter Betrag",
  Payment: "Zahlung",
  "Received by the merchant": "Vom Händler erhalten",
  "Sent back": "Zurückgesendet",
  "Not looked up: {reason}": "Nicht nachgeschlagen: {reason}",
  "A node has it in block {number}, {hash}.": "Ein Knoten hat sie in Block {number}, {hash}.",
  "The transaction is in the pack.": "Die Transaktion ist im Paket.",
  "In block {number}, with the work of {count} blocks in the pack.": {
    one: "In Block {number}, mit der Arbeit von {count} Block im Paket.",
    other: "In Block {number}, mit der Arbeit von {count} Blöcken im Paket.",
  },
  "Choose what to do with the invoices.": "Wählen Sie, was mit den Rechnungen geschehen soll.",
  New: "Neu",
  Processing: "In Bearbeitung",
  Settled: "Abgeschlossen",
  Expired: "Abgelaufen",
  Invalid: "Ungültig",
  None: "Keine",
  "paid in part": "teilweise bezahlt",
  "paid late": "verspätet bezahlt",
  "marked by a person": "von einer Person markiert",
  "sent back": "zurückgesendet",
  settled: "abgeschlossen",
  "not converted": "nicht umgewandelt",
  "not on the chain any more": "nicht mehr auf der Chain",
  Created: "Erstellt",
  Archived: "Archiviert",
  "E-mail: {what}": "E-Mail: {what}",
  "Refund of {amount} made": "Rückzahlung von {amount} erstellt",
  "Refund of {amount} claimed": "Rückzahlung von {amount} abgerufen",
  "Refund of {amount} paid": "Rückzahlung von {amount} bezahlt",
  "{units} units": "{units} Einheiten",
  "Payment of {amount} seen": "Zahlung von {amount} gesehen",
  "counts for {amount}": "zählt als {amount}",
  "You received {amount}": "Sie haben {amount} erhalten",
  "The payment was sent back": "Die Zahlung wurde zurückgesendet",
  "Paid, waits for confirmation": "Bezahlt, wartet auf Bestätigung",
  "A payment is not confirmed yet, later than usual":
    "Eine Zahlung ist später als üblich noch nicht bestätigt",
  "A payment has disappeared from its network": "Eine Zahlung ist aus ihrem Netzwerk verschwunden",
  "Open again": "Wieder offen",
  "Settled by {name}": "Von {name} als abgeschlossen markiert",
  "Invalid by {name}": "Von {name} als ungültig markiert",
  "Taken off the inbox by {name}": "Von {name} aus dem Posteingang genommen",
  "More than {count} e-mails did not arrive": "Mehr als {count} E-Mails sind nicht angekommen",
  "{count} e-mails did not arrive": {
    one: "Eine E-Mail ist nicht angekommen",
    other: "{count} E-Mails sind nicht angekommen",
  },
  Month: "Monat",
  Invoice: "Rechnung",
  "The link to pay": "Der Link zum Bezahlen",
  "The reminder": "Die Erinnerung",
  "The payment is confirmed": "Die Zahlung ist bestätigt",
  "A part is missing": "Ein Teil fehlt",
  "The receipt": "Der Beleg",
  "The invoice has expired": "Die Rechnung ist abgelaufen",
  "The link of a refund": "Der Link einer Rückzahlung",
  "The link to the month": "Der Link zum Monat",
  customer: "Kunde",
  payer: "Zahler",
  accountant: "Buchhaltung",
  "to the customer": "an den Kunden",
  "to the payer": "an den Zahler",
  "to the accountant": "an die Buchhaltung",
  "waits to be sent": "wartet auf den Versand",
  sent: "gesendet",
  "refused by the mail server": "vom Mailserver abgelehnt",
  "given up after two days": "nach zwei Tagen aufgegeben",
  "not sent": "nicht gesendet",
  Overview: "Übersicht",
  Inbox: "Posteingang",
  Invoices: "Rechnungen",
  "Payment links": "Zahlungslinks",
  "Point of sale": "Verkaufsstelle",
  "Pay buttons": "Zahlungsbuttons",
  Payouts: "Auszahlungen",
  Reports: "Berichte",
  Exports: "Exporte",
  Developers: "Entwickler",
  People: "Personen",
  "Audit log": "Änderungsprotokoll",
  Settings: "Einstellungen",
  Server: "Server",
  Today: "Heute",
  "7 days": "7 Tage",
  "30 days": "30 Tage",
  "Payments that need a decision": "Zahlungen, die eine Entscheidung brauchen",
  "Refunds and payouts to be paid": "Zu bezahlende Rückzahlungen und Auszahlungen",
  "Lost invoices": "Verlorene Rechnungen",
  "An invoice was lost": "Eine Rechnung ist verloren gegangen",
  "Invoice {id} was lost with the database.": "Rechnung {id} ist mit der Datenbank verloren gegangen.",
  "Lost invoice taken off the inbox": "Verlorene Rechnung aus dem Posteingang genommen",
  "A failover of the database or a restored backup has lost these invoices or their addresses. What comes to the addresses is listed as unattributed funds. Where a customer still wants to pay, make the invoice again, and assign to it what has come.":
    "Bei einem Failover der Datenbank oder durch eine wiederhergestellte Sicherung sind diese Rechnungen oder ihre Adressen verloren gegangen. Was an den Adressen ankommt, steht unter nicht zugeordnetem Geld. Will ein Kunde noch bezahlen, erstellen Sie die Rechnung neu und ordnen Sie ihr zu, was angekommen ist.",
  "issued <span>{time}</span>": "ausgestellt <span>{time}</span>",
  "To be paid to the shop directly: look for a transfer of exactly this amount yourself.":
    "Direkt an den Shop zu zahlen: Suchen Sie selbst nach einer Überweisung über genau diesen Betrag.",
  "Done: take the lost invoice {id} off the list": "Erledigt: verlorene Rechnung {id} aus der Liste nehmen",
  "E-mails that did not arrive": "E-Mails, die nicht angekommen sind",
  "Webhooks that were disabled": "Deaktivierte Webhooks",
  "This store has made {most} invitations within an hour. Try again in {minutes} min.":
    "Dieser Shop hat in einer Stunde {most} Einladungen erstellt. Versuchen Sie es in {minutes} Min. noch einmal.",
  'Expected a currency such as USD; got "{got}".':
    "Erwartet wird eine Währung, zum Beispiel USD; angegeben ist „{got}“.",
  'Expected an amount such as 500, with at most {decimals} decimals; got "{got}".':
    "Erwartet wird ein Betrag, zum Beispiel 500, mit höchstens {decimals} Nachkommastellen; angegeben ist „{got}“.",
  "The name of a role has 1 to 40 letters, digits, blanks or dashes.":
    "Der Name einer Rolle hat 1 bis 40 Buchstaben, Ziffern, Leerzeichen oder Bindestriche.",
  "{name} is a built-in role. Choose another name.":
    "{name} ist eine eingebaute Rolle. Wählen Sie einen anderen Namen.",
  "Choose what the role may do.": "Wählen Sie, was die Rolle darf.",
  "The role would be allowed more than you are.": "Die Rolle dürfte mehr als Sie selbst.",
  "The role {name} allows more than you may do yourself.":
    "Die Rolle {name} erlaubt mehr, als Sie selbst dürfen.",
  "Only an owner of the store can let a role do without a second factor.":
    "Nur ein Inhaber des Shops kann eine Rolle vom zweiten Faktor befreien.",
  "Everything in the store": "Alles im Shop",
  "Do everything in the store": "Alles im Shop tun",
  "Change the store's settings, and do everything in it":
    "Die Einstellungen des Shops ändern und alles darin tun",
  "See the store's settings, payment methods and rates, and everything in it":
    "Einstellungen, Zahlungsarten und Kurse des Shops und alles darin sehen",
  "Create invoices, mark unpaid ones as invalid, and change their notes":
    "Rechnungen erstellen, unbezahlte als ungültig markieren und ihre Notizen ändern",
  "Mark invoices as paid, and assign unattributed funds to them":
    "Rechnungen als bezahlt markieren und ihnen nicht zugeordnetes Geld zuordnen",
  "Invite people to the store, and change their roles":
    "Personen in den Shop einladen und ihre Rollen ändern",
  "Make and revoke the store's API keys": "API-Schlüssel des Shops erstellen und widerrufen",
  "See the audit log": "Das Änderungsprotokoll sehen",
  "See invoices and their payments": "Rechnungen und ihre Zahlungen sehen",
  "Create invoices": "Rechnungen erstellen",
  "Set up webhooks, which report payments to the shop": "Webhooks einrichten, die dem Shop Zahlungen melden",
  "Create and change payment requests": "Zahlungsanforderungen erstellen und ändern",
  "See payment requests": "Zahlungsanforderungen sehen",
  "Create, approve and end refunds and pull payments":
    "Rückzahlungen und Zahlungen auf Abruf erstellen, genehmigen und beenden",
  "Create refunds and pull payments that need no approval":
    "Rückzahlungen und Zahlungen auf Abruf erstellen, die keine Genehmigung brauchen",
  "Propose refunds, which you approve before anything is paid":
    "Rückzahlungen vorschlagen, die Sie genehmigen, bevor etwas gezahlt wird",
  "End refunds and pull payments": "Rückzahlungen und Zahlungen auf Abruf beenden",
  "See refunds and pull payments": "Rückzahlungen und Zahlungen auf Abruf sehen",
  "Approve, pay and cancel payouts": "Auszahlungen genehmigen, zahlen und abbrechen",
  "See payouts": "Auszahlungen sehen",
  "See reports": "Berichte sehen",
  "Send the e-mails of an invoice again": "Die E-Mails einer Rechnung noch einmal senden",
  "Use a Lightning node (Crosstill has none)": "Einen Lightning-Knoten nutzen (Crosstill hat keinen)",
  "See your own name and e-mail address": "Den eigenen Namen und die eigene E-Mail-Adresse sehen",
  "Choose your own language and theme": "Eigene Sprache und eigenes Farbschema wählen",
  "See your own notifications": "Eigene Benachrichtigungen sehen",
  "Mark and remove your own notifications, and choose them":
    "Eigene Benachrichtigungen markieren, entfernen und auswählen",
  "Enter one e-mail address, such as ada@example.com.":
    "Geben Sie eine einzige E-Mail-Adresse ein, zum Beispiel ada@example.com.",
  "Your account": "Ihr Konto",
  "A store: {name}": "Ein Shop: {name}",
  "Settlement in {coin}": "Zahlungsempfang in {coin}",
  "Refund addresses": "Rückzahlungsadressen",
  "A second factor for your account": "Ein zweiter Faktor für Ihr Konto",
  "Make a test payment": "Eine Testzahlung machen",
  "Pay a small invoice yourself": "Selbst eine kleine Rechnung bezahlen",
  "Connect a shop, or make a key": "Einen Onlineshop verbinden oder einen Schlüssel erstellen",
  "Make a backup": "Eine Sicherung erstellen",
  Store: "Shop",
  Name: "Name",
  "Customers see it.": "Kunden sehen ihn.",
  "Currency of prices": "Währung der Preise",
  "Time zone": "Zeitzone",
  "In which days and months begin, such as Europe/Berlin.":
    "Nach ihr beginnen Tage und Monate, zum Beispiel Europe/Berlin.",
  Settlement: "Zahlungsempfang",
  "Coin and chain": "Coin und Chain",
  "Your address": "Ihre Adresse",
  "From a wallet whose keys you hold. Exchanges may refuse or lose such payments.":
    "Aus einer Wallet, deren Schlüssel Sie besitzen. Börsen können solche Zahlungen ablehnen oder verlieren.",
  "The service sends money there that it cannot convert. Coins of a chain without an address are not offered; name at least one.":
    "Der Dienst sendet dorthin, was er nicht umwandeln kann. Coins einer Chain ohne Adresse werden nicht angeboten; geben Sie mindestens eine an.",
  "Enter a name of at most {count} characters.": "Geben Sie einen Namen mit höchstens {count} Zeichen ein.",
  "Enter a name without control and format characters.":
    "Geben Sie einen Namen ohne Steuer- und Formatzeichen ein.",
  "Enter an address for at least one chain.": "Geben Sie für mindestens eine Chain eine Adresse ein.",
  "Refund address on {chain}": "Rückzahlungsadresse auf {chain}",
  "{coin}, directly": "{coin}, direkt",
  "Coins that customers are offered": "Coins, die Kunden angeboten werden",
  "The service sends money there that it cannot convert. Coins of a chain without an address are not offered: empty a field to remove its address.":
    "Der Dienst sendet dorthin, was er nicht umwandeln kann. Coins einer Chain ohne Adresse werden nicht angeboten. Leeren Sie ein Feld, um seine Adresse zu entfernen.",
  "When a payment is not as asked for": "Wenn eine Zahlung nicht wie verlangt ist",
  "It holds for invoices from now on; those that were made keep theirs.":
    "Das gilt für künftige Rechnungen; bestehende behalten ihre Regeln.",
  "Start from": "Ausgangspunkt",
  "Another choice resets tolerance, too little, too much and too late.":
    "Eine andere Wahl setzt Toleranz, zu wenig, zu viel und zu spät zurück.",
  "A shop: goods at a price": "Ein Shop: Ware zu einem Preis",
  "Top-ups: whatever arrives counts": "Aufladungen: Was ankommt, zählt",
  "Tolerance, in percent": "Toleranz in Prozent",
  "So much of the price may be missing, and the invoice is still paid.":
    "So viel vom Preis darf fehlen, und die Rechnung gilt trotzdem als bezahlt.",
  "Tolerance, as an amount of {symbol}": "Toleranz als Betrag in {symbol}",
  "Or so much, whichever of the two allows more.": "Oder so viel; es zählt, was mehr zulässt.",
  "Write off small remainders, up to percent of the price":
    "Kleine Reste erlassen, bis zu so viel Prozent des Preises",
  "A remaining amount that is too small to be paid on its own is written off.":
    "Ein Rest, der zu klein ist, um einzeln gezahlt zu werden, wird erlassen.",
  "Too little": "Zu wenig",
  "What happens when a customer pays less than the price.":
    "Was geschieht, wenn ein Kunde weniger als den Preis zahlt.",
  "Ask for the rest while the price holds": "Den Rest verlangen, solange der Preis gilt",
  "Accept it as the payment": "Als Zahlung annehmen",
  "Let a person decide": "Eine Person entscheiden lassen",
  "Too much": "Zu viel",
  "What happens when a customer pays more than the price.":
    "Was geschieht, wenn ein Kunde mehr als den Preis zahlt.",
  "Late payments count from, in percent of the price":
    "Verspätete Zahlungen zählen ab so viel Prozent des Preises",
  "Money that comes after the price ended pays the invoice if it is worth at least this.":
    "Geld, das nach Ablauf des Preises kommt, bezahlt die Rechnung, wenn es mindestens so viel wert ist.",
  Proof: "Nachweis",
  "Proof of a settlement": "Nachweis des Zahlungsempfangs",
  "What must show that the money reached you before the invoice is settled.":
    "Was zeigen muss, dass das Geld bei Ihnen ist, bevor die Rechnung abgeschlossen wird.",
  "Automatic: the chain where a node is set up, else a transaction hash":
    "Automatisch: die Blockchain, wo ein Knoten eingerichtet ist, sonst ein Transaktions-Hash",
  "Read from the chain": "Aus der Blockchain gelesen",
  "A transaction hash from the service": "Ein Transaktions-Hash vom Dienst",
  "The word of the service": "Die Angabe des Dienstes",
  Confirmations: "Bestätigungen",
  "A number, or by price: 1000=2,10000=6 waits for two from 1,000 on and six from 10,000 on.":
    "Eine Zahl, oder nach Preis: 1000=2,10000=6 wartet ab 1.000 auf zwei und ab 10.000 auf sechs.",
  "What a single invoice may ask for itself": "Was eine einzelne Rechnung für sich verlangen darf",
  "A key that makes invoices cannot go beyond this.":
    "Ein Schlüssel, der Rechnungen erstellt, kann darüber nicht hinausgehen.",
  "Accept whatever comes": "Alles annehmen, was kommt",
  "Weaker proof, fewer confirmations": "Schwächerer Nachweis, weniger Bestätigungen",
  Policy: "Regeln",
  Payments: "Zahlungen",
  Price: "Preis",
  "Used where a shop names no currency.": "Gilt, wenn ein Onlineshop keine Währung angibt.",
  "Price fixed for, in minutes": "Preis gilt so viele Minuten",
  "How long a customer has to pay at the price shown.":
    "Wie lange ein Kunde Zeit hat, zum gezeigten Preis zu zahlen.",
  "Who pays for the conversion": "Wer die Umwandlung zahlt",
  "The customer: you receive the whole price": "Der Kunde: Sie erhalten den ganzen Preis",
  "You: the customer pays the price and no more": "Sie: Der Kunde zahlt den Preis und nicht mehr",
  "Margin in percent": "Aufschlag in Prozent",
  "Added to the price for services whose quotes state no minimum.":
    "Kommt bei Diensten zum Preis hinzu, deren Angebote keinen Mindestbetrag nennen.",
  Addresses: "Adressen",
  "Take the settlement coin directly": "Die Coin, in der Sie bezahlt werden, direkt annehmen",
  "Customers who have it send it straight to your address, without a conversion.":
    "Kunden, die sie haben, senden sie ohne Umwandlung direkt an Ihre Adresse.",
  "A new order for each address": "Ein neuer Auftrag für jede Adresse",
  "Each address is an order of its own at the service and is not used again.":
    "Jede Adresse ist beim Dienst ein eigener Auftrag und wird nicht wieder verwendet.",
  Coins: "Coins",
  "Coin shown first": "Zuerst gezeigte Coin",
  "The first of the list": "Die erste der Liste",
  "Checkout and e-mail": "Zahlungsseite und E-Mail",
  Checkout: "Zahlungsseite",
  "Language of payment pages": "Sprache der Zahlungsseiten",
  "What the customer's browser asks for": "Die vom Browser des Kunden gewünschte",
  "E-mail to customers": "E-Mail an Kunden",
  "Mail each new invoice to its buyer": "Jede neue Rechnung dem Käufer per E-Mail senden",
  "To the address that the shop gives as buyerEmail.":
    "An die Adresse, die der Onlineshop als buyerEmail angibt.",
  "Remind so many minutes before the price ends": "So viele Minuten vor Ablauf des Preises erinnern",
  "Empty: no reminder.": "Leer: keine Erinnerung.",
  "Keep addresses for so many days": "Adressen so viele Tage aufbewahren",
  "After an invoice has ended; then they are deleted.":
    "Nach dem Ende einer Rechnung; danach werden sie gelöscht.",
  Books: "Bücher",
  "Currencies in which payments are valued": "Währungen, in denen Zahlungen bewertet werden",
  "At most {count}, with commas, such as EUR,CHF. The first is that of your books.":
    "Höchstens {count}, mit Kommas, zum Beispiel EUR,CHF. Die erste ist die Ihrer Bücher.",
  "E-mail of your accountant": "E-Mail Ihrer Buchhaltung",
  "Gets a link to each month that has ended. Empty: no e-mail.":
    "Erhält einen Link zu jedem beendeten Monat. Leer: keine E-Mail.",
  Shops: "Onlineshops",
  "How shop plugins are answered": "Wie Shop-Plugins beantwortet werden",
  "One invoice for an order": "Eine Rechnung je Bestellung",
  "A shop that asks twice for an order gets its open invoice again.":
    "Fragt ein Onlineshop zweimal nach einer Bestellung, erhält er ihre offene Rechnung wieder.",
  "Install its plugin for BTCPay Server: it speaks the same API.":
    "Installieren Sie das zugehörige Plugin für BTCPay Server: Es verwendet dieselbe API.",
  "Enter the server address below in the plugin's settings.":
    "Tragen Sie die Serveradresse unten in den Einstellungen des Plugins ein.",
  "Use the plugin's button for a key, or make one below; it opens this server and asks you to approve.":
    "Verwenden Sie die Schaltfläche des Plugins für einen Schlüssel, oder erstellen Sie unten einen; sie öffnet diesen Server und bittet um Ihre Genehmigung.",
  "Order something in your shop: the invoice appears in the list of invoices here.":
    "Bestellen Sie etwas in Ihrem Onlineshop: Die Rechnung erscheint hier in der Liste der Rechnungen.",
  "Enter the store id below as well.": "Tragen Sie auch die Shop-ID unten ein.",
  "Make a key, and send it as “Authorization: token …” with each call.":
    "Erstellen Sie einen Schlüssel und senden Sie ihn bei jedem Aufruf als „Authorization: token …“ mit.",
  "Create an invoice by POST to the address of invoices below, and send the customer to its checkoutLink.":
    "Erstellen Sie eine Rechnung per POST an die Adresse der Rechnungen unten, und leiten Sie den Kunden zu ihrem checkoutLink.",
  "Add a webhook, which tells your server when an invoice is settled.":
    "Fügen Sie einen Webhook hinzu, der Ihrem Server meldet, wenn eine Rechnung abgeschlossen ist.",
  "Own code": "Eigener Code",
  "Server address": "Serveradresse",
  "Store id": "Shop-ID",
  "Address of invoices": "Adresse der Rechnungen",
  "General and brand": "Allgemeines und Marke",
  Archive: "Archivieren",
  "This month has not ended.": "Dieser Monat ist noch nicht zu Ende.",
  "A payout of your own": "Eine eigene Auszahlung",
  "Refund of invoice {id}": "Rückzahlung zu Rechnung {id}",
  "Claim of a pull payment": "Anforderung einer Zahlung auf Abruf",
  "Claim of “{name}”": "Anforderung aus „{name}“",
  "At least {amount}, by the quote that is being carried out.":
    "Mindestens {amount}, nach dem Angebot, das gerade ausgeführt wird.",
  "As it was approved, and what you send by hand. Through the service the fees of the conversion come off.":
    "Wie genehmigt, und was Sie von Hand senden. Über den Dienst gehen die Gebühren der Umwandlung ab.",
  "At the rate of this moment; it is fixed when you approve.":
    "Zum Kurs dieses Augenblicks; er wird festgelegt, wenn Sie genehmigen.",
  "Waits for you": "Wartet auf Sie",
  "Check its payment": "Zahlung prüfen",
  "Check the payment of this payout": "Prüfen Sie die Zahlung dieser Auszahlung",
  "Approve this payout?": "Diese Auszahlung genehmigen?",
  "You have approved this payout": "Sie haben diese Auszahlung genehmigt",
  "Waits for a second person": "Wartet auf eine zweite Person",
  "You can approve it from {time}.": "Sie können sie ab {time} genehmigen.",
  "To be paid": "Zu zahlen",
  "Pay this payout": "Diese Auszahlung zahlen",
  "On its way": "Unterwegs",
  "This payout is on its way": "Diese Auszahlung ist unterwegs",
  Paid: "Bezahlt",
  "This payout was paid": "Diese Auszahlung wurde gezahlt",
  Cancelled: "Abgebrochen",
  "This payout was cancelled": "Diese Auszahlung wurde abgebrochen",
  Claimed: "Angefordert",
  Approved: "Genehmigt",
  Sent: "Gesendet",
  Arrived: "Angekommen",
  "Seen on the chain": "In der Blockchain gesehen",
  "Told by the intent service": "Vom Umwandlungsdienst gemeldet",
  "By your word": "Nach Ihrer Angabe",
  "It was marked as on its way. Record the transaction once it has arrived.":
    "Sie wurde als unterwegs markiert. Erfassen Sie die Transaktion, sobald sie angekommen ist.",
  "Less has arrived than the quote promised: {amount}. Ask the service, or record it as paid without a transaction if you accept that.":
    "Es ist weniger angekommen, als das Angebot versprach: {amount}. Fragen Sie den Dienst, oder erfassen Sie sie ohne Transaktion als gezahlt, wenn Sie das hinnehmen.",
  "The intent service has not seen your payment yet.":
    "Der Umwandlungsdienst hat Ihre Zahlung noch nicht gesehen.",
  "The intent service has your payment and converts it.":
    "Der Umwandlungsdienst hat Ihre Zahlung und wandelt sie um.",
  "The intent service says that it has paid the buyer. The gateway looks for it on the chain.":
    "Der Umwandlungsdienst meldet, dass er den Käufer bezahlt hat. Das Gateway sucht die Zahlung in der Blockchain.",
  "The intent service could not convert it. As a rule it sends the money back to your wallet; until then it is not back.":
    "Der Umwandlungsdienst konnte sie nicht umwandeln. In der Regel sendet er das Geld an Ihre Wallet zurück; bis dahin ist es nicht zurück.",
  "The intent service has sent the money back to your wallet.":
    "Der Umwandlungsdienst hat das Geld an Ihre Wallet zurückgesendet.",
  "The intent service says “{word}”.": "Der Umwandlungsdienst meldet „{word}“.",
  "Expected at most {count} items. Remove one first.":
    "Erwartet werden höchstens {count} Artikel. Entfernen Sie zuerst einen.",
  "Expected at least the least amount.": "Erwartet wird mindestens der Mindestbetrag.",
  "Expected at most {count} amounts.": "Erwartet werden höchstens {count} Beträge.",
  "Expected amounts from {least} to {most}, such as 5 10 20.":
    "Erwartet werden Beträge von {least} bis {most}, zum Beispiel 5 10 20.",
  "Expected a redirect address that starts with https://.":
    "Erwartet wird eine Weiterleitungsadresse, die mit https:// beginnt.",
  "A button can lead back only to the store's website. Enter the website in the settings of the store.":
    "Ein Button kann nur zur Website des Shops zurückführen. Tragen Sie die Website in den Einstellungen des Shops ein.",
  "A button can lead back only to the store's website: {hosts}.":
    "Ein Button kann nur zur Website des Shops zurückführen: {hosts}.",
  Pay: "Zahlen",
  "Sent to {to}.": "An {to} gesendet.",
  "Expected {currency}: the currency stays while there are items. Remove them first, or make another point of sale.":
    "Erwartet wird {currency}: Die Währung bleibt, solange es Artikel gibt. Entfernen Sie diese zuerst, oder erstellen Sie eine andere Verkaufsstelle.",
  "each payment with what came, what it became, its rate and its fees":
    "jede Zahlung: was kam, was daraus wurde, Kurs und Gebühren",
  "each invoice that was settled, or that had money":
    "jede Rechnung, die abgeschlossen wurde oder zu der Geld kam",
  "refunds, and what the shop has paid out": "Rückzahlungen, und was der Shop ausgezahlt hat",
  "each fee by its kind": "jede Gebühr nach ihrer Art",
  "every movement, in double entry": "jede Bewegung, in doppelter Buchführung",
  "money that no invoice explains": "Geld, das keine Rechnung erklärt",
  "the ledger for hledger": "das Hauptbuch für hledger",
  "for Koinly": "für Koinly",
  "a bank statement for Xero": "ein Kontoauszug für Xero",
  "sales for Xero": "Verkäufe für Xero",
  "a bank statement for QuickBooks Online": "ein Kontoauszug für QuickBooks Online",
  "a bank statement in the coin that the shop is paid in":
    "ein Kontoauszug in der Coin, in der der Shop bezahlt wird",
  "{what}: its first part, the next ones over the API": "{what}: der erste Teil, die weiteren über die API",
  "{name}, part {part} of {parts}": "{name}, Teil {part} von {parts}",
  "Received from payers": "Von Zahlern erhalten",
  "Brought by conversion, before fees": "Durch Umwandlung erhalten, vor Gebühren",
  "Converted into another coin": "In eine andere Coin umgewandelt",
  Fees: "Gebühren",
  "Gained by moving prices": "Gewinn durch Kursänderungen",
  "Lost to moving prices": "Verlust durch Kursänderungen",
  "Sent back to payers by the service": "Vom Dienst an Zahler zurückgesendet",
  "Passed on to the shop’s address": "An die Adresse des Shops weitergeleitet",
  "On its way at the beginning": "Zu Beginn unterwegs",
  "On its way at the end": "Am Ende unterwegs",
  "Unknown coin": "Unbekannte Coin",
  "{by} invites you to {store}": "{by} lädt Sie zu {store} ein",
  "Accept the invitation": "Einladung annehmen",
  "E-mail address confirmed": "E-Mail-Adresse bestätigt",
  "Another account has confirmed this address. Use another address, or change the other account.":
    "Ein anderes Konto hat diese Adresse bestätigt. Verwenden Sie eine andere Adresse, oder ändern Sie das andere Konto.",
  "Confirm your e-mail address": "Bestätigen Sie Ihre E-Mail-Adresse",
  "The account {name} names this address as its own. If the account is yours, confirm the address. If it is not, ignore this message.":
    "Das Konto {name} nennt diese Adresse als seine eigene. Wenn es Ihr Konto ist, bestätigen Sie die Adresse. Sonst ignorieren Sie diese Nachricht.",
  "Confirm the address": "Adresse bestätigen",
  "This link does not work any more. Sign in and send another one from the page of your account.":
    "Dieser Link funktioniert nicht mehr. Melden Sie sich an und senden Sie auf der Seite Ihres Kontos einen neuen.",
  "The address {email} is confirmed.": "Die Adresse {email} ist bestätigt.",
  "The address {email} then belongs to the account {account}.":
    "Die Adresse {email} gehört dann zum Konto {account}.",
  "You have confirmed this address.": "Sie haben diese Adresse bestätigt.",
  "This address is not confirmed. Follow the link in the message that was sent to it. Until then you cannot be added to a store by the address.":
    "Diese Adresse ist nicht bestätigt. Folgen Sie dem Link in der Nachricht, die an sie gesendet wurde. Bis dahin kann niemand Sie über die Adresse zu einem Shop hinzufügen.",
  "This address is not confirmed, because this server sends no e-mail. You cannot be added to a store by the address.":
    "Diese Adresse ist nicht bestätigt, weil dieser Server keine E-Mails sendet. Niemand kann Sie über die Adresse zu einem Shop hinzufügen.",
  "Send the link again": "Link erneut senden",
  "The password must have at least {least} characters; this one has {count}.":
    "Das Passwort muss mindestens {least} Zeichen haben; dieses hat {count}.",
  "The password must have at most {most} characters.": "Das Passwort darf höchstens {most} Zeichen haben.",
  "This password is one of the first that attackers try. Take another: four unrelated words are good.":
    "Dieses Passwort gehört zu den ersten, die Angreifer ausprobieren. Nehmen Sie ein anderes: Vier Wörter ohne Zusammenhang sind gut.",
  "Sign-in from a new device": "Anmeldung von einem neuen Gerät",
  "Your password was changed": "Ihr Passwort wurde geändert",
  "Your e-mail address was changed": "Ihre E-Mail-Adresse wurde geändert",
  "A second factor was added to your account": "Ihrem Konto wurde ein zweiter Faktor hinzugefügt",
  "A second factor was removed from your account": "Ein zweiter Faktor wurde aus Ihrem Konto entfernt",
  "A new API key was made": "Ein neuer API-Schlüssel wurde erstellt",
  "The rule for approving payouts was changed":
    "Die Regel für die Genehmigung von Auszahlungen wurde geändert",
  "Another person can approve payouts now": "Eine weitere Person kann jetzt Auszahlungen freigeben",
  Account: "Konto",
  When: "Wann",
  From: "Von",
  What: "Was",
  "If this was not you, change your password and sign out everywhere at once.":
    "Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und melden Sie sich überall ab.",
  "Open your account": "Ihr Konto öffnen",
  "This is a sandbox. No real money moves here.":
    "Dies ist eine Testumgebung. Hier wird kein echtes Geld bewegt.",
  "Sent by Crosstill at {host}, because this address belongs to an account there.":
    "Gesendet von Crosstill unter {host}, weil diese Adresse zu einem dortigen Konto gehört.",
  "See what can be done": "Ansehen, was sich tun lässt",
  "No limit: one person approves": "Keine Grenze: eine Person gibt frei",
  "{name} asks to change the rule for approving payouts":
    "{name} möchte die Regel für die Freigabe von Auszahlungen ändern",
  "Present limit": "Jetzige Grenze",
  "New limit": "Neue Grenze",
  "Look at the change": "Änderung ansehen",
  Cancel: "Abbrechen",
  "Copy {what}": "{what} kopieren",
  Copy: "Kopieren",
  Pages: "Seiten",
  Newer: "Neuere",
  Older: "Ältere",
  "Your role asks for a second factor. Set one up to go on.":
    "Ihre Rolle verlangt einen zweiten Faktor. Richten Sie einen ein, um fortzufahren.",
  "The authenticator app is on.": "Die Authenticator-App ist eingeschaltet.",
  "You are asked for a code from it when you sign in.":
    "Beim Anmelden werden Sie nach einem Code daraus gefragt.",
  "Your recovery codes": "Ihre Wiederherstellungscodes",
  "Each of them replaces your second factor once. Keep them where you keep important papers: they are shown only now.":
    "Jeder ersetzt einmal Ihren zweiten Faktor. Bewahren Sie sie bei Ihren wichtigen Unterlagen auf: Sie werden nur jetzt gezeigt.",
  Download: "Herunterladen",
  Language: "Sprache",
  "Language of these pages": "Sprache dieser Seiten",
  "As the browser asks": "Wie vom Browser gewünscht",
  "What payers read follows their own browser.": "Was Zahler lesen, richtet sich nach deren Browser.",
  "Save the language": "Sprache speichern",
  "Address for security notices": "Adresse für Sicherheitshinweise",
  "Save the address": "Adresse speichern",
  Password: "Passwort",
  "Current password": "Aktuelles Passwort",
  "New password": "Neues Passwort",
  "At least {count} characters. A few words that do not belong together are easy to keep.":
    "Mindestens {count} Zeichen. Ein paar Wörter, die nicht zusammengehören, lassen sich leicht merken.",
  "New password again": "Neues Passwort wiederholen",
  "Changing it signs you out everywhere else.": "Nach der Änderung sind Sie überall sonst abgemeldet.",
  "Change the password": "Passwort ändern",
  "Second factor": "Zweiter Faktor",
  "After your password, something that only you have. A passkey also signs you in alone.":
    "Nach Ihrem Passwort etwas, das nur Sie haben. Mit einem Passkey können Sie sich auch allein anmelden.",
  "Authenticator app": "Authentifizierungs-App",
  on: "an",
  "Scan this with your authenticator app, or enter the key by hand.":
    "Scannen Sie dies mit Ihrer Authentifizierungs-App, oder geben Sie den Schlüssel von Hand ein.",
  "The code that it shows": "Der Code, den sie zeigt",
  "Turn it on": "Einschalten",
  "{count} recovery codes are left.": {
    one: "{count} Wiederherstellungscode ist übrig.",
    other: "{count} Wiederherstellungscodes sind übrig.",
  },
  "Make new recovery codes": "Neue Wiederherstellungscodes erstellen",
  "Turn it off": "Ausschalten",
  "Turn the authenticator app off?": "Die Authentifizierungs-App ausschalten?",
  "Your password and your passkeys are then all that protects this account.":
    "Dann schützen nur noch Ihr Passwort und Ihre Passkeys dieses Konto.",
  "Set up an authenticator app": "Authentifizierungs-App einrichten",
  Passkeys: "Passkeys",
  "added <span>{time}</span>": "hinzugefügt <span>{time}</span>",
  "used <span>{time}</span>": "verwendet <span>{time}</span>",
  "never used": "nie verwendet",
  "Made by {name}": "Erstellt von {name}",
  "The key does not work, because the account of {name} is disabled.":
    "Der Schlüssel funktioniert nicht, weil das Konto von {name} gesperrt ist.",
  "The key was made for more. It may do only what {name} may do now.":
    "Der Schlüssel wurde für mehr erstellt. Er darf nur, was {name} jetzt darf.",
  Remove: "Entfernen",
  "Remove the passkey {name}": "Passkey {name} entfernen",
  "Remove the passkey “{name}”?": "Den Passkey „{name}“ entfernen?",
  "It does not sign you in any more. Remove it from the device as well.":
    "Mit ihm können Sie sich nicht mehr anmelden. Entfernen Sie ihn auch vom Gerät.",
  "Remove the passkey": "Passkey entfernen",
  "Name of the passkey": "Name des Passkeys",
  "For example “laptop”": "Zum Beispiel „Laptop“",
  "Add a passkey": "Passkey hinzufügen",
  "The passkey was not made. Try again.": "Der Passkey wurde nicht erstellt. Versuchen Sie es noch einmal.",
  "Adding a passkey needs JavaScript.": "Um einen Passkey hinzuzufügen, ist JavaScript nötig.",
  "Where you are signed in": "Wo Sie angemeldet sind",
  here: "hier",
  "last seen <span>{time}</span>": "zuletzt gesehen <span>{time}</span>",
  "Sign out of {browser}": "{browser} abmelden",
  "Sign out": "Abmelden",
  "Sign out everywhere else": "Überall sonst abmelden",
  "The key “{label}”": "Der Schlüssel „{label}“",
  "That key was made already, and a key is shown only once. If you did not copy it, revoke it and make another one.":
    "Dieser Schlüssel wurde bereits erstellt, und ein Schlüssel wird nur einmal gezeigt. Falls Sie ihn nicht kopiert haben, widerrufen Sie ihn und erstellen Sie einen anderen.",
  "None yet.": "Noch keine.",
  expired: "abgelaufen",
  used: "verwendet",
  expires: "läuft ab",
  "Revoke the key {label}": "Schlüssel {label} widerrufen",
  "Revoke…": "Widerrufen…",
  "Permissions: {count}": "Berechtigungen: {count}",
  "These are the newest {count}.": "Das sind die neuesten {count}.",
  "Make a key": "Schlüssel erstellen",
  Label: "Bezeichnung",
  "For example “shop server”": "Zum Beispiel „Shop-Server“",
  Expires: "Läuft ab",
  Never: "Nie",
  "In {days} days": "In {days} Tagen",
  "Permissions of a shop plugin": "Rechte eines Shop-Plugins",
  "What it may do": "Was erlaubt ist",
  "Make the key": "Den Schlüssel erstellen",
  Stores: "Shops",
  "Is paid in {coin}, at": "Wird bezahlt in {coin}, an",
  "See which": "Ansehen, welche",
  "Name, logo and colour": "Name, Logo und Farbe",
  Statements: "Abrechnungen",
  "New store": "Neuer Shop",
  "API key": "API-Schlüssel",
  command: "Befehl",
  system: "System",
  "What people, keys and commands have changed. Nothing here can be changed or removed.":
    "Was Personen, Schlüssel und Befehle geändert haben. Hier lässt sich nichts ändern oder entfernen.",
  "Download as CSV": "Als CSV herunterladen",
  all: "alle",
  To: "Bis",
  Action: "Aktion",
  Show: "Anzeigen",
  "No entries": "Keine Einträge",
  "Nothing was changed in this range, or by this person.":
    "In diesem Zeitraum oder von dieser Person wurde nichts geändert.",
  "Show everything": "Alles anzeigen",
  Entries: "Einträge",
  Who: "Wer",
  Changed: "Geändert",
  "Give access": "Zugriff gewähren",
  "{application} asks for access": "{application} bittet um Zugriff",
  "It gets a key, which is sent to <strong>{host}</strong>. The name above is what it calls itself: go by the address.":
    "Die Anwendung erhält einen Schlüssel, der an <strong>{host}</strong> gesendet wird. Den Namen oben gibt sie sich selbst: Verlassen Sie sich auf die Adresse.",
  "It gets a key, which is shown to you here.":
    "Die Anwendung erhält einen Schlüssel, der Ihnen hier gezeigt wird.",
  "The key would travel over plain http: anyone on the network path can read it.":
    "Der Schlüssel würde über unverschlüsseltes http gesendet: Jeder auf dem Weg im Netz kann ihn lesen.",
  "For the store": "Für den Shop",
  "It may then": "Erlaubt wird dann",
  "Replace the earlier connection of {host}": "Frühere Verbindung von {host} ersetzen",
  "Revoke the key made on {time}": "Den Schlüssel vom {time} widerrufen",
  "Delete the webhook to {url}": "Den Webhook an {url} löschen",
  "Make a key below, and paste it into the plugin's settings.":
    "Erstellen Sie unten einen Schlüssel, und fügen Sie ihn in den Einstellungen des Plugins ein.",
  "It can approve refunds and payouts, up to the store's limit if there is one. What it approves is paid from the store's wallet.":
    "Damit kann es Erstattungen und Auszahlungen freigeben, bis zur Grenze des Shops, falls es eine gibt. Was es freigibt, wird aus der Wallet des Shops bezahlt.",
  "The key that it got for this before is revoked.":
    "Der Schlüssel, der zuvor dafür vergeben wurde, wird widerrufen.",
  Approve: "Genehmigen",
  "Confirm that it is you": "Bestätigen Sie, dass Sie es sind",
  "This moves money or gives access. Your second factor is asked for again after ten minutes.":
    "Das bewegt Geld oder öffnet einen Zugang. Nach zehn Minuten wird Ihr zweiter Faktor erneut verlangt.",
  "This moves money or gives access. Your password is asked for again after ten minutes.":
    "Das bewegt Geld oder öffnet einen Zugang. Nach zehn Minuten wird Ihr Passwort erneut verlangt.",
  "Code from your authenticator app, or a recovery code":
    "Code Ihrer Authentifizierungs-App oder ein Wiederherstellungscode",
  Confirm: "Bestätigen",
  "Password of {name}": "Passwort von {name}",
  Continue: "Weiter",
  "This link is used up": "Dieser Link ist verbraucht",
  "It was used or withdrawn, or its time is over. Ask the person who sent it for a new one. The operator gets another from this command on the machine of the gateway:":
    "Er wurde benutzt oder zurückgezogen, oder seine Zeit ist abgelaufen. Bitten Sie die Person, die ihn geschickt hat, um einen neuen. Der Betreiber bekommt einen weiteren mit diesem Befehl auf dem Rechner des Gateways:",
  Command: "Befehl",
  "Sign in": "Anmelden",
  Delivery: "Zustellung",
  "Delivery of {time}": "Zustellung vom {time}",
  "What was sent": "Was gesendet wurde",
  "It is not kept any more: it is older than 60 days. Read the invoice instead.":
    "Es wird nicht mehr aufbewahrt: Es ist älter als 60 Tage. Lesen Sie stattdessen die Rechnung.",
  "The answer": "Die Antwort",
  "It had no text.": "Sie enthielt keinen Text.",
  "Send it again": "Noch einmal senden",
  delivered: "zugestellt",
  waits: "wartet",
  "given up": "aufgegeben",
  "What was announced of <strong>{store}</strong>, the newest first. The same events come by <a>webhooks</a> and by the API.":
    "Was über <strong>{store}</strong> gemeldet wurde, das Neueste zuerst. Dieselben Ereignisse kommen über <a>Webhooks</a> und über die API.",
  Type: "Typ",
  About: "Betrifft",
  "The id of an invoice or a payout": "Die ID einer Rechnung oder Auszahlung",
  "All events": "Alle Ereignisse",
  "None like this.": "Nichts Passendes.",
  "None yet. Each change of an invoice makes one.": "Noch keine. Jede Änderung einer Rechnung erzeugt eines.",
  Deliveries: "Zustellungen",
  Message: "Nachricht",
  "none wanted": "keine gewünscht",
  "JSON of event {number}": "JSON des Ereignisses {number}",
  "Older ones": "Ältere",
  "Revoke a key": "Schlüssel widerrufen",
  "Revoke the key “{label}”?": "Den Schlüssel „{label}“ widerrufen?",
  "Begins with": "Beginnt mit",
  "Last used": "Zuletzt verwendet",
  Made: "Erstellt",
  May: "Darf",
  "Programs that have this key are refused at once. It cannot be given back; make a new one instead.":
    "Programme mit diesem Schlüssel werden sofort abgewiesen. Er lässt sich nicht wiederherstellen; erstellen Sie stattdessen einen neuen.",
  "Revoke the key": "Schlüssel widerrufen",
  "Files for accountants of {store}. A range that was exported once gives the same file later.":
    "Dateien für die Buchhaltung von {store}. Ein einmal exportierter Zeitraum ergibt später dieselbe Datei.",
  File: "Datei",
  "A day. Empty: the beginning.": "Ein Tag. Leer: der Anfang.",
  Before: "Vor",
  "Days begin at midnight in {zone}. Whole months are on Reports.":
    "Tage beginnen um Mitternacht in {zone}. Ganze Monate finden Sie unter Berichte.",
  "Back to {host}": "Zurück zu {host}",
  "{application} gets its key now, at <strong>{host}</strong>.":
    "{application} erhält jetzt den Schlüssel, unter <strong>{host}</strong>.",
  "Continue to {host}": "Weiter zu {host}",
  Sandbox: "Testumgebung",
  "<strong>Sandbox.</strong> Pretend money on private chains. Nothing here has value.":
    "<strong>Testumgebung.</strong> Spielgeld auf privaten Chains. Nichts hier hat einen Wert.",
  "Nothing waits for you.": "Nichts wartet auf Sie.",
  "Payments that are too small, too large or late appear here, with what you can do about each.":
    "Zahlungen, die zu klein, zu groß oder verspätet sind, erscheinen hier, jeweils mit dem, was Sie tun können.",
  "Order {order}": "Bestellung {order}",
  "Invoice {id}": "Rechnung {id}",
  "of {price}, {state}": "über {price}, {state}",
  "Missing: {amount}.": "Es fehlen {amount}.",
  "At stake: {amount}.": "Es geht um {amount}.",
  "Since <span>{time}</span>": "Seit <span>{time}</span>",
  "accepted in the inbox": "im Eingang angenommen",
  "Accept the payment of invoice {id}": "Die Zahlung der Rechnung {id} annehmen",
  "Accept…": "Annehmen …",
  "Refund…": "Zurückzahlen…",
  "Done: take the {kind} entry of invoice {id} off the list":
    "Erledigt: Eintrag „{kind}“ der Rechnung {id} aus der Liste nehmen",
  Done: "Erledigt",
  "seen <span>{time}</span>": "gesehen <span>{time}</span>",
  Transaction: "Transaktion",
  "The address belonged last to <a>{id}</a>.": "Die Adresse gehörte zuletzt zu <a>{id}</a>.",
  Assign: "Zuordnen",
  "waits for an approval": "wartet auf Genehmigung",
  "to be paid": "zu bezahlen",
  "The recipient has claimed it.": "Der Empfänger hat sie abgerufen.",
  "See the payout of {amount}": "Die Auszahlung von {amount} ansehen",
  "See the payout": "Auszahlung ansehen",
  "Refunds that are not covered": "Nicht gedeckte Rückzahlungen",
  "They refund more than what the shop has of their invoice by now. Cancel one of them, or wait until more has arrived.":
    "Sie zahlen mehr zurück, als der Shop bisher von ihrer Rechnung hat. Brechen Sie eine davon ab, oder warten Sie, bis mehr angekommen ist.",
  "Cancel the refund of {amount}": "Rückzahlung von {amount} abbrechen",
  "Look and enable": "Ansehen und aktivieren",
  "See and send again": "Ansehen und noch einmal senden",
  "Invoice of any amount in {currency}": "Rechnung über einen beliebigen Betrag in {currency}",
  "Invoice of {price}": "Rechnung über {price}",
  "order {order}": "Bestellung {order}",
  "The refund of {amount} was made.": "Die Rückzahlung von {amount} wurde angelegt.",
  "Send this link to the customer. With it they say where the money goes; then you pay it from Payouts.":
    "Senden Sie diesen Link an den Kunden. Damit gibt er an, wohin das Geld geht; dann bezahlen Sie es unter „Auszahlungen“.",
  "Link for the customer": "Link für den Kunden",
  "Waits for you.": "Wartet auf Sie.",
  "Done: {what}": "Erledigt: {what}",
  "This invoice cannot be paid: it is too small.":
    "Diese Rechnung kann nicht bezahlt werden: Sie ist zu klein.",
  "Ask for more at once, or be paid in another way and mark the invoice settled.":
    "Verlangen Sie mehr auf einmal, oder lassen Sie sich anders bezahlen und markieren Sie die Rechnung als abgeschlossen.",
  "An e-mail did not arrive.": "Eine E-Mail ist nicht angekommen.",
  "<a>See why, and send it again</a>.": "<a>Grund ansehen und noch einmal senden</a>.",
  Amounts: "Beträge",
  "Still to be paid": "Noch zu zahlen",
  "Asked for last": "Zuletzt verlangt",
  "You are paid in": "Sie werden bezahlt in",
  "Price held until": "Preis gilt bis",
  For: "Wofür",
  "Refunds go to": "Rückzahlungen gehen an",
  "given on the payer's page": "auf der Seite des Zahlers angegeben",
  since: "seit",
  Exceptions: "Ausnahmen",
  "What you can do": "Was Sie tun können",
  "QR code of the payer's page": "QR-Code der Seite des Zahlers",
  "What happened": "Was geschehen ist",
  "Counts for {amount}.": "Zählt als {amount}.",
  "Another {what} than was asked for.": "Nicht wie verlangt: {what}.",
  "claimed by the service": "vom Dienst gemeldet",
  "Sent back: {amount}.": "Zurückgesendet: {amount}.",
  "did not arrive": "nicht angekommen",
  "Not sent again.": "Nicht noch einmal gesendet.",
  "Send again: {what}": "Noch einmal senden: {what}",
  "Send again": "Noch einmal senden",
  "Technical details": "Technische Details",
  Number: "Nummer",
  "You are paid at": "Sie werden bezahlt an",
  "Outpoint of {what}": "Outpoint von {what}",
  Evidence: "Nachweis",
  "Request of the intent service": "Anfrage beim Umwandlungsdienst",
  Quote: "Angebot",
  "Proof for a dispute": "Nachweis für einen Streitfall",
  "Events and deliveries": "Ereignisse und Zustellungen",
  "No webhook wanted it.": "Kein Webhook wollte es.",
  Actions: "Aktionen",
  Link: "Link",
  "Copy link": "Link kopieren",
  "The payer's page": "Die Seite des Zahlers",
  "Accept as paid": "Als bezahlt annehmen",
  "Mark as invalid": "Als ungültig markieren",
  "The shop ships the order. Later payments no longer change the state.":
    "Der Shop liefert die Bestellung aus. Spätere Zahlungen ändern den Status nicht mehr.",
  "The shop does not ship the order. Money that comes later waits for you in the inbox.":
    "Der Shop liefert die Bestellung nicht aus. Geld, das später kommt, wartet im Posteingang auf Sie.",
  Reason: "Grund",
  "kept with the decision": "wird mit der Entscheidung aufbewahrt",
  "Mark settled…": "Als abgeschlossen markieren…",
  "Mark invalid…": "Als ungültig markieren…",
  Refund: "Rückzahlung",
  "Makes a link on which the customer says where the refund goes. You pay it from Payouts.":
    "Erstellt einen Link, über den der Kunde angibt, wohin die Rückzahlung geht. Sie zahlen sie unter Auszahlungen.",
  "How much": "Wie viel",
  "All that was paid, in the coin of the payment": "Alles, was gezahlt wurde, in der Coin der Zahlung",
  "The rest: {amount}": "Der Rest: {amount}",
  "All that was paid: {amount}": "Alles, was bezahlt wurde: {amount}",
  "What was too much: {amount}": "Was zu viel war: {amount}",
  "An amount in {currency}": "Ein Betrag in {currency}",
  "Amount in {currency}": "Betrag in {currency}",
  "for the last choice": "für die letzte Auswahl",
  "kept in the audit log": "wird im Änderungsprotokoll aufbewahrt",
  "Send link by e-mail": "Link per E-Mail senden",
  Address: "Adresse",
  "empty: the former recipient": "leer: der bisherige Empfänger",
  Send: "Senden",
  "Edit order details": "Bestelldaten bearbeiten",
  "Order number": "Bestellnummer",
  Description: "Beschreibung",
  "Customer's e-mail": "E-Mail des Kunden",
  Save: "Speichern",
  "Edit metadata": "Metadaten bearbeiten",
  "JSON of the invoice": "JSON der Rechnung",
  "Show in lists again": "Wieder in Listen zeigen",
  "Your role may look at this invoice only.": "Ihre Rolle erlaubt nur, diese Rechnung anzusehen.",
  Refunds: "Rückzahlungen",
  closed: "beendet",
  claimed: "angefordert",
  open: "offen",
  paid: "bezahlt",
  State: "Status",
  "Paid in": "Bezahlt in",
  Customer: "Kunde",
  "Export as CSV": "Als CSV exportieren",
  "Export what is listed": "Liste exportieren",
  "New invoice": "Neue Rechnung",
  "{count} invoices were archived.": {
    one: "{count} Rechnung wurde archiviert.",
    other: "{count} Rechnungen wurden archiviert.",
  },
  "{count} invoices are in the lists again.": {
    one: "{count} Rechnung ist wieder in den Listen.",
    other: "{count} Rechnungen sind wieder in den Listen.",
  },
  "{count} links are on their way.": {
    one: "{count} Link ist unterwegs.",
    other: "{count} Links sind unterwegs.",
  },
  Search: "Suchen",
  "More filters": "Weitere Filter",
  States: "Status",
  "Only those that": "Nur solche, die",
  "wait for you": "auf Sie warten",
  "are archived": "archiviert sind",
  "any coin": "beliebige Coin",
  Apply: "Anwenden",
  Filters: "Filter",
  "remove this filter": "diesen Filter entfernen",
  "Too many invoices have a word that begins so. Search for more of the word, or without the other filters.":
    "Zu viele Rechnungen enthalten ein Wort, das so beginnt. Suchen Sie nach einem längeren Teil des Wortes oder ohne die anderen Filter.",
  "No older ones.": "Keine älteren.",
  "Make the first one": "Die erste erstellen",
  "Choose every invoice of this page": "Alle Rechnungen dieser Seite auswählen",
  Order: "Bestellung",
  "show the newest first": "die neuesten zuerst zeigen",
  "show the oldest first": "die ältesten zuerst zeigen",
  "show the highest price first": "den höchsten Preis zuerst zeigen",
  "show the lowest price first": "den niedrigsten Preis zuerst zeigen",
  "No more.": "Nichts weiter.",
  "Next page": "Nächste Seite",
  "Order of the list": "Reihenfolge der Liste",
  "With those that are chosen:": "Mit den ausgewählten:",
  "1 chosen": "1 ausgewählt",
  "{count} chosen": "{count} ausgewählt",
  "Newer ones": "Neuere",
  Columns: "Spalten",
  "Columns of the list": "Spalten der Liste",
  "The list has changed.": "Die Liste hat sich geändert.",
  "Refund {amount}?": "{amount} zurückzahlen?",
  "Mark the invoice of {price} settled?": "Die Rechnung über {price} als abgeschlossen markieren?",
  "Mark the invoice of {price} invalid?": "Die Rechnung über {price} als ungültig markieren?",
  "none given": "keiner angegeben",
  "The customer gets a link to claim it. The money leaves you once you pay the claim from Payouts.":
    "Der Kunde erhält einen Link, um sie anzufordern. Das Geld verlässt Sie, wenn Sie die Anforderung unter Auszahlungen zahlen.",
  "Make the refund": "Rückzahlung erstellen",
  "Mark settled": "Als abgeschlossen markieren",
  "Mark invalid": "Als ungültig markieren",
  "Choose {name}": "{name} auswählen",
  "Without an order": "Ohne Bestellung",
  "Any amount in {currency}": "Beliebiger Betrag in {currency}",
  "{count} invoices were left as they are": {
    one: "{count} Rechnung blieb unverändert",
    other: "{count} Rechnungen blieben unverändert",
  },
  "{count} others were done.": {
    one: "{count} andere wurde erledigt.",
    other: "{count} andere wurden erledigt.",
  },
  "Back to the list": "Zurück zur Liste",
  "Archive {count} invoices?": {
    one: "{count} Rechnung archivieren?",
    other: "{count} Rechnungen archivieren?",
  },
  "Show {count} invoices in the lists again?": {
    one: "{count} Rechnung wieder in den Listen zeigen?",
    other: "{count} Rechnungen wieder in den Listen zeigen?",
  },
  "Send the links of {count} invoices?": {
    one: "Den Link von {count} Rechnung senden?",
    other: "Die Links von {count} Rechnungen senden?",
  },
  "They leave the lists. They can still be read and paid, and you can show them again.":
    "Sie verschwinden aus den Listen. Sie lassen sich weiterhin lesen und bezahlen, und Sie können sie wieder zeigen.",
  "They are listed and counted as before.": "Sie werden wie zuvor gelistet und gezählt.",
  "Each goes to the customer's address that the invoice has. An invoice without one, or that takes no payment any more, is left out.":
    "Jeder geht an die Adresse des Kunden, die in der Rechnung steht. Rechnungen ohne Adresse und solche, die keine Zahlung mehr annehmen, werden ausgelassen.",
  "Copy it now. It is shown only this once, and it cannot be looked up later.":
    "Kopieren Sie ihn jetzt. Er wird nur dieses eine Mal gezeigt und lässt sich später nicht nachschlagen.",
  Key: "Schlüssel",
  "Copy key": "Schlüssel kopieren",
  "For a customer of <strong>{store}</strong>. You get a page with a QR code, whose link you send.":
    "Für einen Kunden von <strong>{store}</strong>. Sie erhalten eine Seite mit QR-Code, deren Link Sie senden.",
  Amount: "Betrag",
  "empty: any amount": "leer: beliebiger Betrag",
  Currency: "Währung",
  optional: "optional",
  "optional; the customer sees it": "optional; der Kunde sieht sie",
  "optional; the link is sent there": "optional; der Link wird dorthin gesendet",
  "Price held for, in minutes": "Preis gilt so viele Minuten",
  "empty: as the store has it": "leer: wie im Shop eingestellt",
  "Make the invoice": "Rechnung erstellen",
  "A new key": "Ein neuer Schlüssel",
  "The key for {application}": "Der Schlüssel für {application}",
  "Stores and keys": "Shops und Schlüssel",
  Notifications: "Mitteilungen",
  "Mark all as seen": "Alle als gesehen markieren",
  "Nothing has happened that you were to be told of.": "Es ist nichts geschehen, was Ihnen mitzuteilen wäre.",
  "Mark as seen: {what}": "Als gesehen markieren: {what}",
  Seen: "Gesehen",
  "What you are told of": "Was Ihnen mitgeteilt wird",
  "You are told of what your roles let you do something about.":
    "Ihnen wird mitgeteilt, wozu Sie mit Ihren Rollen etwas tun können.",
  "E-mail takes a mail server and an address in your account.":
    "E-Mails brauchen einen Mailserver und eine Adresse in Ihrem Konto.",
  Event: "Ereignis",
  Page: "Seite",
  "{event}: on this page": "{event}: auf dieser Seite",
  "{event}: by e-mail": "{event}: per E-Mail",
  "Notifications are on in {most} browsers already, which is the most. Remove one first.":
    "Benachrichtigungen sind schon in {most} Browsern an, mehr geht nicht. Entfernen Sie zuerst einen.",
  "This browser's push service cannot be used: it needs a public https address and a valid key. Nothing was changed.":
    "Der Push-Dienst dieses Browsers ist nicht verwendbar: Er braucht eine öffentliche https-Adresse und einen gültigen Schlüssel. Es wurde nichts geändert.",
  "That browser has ended its notifications, and was removed. Switch them on there again.":
    "Jener Browser hat seine Benachrichtigungen beendet und wurde entfernt. Schalten Sie sie dort wieder ein.",
  "The push service did not take the test. {reason}":
    "Der Push-Dienst hat den Test nicht angenommen. {reason}",
  "Notifications work in this browser": "Benachrichtigungen kommen in diesem Browser an",
  "Sent: it shows in that browser in a moment.": "Gesendet: Der Browser zeigt es gleich an.",
  Browsers: "Browser",
  "{event}: in browsers": "{event}: in Browsern",
  "Notifications in your browsers": "Benachrichtigungen in Ihren Browsern",
  "Browsers that you switch on show the events ticked under “Browsers” above, also on a locked screen, until you sign out there. They show the event and the name of the store: no amounts, no names of people, no addresses.":
    "Browser, in denen Sie es einschalten, zeigen die oben unter „Browser“ angekreuzten Ereignisse, auch auf einem gesperrten Bildschirm, bis Sie sich dort abmelden. Sie zeigen das Ereignis und den Namen des Shops: keine Beträge, keine Namen von Personen, keine Adressen.",
  Problem: "Problem",
  "Send a test to {browser}": "Test an {browser} senden",
  "Remove {browser}": "{browser} entfernen",
  "Switch on in this browser": "In diesem Browser einschalten",
  "This browser cannot show notifications here. It needs web push and a page over https or on localhost; a private window has no web push. On an iPhone or iPad, add this page to the home screen and open it from there.":
    "Dieser Browser kann hier keine Benachrichtigungen zeigen. Nötig sind Web-Push und eine Seite über https oder auf localhost; ein privates Fenster hat kein Web-Push. Auf einem iPhone oder iPad fügen Sie diese Seite zum Home-Bildschirm hinzu und öffnen sie von dort.",
  "This browser does not allow this site to show notifications. Allow it in the site's settings, then load the page again.":
    "Dieser Browser erlaubt dieser Website keine Benachrichtigungen. Erlauben Sie sie in den Einstellungen der Website und laden Sie die Seite neu.",
  "The browser made no subscription. It may not reach its maker's push service. Try again.":
    "Der Browser hat kein Abonnement angelegt. Vielleicht erreicht er den Push-Dienst seines Herstellers nicht. Versuchen Sie es noch einmal.",
  "Switching it on needs JavaScript.": "Zum Einschalten ist JavaScript nötig.",
  "There is no store yet.": "Es gibt noch keinen Shop.",
  "It says what you are paid in, and to which address.":
    "Er legt fest, worin Sie bezahlt werden und an welche Adresse.",
  "Make a store": "Shop erstellen",
  "An administrator of the server makes one, and invites you to it.":
    "Ein Administrator des Servers erstellt einen und lädt Sie dazu ein.",
  "Open the inbox": "Posteingang öffnen",
  "Last invoices": "Letzte Rechnungen",
  "By coin, 30 days": "Nach Coin, 30 Tage",
  "by coin": "nach Coin",
  "{count} payments": { one: "{count} Zahlung", other: "{count} Zahlungen" },
  Health: "Zustand",
  Part: "Teil",
  Received: "Erhalten",
  "conversion cost {amount}": "Kosten der Umwandlung: {amount}",
  "{count} without a rate are not in the sum": {
    one: "{count} ohne Kurs ist nicht in der Summe enthalten",
    other: "{count} ohne Kurs sind nicht in der Summe enthalten",
  },
  "Received by day, in {currency}": "Erhalten je Tag, in {currency}",
  "Nothing was received in these days.": "An diesen Tagen kam nichts an.",
  "As a table": "Als Tabelle",
  "Day ({zone})": "Tag ({zone})",
  "The passkey was not used. Try again, or take another way.":
    "Der Passkey wurde nicht verwendet. Versuchen Sie es noch einmal, oder wählen Sie einen anderen Weg.",
  "Amounts and destination": "Beträge und Ziel",
  "The buyer gets": "Der Käufer erhält",
  about: "etwa",
  "There is no exchange rate at the moment.": "Im Moment gibt es keinen Wechselkurs.",
  "The shop pays": "Der Shop zahlt",
  "{coin} on {network}, at the rate of this moment": "{coin} auf {network}, zum Kurs dieses Augenblicks",
  "It was paid outside the service.": "Sie wurde außerhalb des Dienstes gezahlt.",
  "{coin}, to the address": "{coin}, an die Adresse",
  "Copy address": "Adresse kopieren",
  "This payout is above the store’s limit. Two people must approve it.":
    "Diese Auszahlung liegt über der Grenze des Shops. Zwei Personen müssen sie genehmigen.",
  "{name} approved it on {time}.": "{name} hat sie am {time} genehmigt.",
  "It waits for a second person.": "Sie wartet auf eine zweite Person.",
  "Tried before": "Frühere Versuche",
  "Requests of the intent service by which this payout was to be paid, the oldest first. The service is asked after each before the payout can be paid through it again.":
    "Anfragen beim Umwandlungsdienst, mit denen diese Auszahlung gezahlt werden sollte, die älteste zuerst. Der Dienst wird nach jeder gefragt, bevor die Auszahlung noch einmal über ihn gezahlt werden kann.",
  "All payouts": "Alle Auszahlungen",
  "Transaction id, or a link with it": "Transaktions-ID oder ein Link, der sie enthält",
  "It has truly paid both payouts, this one and the other":
    "Sie hat wirklich beide Auszahlungen gezahlt, diese und die andere",
  "Record the payment": "Zahlung erfassen",
  "I have no transaction id": "Ich habe keine Transaktions-ID",
  "Then your word counts, and nothing is looked up on the chain.":
    "Dann gilt Ihre Angabe, und in der Blockchain wird nichts nachgesehen.",
  "It was paid, by my word": "Sie wurde gezahlt, das bestätige ich",
  "Cancel the payout": "Auszahlung abbrechen",
  "Cancel the payout of {amount}?": "Die Auszahlung von {amount} abbrechen?",
  "The money is then in the inbox again, as unattributed funds.":
    "Das Geld ist dann wieder im Posteingang, als nicht zugeordnetes Geld.",
  "Nothing is sent then, and the payout is over.":
    "Dann wird nichts gesendet, und die Auszahlung ist beendet.",
  "Refund of unattributed funds": "Rückzahlung von nicht zugeordnetem Geld",
  "What the buyer has claimed can then be claimed again.":
    "Was der Käufer angefordert hat, kann dann noch einmal angefordert werden.",
  "Keep it": "Behalten",
  "With a browser wallet": "Mit einer Browser-Wallet",
  "Your wallet sends {coin} on {network} to the intent service, which converts it and pays the buyer. Every transaction is checked here first, and your wallet asks you before it sends one. This gateway never sees your key.":
    "Ihre Wallet sendet {coin} auf {network} an den Umwandlungsdienst, der sie umwandelt und den Käufer bezahlt. Jede Transaktion wird zuvor hier geprüft, und Ihre Wallet fragt Sie vor jedem Senden. Dieses Gateway sieht Ihren Schlüssel nie.",
  "By hand": "Von Hand",
  "Send <strong>{amount}</strong> to the address above from any wallet.":
    "Senden Sie <strong>{amount}</strong> aus einer beliebigen Wallet an die Adresse oben.",
  "Send the amount to the address above from any wallet.":
    "Senden Sie den Betrag aus einer beliebigen Wallet an die Adresse oben.",
  "It is the coin in which the shop is paid, so nothing has to be converted.":
    "In dieser Coin wird der Shop bezahlt, es muss also nichts umgewandelt werden.",
  "Then record the transaction here: it is looked up on the chain.":
    "Erfassen Sie dann hier die Transaktion: Sie wird in der Blockchain nachgesehen.",
  "By command": "Per Befehl",
  "Beside the server, with a key in a file of your own:":
    "Neben dem Server, mit einem Schlüssel in einer eigenen Datei:",
  "Not at all": "Gar nicht",
  "How far it is": "Wie weit sie ist",
  "Sent by the wallet": "Von der Wallet gesendet",
  "The wallet was asked for transaction {number}, and this page did not hear what became of it. Look into the history of the account <span>{account}</span> first. If it is there, enter its id. If the wallet has sent nothing, take the payment back below.":
    "Die Wallet wurde um Transaktion {number} gebeten, und diese Seite hat nicht erfahren, was daraus wurde. Sehen Sie zuerst im Verlauf des Kontos <span>{account}</span> nach. Ist sie dort, geben Sie ihre ID ein. Hat die Wallet nichts gesendet, nehmen Sie die Zahlung unten zurück.",
  "Its transaction id": "Ihre Transaktions-ID",
  "It was sent": "Sie wurde gesendet",
  "The wallet has not sent everything yet. Go on with the account <span>{account}</span>.":
    "Die Wallet hat noch nicht alles gesendet. Fahren Sie mit dem Konto <span>{account}</span> fort.",
  "If it does not arrive": "Wenn sie nicht ankommt",
  "It was paid: record its transaction": "Sie wurde gezahlt: Transaktion erfassen",
  "The transaction that paid the buyer, on {network}. It is looked up on the chain.":
    "Die Transaktion auf {network}, mit der der Käufer bezahlt wurde. Sie wird in der Blockchain nachgesehen.",
  "It was not sent, or it came back: pay it again":
    "Sie wurde nicht gesendet oder kam zurück: noch einmal zahlen",
  "Look into your wallet first: a second payment while the first is under way pays twice.":
    "Sehen Sie zuerst in Ihrer Wallet nach: Eine zweite Zahlung, während die erste unterwegs ist, zahlt doppelt.",
  "The intent service is asked as well; it must say that it has seen no money, has failed, or has sent the money back.":
    "Auch der Umwandlungsdienst wird gefragt; er muss melden, dass er kein Geld gesehen hat, gescheitert ist oder das Geld zurückgesendet hat.",
  "I have seen in the wallet that it has sent nothing for this payout.":
    "Ich habe in der Wallet gesehen, dass sie für diese Auszahlung nichts gesendet hat.",
  "I have seen in the wallet that none of the transactions above can go through any more.":
    "Ich habe in der Wallet gesehen, dass keine der Transaktionen oben mehr durchgehen kann.",
  "Take the payment back": "Zahlung zurücknehmen",
  "Go on with the wallet": "Mit der Wallet fortfahren",
  "Pay with a browser wallet": "Mit einer Browser-Wallet zahlen",
  "What the wallet does": "Was die Wallet tut",
  "A browser wallet needs JavaScript, which is switched off here. Pay by command or by hand, as it says below.":
    "Eine Browser-Wallet braucht JavaScript, das hier ausgeschaltet ist. Zahlen Sie per Befehl oder von Hand, wie unten beschrieben.",
  "Two people for large payouts": "Zwei Personen für große Auszahlungen",
  "Payouts of {store} above a limit are approved by two different people. To raise or lift the limit takes two people as well.":
    "Auszahlungen von {store} über einer Grenze werden von zwei verschiedenen Personen freigegeben. Auch um die Grenze anzuheben oder aufzuheben, braucht es zwei Personen.",
  "Asked for by": "Gewünscht von",
  "No change waits for a confirmation.": "Keine Änderung wartet auf eine Bestätigung.",
  "You asked for it. Another person who may approve payouts must confirm it here within a week.":
    "Sie haben es gewünscht. Eine andere Person, die Auszahlungen freigeben darf, muss es hier innerhalb einer Woche bestätigen.",
  "Confirm the new limit": "Neue Grenze bestätigen",
  "Finished payouts": "Beendete Auszahlungen",
  "Open payouts": "Offene Auszahlungen",
  "Refunds that buyers have claimed, and payouts of your own. You send the money; the gateway holds none.":
    "Rückzahlungen, die Käufer angefordert haben, und eigene Auszahlungen. Sie senden das Geld; das Gateway verwahrt keines.",
  Open: "Offen",
  Finished: "Beendet",
  "No older ones": "Keine älteren",
  "The newest ones": "Die neuesten",
  "None yet": "Noch keine",
  "A payout that was paid or cancelled appears here.":
    "Eine gezahlte oder abgebrochene Auszahlung erscheint hier.",
  "Nothing waits for you": "Nichts wartet auf Sie",
  "Refunds that buyers claim appear here. A refund begins on the page of its invoice.":
    "Rückzahlungen, die Käufer anfordern, erscheinen hier. Eine Rückzahlung beginnt auf der Seite ihrer Rechnung.",
  "Details of the payout of {amount}": "Details der Auszahlung von {amount}",
  "Approve {amount}": "{amount} genehmigen",
  "Cancel {amount}": "{amount} abbrechen",
  Owner: "Inhaber",
  Manager: "Leitung",
  Cashier: "Kasse",
  Accountant: "Buchhaltung",
  Viewer: "Nur ansehen",
  "Who may work in {store}, and what each may do.": "Wer in {store} arbeiten darf, und was jede Person darf.",
  "The invitation for {email}": "Die Einladung für {email}",
  "An e-mail with this link is on its way to {email}. It works once, for a week, and is shown here only now.":
    "Eine E-Mail mit diesem Link ist unterwegs zu {email}. Er gilt einmal, eine Woche lang, und wird nur jetzt hier gezeigt.",
  "Send this link to {email}. It works once, for a week, and is shown only now.":
    "Senden Sie diesen Link an {email}. Er gilt einmal, eine Woche lang, und wird nur jetzt gezeigt.",
  Members: "Mitglieder",
  "No members yet. The server’s administrators can open every store.":
    "Noch keine Mitglieder. Die Administratoren des Servers können jeden Shop öffnen.",
  Role: "Rolle",
  you: "Sie",
  disabled: "deaktiviert",
  off: "aus",
  "Role of {name}": "Rolle von {name}",
  "Save the role of {name}": "Rolle von {name} speichern",
  "Remove {name}": "{name} entfernen",
  "Remove {name} from {store}?": "{name} aus {store} entfernen?",
  "They are signed out of this store at once, and their API keys for it stop working. What they have done stays in the audit log.":
    "Die Person wird sofort von diesem Shop abgemeldet, und ihre API-Schlüssel für ihn funktionieren nicht mehr. Was sie getan hat, bleibt im Änderungsprotokoll.",
  "Remove the person": "Person entfernen",
  "Invite a person": "Person einladen",
  "Make an invitation": "Einladung erstellen",
  "Open invitations": "Offene Einladungen",
  "until {time}": "bis {time}",
  "Withdraw the invitation of {email}": "Einladung von {email} zurückziehen",
  Withdraw: "Zurückziehen",
  "A payout above this amount is sent only after two different people have approved it here. An API key counts as no person. Leave it empty to let one person approve. To raise or lift it takes two people as well.":
    "Eine Auszahlung über diesem Betrag wird erst gesendet, wenn zwei verschiedene Personen sie hier freigegeben haben. Ein API-Schlüssel zählt nicht als Person. Leer lassen, damit eine Person freigibt. Auch um die Grenze anzuheben oder aufzuheben, braucht es zwei Personen.",
  "{name} asked for another limit: {limit}. It takes effect when a second person confirms it.":
    "{name} wünscht eine andere Grenze: {limit}. Sie gilt, sobald eine zweite Person sie bestätigt.",
  Roles: "Rollen",
  "two factors": "zwei Faktoren",
  "Make a role of your own": "Eigene Rolle erstellen",
  "People with this role must set up a second factor":
    "Personen mit dieser Rolle müssen einen zweiten Faktor einrichten",
  "Save the role": "Rolle speichern",
  "Proof of invoice {id}": "Nachweis zu Rechnung {id}",
  "any amount": "beliebiger Betrag",
  "Proof of an invoice of any amount": "Nachweis zu einer Rechnung über einen beliebigen Betrag",
  "Proof of an invoice of {price}": "Nachweis zu einer Rechnung über {price}",
  "made {time}": "erstellt {time}",
  "Download the pack": "Nachweispaket herunterladen",
  "What was agreed": "Was vereinbart wurde",
  "{amount}, to <span>{address}</span> on {network}": "{amount}, an <span>{address}</span> auf {network}",
  Held: "Preis galt",
  "{from} until {until}": "{from} bis {until}",
  Now: "Jetzt",
  "paid {amount}": "gezahlt {amount}",
  "Asked for <strong>{amount}</strong> to <span>{address}</span>":
    "Verlangt wurden <strong>{amount}</strong> an <span>{address}</span>",
  "Signed:": "Signiert:",
  "What the chains show": "Was die Blockchains zeigen",
  "No payment is known.": "Es ist keine Zahlung bekannt.",
  to: "an",
  "What happened when": "Was wann geschah",
  Signature: "Signatur",
  "This page is an extract of the pack with this digest: <span>{file}</span>. The pack holds the raw transactions, headers and answers, and a program of 150 lines checks it without asking a service.":
    "Diese Seite ist ein Auszug aus dem Nachweispaket mit dieser Prüfsumme: <span>{file}</span>. Das Paket enthält die rohen Transaktionen, Header und Antworten, und ein Programm von 150 Zeilen prüft es, ohne einen Dienst zu fragen.",
  "It is <span>docs/reference/verify_proof.py</span> in the folder where Crosstill is installed, and needs Python 3.9 or newer. What it shows is said in docs/reference/proof-format.md beside it:":
    "Es ist <span>docs/reference/verify_proof.py</span> in dem Ordner, in dem Crosstill installiert ist, und braucht Python 3.9 oder neuer. Was es zeigt, steht daneben in docs/reference/proof-format.md:",
  "Compare the key with the one that the shop has published: a forged pack has a forged key as well.":
    "Vergleichen Sie den Schlüssel mit dem, den der Shop veröffentlicht hat: Ein gefälschtes Paket hat auch einen gefälschten Schlüssel.",
  Digest: "Prüfsumme",
  "Fingerprint {fingerprint}": "Fingerabdruck {fingerprint}",
  "This does not work": "Das geht so nicht",
  "Nothing was approved": "Es wurde nichts genehmigt",
  "An application has sent you here for an API key.":
    "Eine Anwendung hat Sie für einen API-Schlüssel hierher geleitet.",
  "One more step": "Noch ein Schritt",
  "Enter the code that your authenticator app shows, or one of your recovery codes.":
    "Geben Sie den Code ein, den Ihre Authentifizierungs-App zeigt, oder einen Ihrer Wiederherstellungscodes.",
  Code: "Code",
  "Use a passkey instead": "Stattdessen einen Passkey verwenden",
  "Start again": "Von vorn beginnen",
  "New item": "Neuer Artikel",
  "Edit the item": "Artikel bearbeiten",
  "Price in {currency}": "Preis in {currency}",
  "(optional; the customer sees it)": "(optional; der Kunde sieht es)",
  Picture: "Bild",
  "(optional)": "(optional)",
  "A PNG, JPEG or WebP of at most {size} KiB and {side} pixels a side. What a camera noted, such as the place, is taken out.":
    "PNG, JPEG oder WebP mit höchstens {size} KiB und {side} Pixeln je Seite. Was eine Kamera vermerkt hat, etwa der Ort, wird entfernt.",
  "Take the picture away": "Bild entfernen",
  "In stock": "Vorrätig",
  "The counter no longer sells it. Invoices that have it stay.":
    "Die Kasse verkauft ihn nicht mehr. Rechnungen, die ihn enthalten, bleiben.",
  "Remove the item": "Artikel entfernen",
  Title: "Titel",
  "Amount and currency are fixed, because an invoice was made.":
    "Betrag und Währung stehen fest, weil schon eine Rechnung erstellt wurde.",
  "Customers may pay in parts, and say how much": "Kunden dürfen in Teilen zahlen und bestimmen, wie viel",
  "(empty: always)": "(leer: immer)",
  "Customer’s e-mail": "E-Mail des Kunden",
  "New payment link": "Neuer Zahlungslink",
  "A page of <strong>{store}</strong> that asks for an amount. Send its link, or print its QR code. The price in a coin is worked out when the customer pays.":
    "Eine Seite von <strong>{store}</strong>, die einen Betrag verlangt. Senden Sie ihren Link, oder drucken Sie ihren QR-Code. Der Preis in einer Coin wird berechnet, wenn der Kunde zahlt.",
  "Make the payment link": "Zahlungslink erstellen",
  "Buttons for payments and donations to <strong>{store}</strong> that work on any site, without scripts.":
    "Buttons für Zahlungen und Spenden an <strong>{store}</strong>, die auf jeder Website ohne Skripte funktionieren.",
  "Who may make invoices": "Wer Rechnungen erstellen darf",
  "Anyone may make invoices of this store, within these bounds":
    "Jeder darf innerhalb dieser Grenzen Rechnungen dieses Shops erstellen",
  "Least amount": "Mindestbetrag",
  Most: "Höchstbetrag",
  "A visitor can change what a button says. Compare the amount of the invoice before you deliver. Order numbers of buttons begin with “button/”, so that they are never those of a shop.":
    "Besucher können ändern, was ein Button angibt. Vergleichen Sie den Betrag der Rechnung, bevor Sie liefern. Bestellnummern von Buttons beginnen mit „button/“, damit sie nie mit denen eines Onlineshops übereinstimmen.",
  "Make a button": "Button erstellen",
  "Amounts in {currency}": "Beträge in {currency}",
  "(one: fixed; several: to choose from; none: the customer types it)":
    "(einer: fest; mehrere: zur Auswahl; keiner: der Kunde gibt ihn ein)",
  "Text of the button": "Text des Buttons",
  "Pay with crypto": "Mit Krypto zahlen",
  "Where to go after paying": "Ziel nach der Zahlung",
  "Make the button": "Den Button erstellen",
  "Your button": "Ihr Button",
  "Copy this HTML into your page.": "Kopieren Sie dieses HTML in Ihre Seite.",
  "Copy the HTML": "HTML kopieren",
  "Or use this link, or its QR code.": "Oder verwenden Sie diesen Link oder seinen QR-Code.",
  "on its way": "unterwegs",
  "Open the payer’s page": "Seite des Zahlers öffnen",
  "QR code to print": "QR-Code zum Drucken",
  "Can be paid until": "Zahlbar bis",
  "None yet. Each payment makes an invoice.": "Noch keine. Jede Zahlung erstellt eine Rechnung.",
  Edit: "Bearbeiten",
  "Send the link to": "Link senden an",
  "Send by e-mail": "Per E-Mail senden",
  "It leaves the list, and can no longer be paid. This cannot be undone.":
    "Er verschwindet aus der Liste und kann nicht mehr bezahlt werden. Das lässt sich nicht rückgängig machen.",
  "Archive the link": "Link archivieren",
  "Which links": "Welche Links",
  "In use": "Aktive",
  "With archived ones": "Auch archivierte",
  "None yet. A payment link asks for an amount, in as many payments as it takes.":
    "Noch keine. Ein Zahlungslink verlangt einen Betrag, in so vielen Zahlungen wie nötig.",
  Items: "Artikel",
  "Add an item": "Artikel hinzufügen",
  "None yet. Without items the counter has its keypad only.":
    "Noch keine. Ohne Artikel hat die Kasse nur ihren Ziffernblock.",
  Item: "Artikel",
  Stock: "Bestand",
  "in stock": "vorrätig",
  "out of stock": "nicht vorrätig",
  "Keypad: amounts may be typed": "Ziffernblock: Beträge können eingegeben werden",
  "Discounts: a percentage may be taken off": "Rabatte: Ein Prozentsatz kann abgezogen werden",
  "Tips, in percent": "Trinkgelder, in Prozent",
  "(up to five; empty: no tip is asked for)": "(bis zu fünf; leer: es wird kein Trinkgeld erbeten)",
  "Text on the receipt": "Text auf dem Beleg",
  "Anyone with the link may charge, without signing in":
    "Jeder mit dem Link darf kassieren, ohne sich anzumelden",
  Counter: "Kasse",
  "Open the counter": "Kasse öffnen",
  "The counter cannot be used any more. Its invoices stay. This cannot be undone.":
    "Die Kasse kann nicht mehr verwendet werden. Ihre Rechnungen bleiben. Das lässt sich nicht rückgängig machen.",
  "Archive the point of sale": "Verkaufsstelle archivieren",
  "A counter of <strong>{store}</strong> for a tablet or a phone: pick what is sold, charge it, and see when it is paid.":
    "Eine Kasse von <strong>{store}</strong> für ein Tablet oder Telefon: auswählen, was verkauft wird, kassieren und sehen, wann es bezahlt ist.",
  "Who may charge": "Wer kassieren darf",
  "anyone with the link": "jeder mit dem Link",
  "cashiers who are signed in": "angemeldete Kassenkräfte",
  "Open the counter {title}": "Kasse {title} öffnen",
  "New point of sale": "Neue Verkaufsstelle",
  "Make the point of sale": "Verkaufsstelle erstellen",
  Back: "Zurück",
  Print: "Drucken",
  "Scan to pay": "Zum Zahlen scannen",
  "Started at {time}. This page shows the result when it is there.":
    "Begonnen um {time}. Diese Seite zeigt das Ergebnis, sobald es da ist.",
  well: "in Ordnung",
  problem: "Problem",
  "Asked at {time}.": "Abgefragt um {time}.",
  Version: "Version",
  "Data folder": "Datenordner",
  "with a key": "mit Schlüssel",
  "without a key": "ohne Schlüssel",
  "These come from the environment of the server; see the configuration in the documentation.":
    "Diese Werte kommen aus der Umgebung des Servers; siehe die Konfiguration in der Dokumentation.",
  "Mail goes out by {server}.": "E-Mails gehen über {server} hinaus.",
  "No mail server is set up: set SMTP_URL and MAIL_FROM, and start the server again.":
    "Es ist kein Mailserver eingerichtet: Setzen Sie SMTP_URL und MAIL_FROM, und starten Sie den Server neu.",
  "Send a test to": "Test senden an",
  "Send a test mail": "Test-E-Mail senden",
  Rates: "Kurse",
  "Ask each source": "Jede Quelle abfragen",
  "Last backup: {time}": "Letzte Sicherung: {time}",
  "There was no backup yet.": "Es gab noch keine Sicherung.",
  "The file has everything of the database, with digests of keys and sealed secrets: keep it safe. The journal and the two key files in the data folder are not in it: copy them as well.":
    "Die Datei enthält alles aus der Datenbank, mit Prüfsummen der Schlüssel und versiegelten Geheimnissen: Bewahren Sie sie sicher auf. Das Journal und die beiden Schlüsseldateien im Datenordner sind nicht darin: Kopieren Sie auch diese.",
  "Make a backup and download it": "Sicherung erstellen und herunterladen",
  Restore: "Wiederherstellen",
  "Stop the server, then restore by command into an empty database:":
    "Halten Sie den Server an, und stellen Sie dann per Befehl in eine leere Datenbank wieder her:",
  Audit: "Buchprüfung",
  "Checks every invariant of the books.": "Prüft jede feste Regel der Bücher.",
  "Start an audit": "Buchprüfung starten",
  Reconciliation: "Abgleich",
  "Compares the books of the last seven days with the service and the chains.":
    "Vergleicht die Bücher der letzten sieben Tage mit dem Dienst und den Blockchains.",
  "Start a reconciliation": "Abgleich starten",
  "Recurring jobs": "Wiederkehrende Aufgaben",
  "{count} jobs": { one: "{count} Aufgabe", other: "{count} Aufgaben" },
  "Table of jobs": "Tabelle der Aufgaben",
  Job: "Aufgabe",
  "Last run": "Letzter Lauf",
  "Runs in": "Läuft in",
  "this process": "diesem Prozess",
  "no process": "keinem Prozess",
  Failures: "Fehlschläge",
  "Last error": "Letzter Fehler",
  "not yet": "noch nicht",
  "within the last minute": "in der letzten Minute",
  "{count} min ago": "vor {count} Min.",
  "This store is archived": "Dieser Shop ist archiviert",
  "This store is selling": "Dieser Shop verkauft",
  "It has taken no new invoices since {time}. Money that still reaches its addresses is settled and booked.":
    "Er nimmt seit {time} keine neuen Rechnungen an. Geld, das seine Adressen noch erreicht, wird weitergeleitet und gebucht.",
  "Sell again": "Wieder verkaufen",
  "An archived store takes no new invoices. Nothing is deleted, and you can sell again at any time.":
    "Ein archivierter Shop nimmt keine neuen Rechnungen an. Nichts wird gelöscht, und Sie können jederzeit wieder verkaufen.",
  "Archive the store": "Shop archivieren",
  "Copy: {name}": "Kopieren: {name}",
  "First steps": "Erste Schritte",
  "{count} left": { one: "noch {count}", other: "noch {count}" },
  done: "erledigt",
  "Do not show this list again": "Diese Liste nicht mehr zeigen",
  "The intent service does not answer, so the coins are not known. Try again in a minute, and look at the server settings.":
    "Der Umwandlungsdienst antwortet nicht, die Coins sind daher nicht bekannt. Versuchen Sie es in einer Minute noch einmal, und sehen Sie in den Servereinstellungen nach.",
  "No store was made. See the fields that are marked below.":
    "Es wurde kein Shop erstellt. Sehen Sie sich die unten markierten Felder an.",
  "Is this your own address?": "Ist das Ihre eigene Adresse?",
  "There is a contract at this address on {chain}. Money that is sent to a contract other than your own smart wallet is lost.":
    "Unter dieser Adresse liegt auf {chain} ein Vertrag. Geld, das an einen anderen Vertrag als Ihre eigene Smart Wallet gesendet wird, ist verloren.",
  "It could not be checked whether there is a contract at this address on {chain}. Make sure that it is the address of your own wallet, on this chain.":
    "Es ließ sich nicht prüfen, ob unter dieser Adresse auf {chain} ein Vertrag liegt. Vergewissern Sie sich, dass es die Adresse Ihrer eigenen Wallet auf dieser Chain ist.",
  "I hold the keys of this address, and want to be paid there.":
    "Ich besitze die Schlüssel dieser Adresse und möchte dorthin bezahlt werden.",
  "Make the store": "Shop erstellen",
  "Saved. It holds from now on.": "Gespeichert. Es gilt ab jetzt.",
  "Nothing was saved. See the fields that are marked below.":
    "Es wurde nichts gespeichert. Sehen Sie sich die unten markierten Felder an.",
  "The intent service does not answer, so coins and refund addresses are not shown. Try again in a minute.":
    "Der Umwandlungsdienst antwortet nicht, Coins und Rückzahlungsadressen werden daher nicht gezeigt. Versuchen Sie es in einer Minute noch einmal.",
  "You receive {coin}.": "Sie erhalten {coin}.",
  "Your role in this store may see these settings, not change them.":
    "Ihre Rolle in diesem Shop darf diese Einstellungen sehen, aber nicht ändern.",
  "Connect a shop": "Onlineshop verbinden",
  "Connect {shop}": "{shop} verbinden",
  Steps: "Schritte",
  Keys: "Schlüssel",
  "To copy": "Zum Kopieren",
  "All shops": "Alle Onlineshops",
  "Owner account": "Inhaberkonto",
  "A new password": "Ein neues Passwort",
  "Your name may change too. You are signed out everywhere else. Second factors stay.":
    "Auch Ihr Name kann sich ändern. Überall sonst werden Sie abgemeldet. Zweite Faktoren bleiben.",
  "Your name may change too. You are signed out everywhere else, and second factors are taken away.":
    "Auch Ihr Name kann sich ändern. Überall sonst werden Sie abgemeldet, und zweite Faktoren werden entfernt.",
  "Make this gateway yours": "Dieses Gateway in Besitz nehmen",
  "The first account is the server's administrator. It can open every store and invite others.":
    "Das erste Konto ist der Administrator des Servers. Es kann jeden Shop öffnen und andere einladen.",
  "Join {store}": "{store} beitreten",
  "Join this gateway": "Diesem Gateway beitreten",
  "You are invited as {role}.": "Sie sind mit dieser Rolle eingeladen: {role}.",
  "You are invited as an administrator.": "Sie sind als Administrator eingeladen.",
  "Choose the name and password with which you sign in.":
    "Wählen Sie den Namen und das Passwort, mit denen Sie sich anmelden.",
  "Password again": "Passwort wiederholen",
  "Set the password": "Passwort festlegen",
  "Make the account": "Konto erstellen",
  "Skip to the content": "Zum Inhalt springen",
  Manage: "Verwalten",
  "Theme of the system": "Farbschema des Systems",
  "Light theme": "Helles Farbschema",
  "Dark theme": "Dunkles Farbschema",
  "Show the menu": "Menü zeigen",
  Menu: "Menü",
  "Store:": "Shop:",
  Places: "Bereiche",
  "waiting:": "wartend:",
  "new:": "neu:",
  "Users of the server": "Benutzer des Servers",
  Theme: "Farbschema",
  "An application asks for access to your store. Sign in to see what it asks for.":
    "Eine Anwendung bittet um Zugriff auf Ihren Shop. Melden Sie sich an, um zu sehen, worum sie bittet.",
  "There is no owner yet. The gateway prints a link when it starts, and <span>npx crosstill owner link</span> prints a new one.":
    "Es gibt noch keinen Inhaber. Das Gateway gibt beim Start einen Link aus, und <span>npx crosstill owner link</span> gibt einen neuen aus.",
  "Sign in with a passkey": "Mit einem Passkey anmelden",
  "Forgotten? Ask an administrator for a new link; <span>npx crosstill owner link</span> prints one for the first administrator.":
    "Vergessen? Bitten Sie einen Administrator um einen neuen Link; für den ersten Administrator gibt <span>npx crosstill owner link</span> einen aus.",
  Months: "Monate",
  "To your accountant": "An Ihre Buchhaltung",
  "This store’s months are sent to no one. A person whose address you name gets each month that ends, by e-mail, with a link that needs no account.":
    "Die Monate dieses Shops werden niemandem gesendet. Eine Person, deren Adresse Sie angeben, erhält jeden abgeschlossenen Monat per E-Mail, mit einem Link, der kein Konto braucht.",
  "Name the accountant in Settings, Books": "Buchhaltung unter Einstellungen, Bücher angeben",
  "<span>{address}</span> gets each month that ends, by e-mail, with a link that needs no account and works for {days} days. Naming another person, or none, ends every link that was sent.":
    "<span>{address}</span> erhält jeden beendeten Monat per E-Mail, mit einem Link, der kein Konto braucht und {days} Tage lang gilt. Eine andere oder keine Person anzugeben beendet jeden gesendeten Link.",
  "But this gateway sends no e-mail: its operator has set no <span>SMTP_URL</span>.":
    "Aber dieses Gateway sendet keine E-Mails: Sein Betreiber hat keine <span>SMTP_URL</span> gesetzt.",
  "Send this month again": "Diesen Monat noch einmal senden",
  "Send this month": "Diesen Monat senden",
  "This month is sent once it has ended. A month that has ended has a button here that sends it.":
    "Dieser Monat wird gesendet, sobald er beendet ist. Bei einem beendeten Monat steht hier eine Schaltfläche, die ihn sendet.",
  "Saved. Payers see it from now on.": "Gespeichert. Zahler sehen es ab jetzt.",
  "What payers see": "Was Zahler sehen",
  "Open in wallet": "In Wallet öffnen",
  "Your logo is more than twice as wide as high, so it stands for the name; screen readers say the name.":
    "Ihr Logo ist mehr als doppelt so breit wie hoch und steht daher für den Namen; Screenreader lesen den Namen vor.",
  "Where your colour would be hard to read it is made darker, and lighter in the dark theme. This page wears it too.":
    "Wo Ihre Farbe schwer zu lesen wäre, wird sie dunkler gemacht, im dunklen Farbschema heller. Auch diese Seite trägt sie.",
  "help@shop.example, or a link": "hilfe@shop.example, oder ein Link",
  Colour: "Farbe",
  "A hash and six digits, such as #0F3B21": "Eine Raute und sechs Ziffern, zum Beispiel #0F3B21",
  "Pick a colour": "Farbe wählen",
  Logo: "Logo",
  "A PNG of at most {size} KiB and {side} pixels a side, two million pixels in all; transparent is best. Pages show it up to 36 pixels high and 160 wide: beside the name, or in its place when it is more than twice as wide as high.":
    "Ein PNG mit höchstens {size} KiB und {side} Pixeln je Seite, insgesamt zwei Millionen Pixel; am besten transparent. Seiten zeigen es bis zu 36 Pixel hoch und 160 breit: neben dem Namen, oder an seiner Stelle, wenn es mehr als doppelt so breit wie hoch ist.",
  "Take the logo away": "Logo entfernen",
  "Signed domain": "Signierte Domain",
  "Addresses are signed as <strong>{domain}</strong>.":
    "Adressen werden als <strong>{domain}</strong> signiert.",
  "Addresses are signed without a domain. With one, payers see in every signature that the address is from your shop.":
    "Adressen werden ohne Domain signiert. Mit einer Domain sehen Zahler in jeder Signatur, dass die Adresse von Ihrem Shop ist.",
  "First put this file on your website, at <span>{path}</span>. It shows that the website is yours.":
    "Legen Sie zuerst diese Datei auf Ihre Website, unter <span>{path}</span>. Sie zeigt, dass die Website Ihnen gehört.",
  Domain: "Domain",
  "Check and use": "Prüfen und verwenden",
  "Leave it empty to sign without a domain.": "Lassen Sie das Feld leer, um ohne Domain zu signieren.",
  "Of the last thirty days, the newest first. Open the invoice or the month to send one again, or tell the reader some other way.":
    "Aus den letzten dreißig Tagen, die neuesten zuerst. Öffnen Sie die Rechnung oder den Monat, um eine noch einmal zu senden, oder informieren Sie den Empfänger auf anderem Weg.",
  "There are more.": "Es gibt weitere.",
  "A new password for {name}": "Ein neues Passwort für {name}",
  Users: "Benutzer",
  administrator: "Administrator",
  "with a second factor": "mit zweitem Faktor",
  "without a second factor": "ohne zweiten Faktor",
  "Make a link for a new password of {name}": "Link für ein neues Passwort von {name} erstellen",
  "Make {name} no administrator": "{name} die Administratorrechte entziehen",
  "Make {name} an administrator": "{name} zum Administrator machen",
  "No administrator": "Kein Administrator",
  Administrator: "Administrator",
  "Enable {name}": "{name} aktivieren",
  Enable: "Aktivieren",
  Disable: "Deaktivieren",
  "Disable {name}": "{name} deaktivieren",
  "Disable {name}?": "{name} sperren?",
  "They are signed out everywhere at once, and cannot sign in until they are enabled again. Until then their API keys do not work.":
    "Die Person wird sofort überall abgemeldet und kann sich nicht anmelden, bis sie wieder freigeschaltet ist. Bis dahin funktionieren ihre API-Schlüssel nicht.",
  "Disable the user": "Benutzer sperren",
  "Second factor for administrators": "Zweiter Faktor für Administratoren",
  "Administrators must set up a second factor before they can do anything else.":
    "Administratoren müssen einen zweiten Faktor einrichten, bevor sie irgendetwas anderes tun können.",
  "Administrators can sign in with a password alone.":
    "Administratoren können sich nur mit einem Passwort anmelden.",
  "Ask for a password alone": "Nur ein Passwort verlangen",
  "Require a second factor": "Einen zweiten Faktor verlangen",
  Webhook: "Webhook",
  failing: "gestört",
  "The secret": "Das Geheimnis",
  "Copy the secret": "Das Geheimnis kopieren",
  "Your server checks the signature of each message with it. It is shown only now.":
    "Ihr Server prüft damit die Signatur jeder Nachricht. Es wird nur jetzt gezeigt.",
  "Crosstill has disabled it.": "Crosstill hat ihn deaktiviert.",
  "Save the settings to enable it again.": "Speichern Sie die Einstellungen, um ihn wieder zu aktivieren.",
  "Nothing was sent yet.": "Es wurde noch nichts gesendet.",
  Answer: "Antwort",
  Again: "Noch einmal",
  "Body of the answer": "Inhalt der Antwort",
  "Request and answer of {time}": "Anfrage und Antwort vom {time}",
  Details: "Details",
  "Switched off": "Ausgeschaltet",
  "Try each delivery once only": "Jede Zustellung nur einmal versuchen",
  "Send a test": "Test senden",
  "Redeliver all that failed": "Alles Fehlgeschlagene noch einmal zustellen",
  "New secret": "Neues Geheimnis",
  "The old one is valid for a day beside it.": "Das alte gilt daneben noch einen Tag.",
  Delete: "Löschen",
  "Your server is told nothing more.": "Ihrem Server wird nichts mehr gemeldet.",
  "Delete the webhook": "Webhook löschen",
  URL: "URL",
  "Only these:": "Nur diese:",
  "Your server is told about each event of <strong>{store}</strong> by a signed POST. Shop plugins add theirs by themselves.":
    "Ihrem Server wird jedes Ereignis von <strong>{store}</strong> per signiertem POST gemeldet. Shop-Plugins fügen ihre von selbst hinzu.",
  "Webhooks of the store": "Webhooks des Shops",
  "Add a webhook": "Webhook hinzufügen",
  "Add the webhook": "Den Webhook hinzufügen",
  "This link works until {time}": "Dieser Link gilt bis {time}",
  "Statement, {month}": "Abrechnung, {month}",
  "The month has just begun: what is booked in it can be told a minute later.":
    "Der Monat hat gerade begonnen: Was in ihm gebucht ist, lässt sich in einer Minute sagen.",
  "Booked from <span>{from} until {until}</span>, by the clocks of {zone}.":
    "Gebucht von <span>{from} bis {until}</span>, nach der Uhrzeit in {zone}.",
  "The month is still running.": "Der Monat läuft noch.",
  "Do not use this statement: {fault} The operator of the gateway finds out more with <span>npx crosstill audit</span>.":
    "Verwenden Sie diese Abrechnung nicht: {fault} Der Betreiber des Gateways erfährt mehr mit <span>npx crosstill audit</span>.",
  "In {currency}": "In {currency}",
  "Payments that ended": "Beendete Zahlungen",
  "Worth of what arrived, fees taken off": "Wert des Angekommenen, abzüglich Gebühren",
  "Cost of conversion, beside it": "Kosten der Umwandlung, daneben",
  "Worth of what came and was sent back": "Wert dessen, was kam und zurückgesendet wurde",
  "Worth of the shop’s refunds and payouts": "Wert der Rückzahlungen und Auszahlungen des Shops",
  "At the prices of when each payment was first seen.":
    "Zu den Preisen, als jede Zahlung zuerst gesehen wurde.",
  "{count} of the payments could not be valued in {currency} and are not in these sums.": {
    one: "{count} der Zahlungen konnte nicht in {currency} bewertet werden und ist nicht in diesen Summen enthalten.",
    other:
      "{count} der Zahlungen konnten nicht in {currency} bewertet werden und sind nicht in diesen Summen enthalten.",
  },
  "Refunds and payouts at those of when they were completed; {count} of them could not be valued.":
    "Rückzahlungen und Auszahlungen zu den Preisen bei ihrem Abschluss; nicht bewertet werden konnten: {count}.",
  "Refunds and payouts at those of when they were completed.":
    "Rückzahlungen und Auszahlungen zu den Preisen bei ihrem Abschluss.",
  "Nothing was booked in this month yet, and nothing was on its way.":
    "In diesem Monat wurde noch nichts gebucht, und nichts war unterwegs.",
  "Nothing was booked in this month, and nothing was on its way.":
    "In diesem Monat wurde nichts gebucht, und nichts war unterwegs.",
  "{coin} <span>on {chain}</span>": "{coin} <span>auf {chain}</span>",
  "Reached the shop": "Beim Shop angekommen",
  "Contract of the coin": "Vertrag der Coin",
  "It is unknown how many decimals this coin has: all amounts are in its smallest units.":
    "Die Zahl der Nachkommastellen dieser Coin ist unbekannt: Alle Beträge sind in ihren kleinsten Einheiten angegeben.",
  "Beside that <strong>{spent}</strong> left the shop’s own wallet for refunds and payouts, of which <strong>{cost}</strong> is what converting them cost.":
    "Daneben verließen <strong>{spent}</strong> die eigene Wallet des Shops für Rückzahlungen und Auszahlungen; davon kostete deren Umwandlung <strong>{cost}</strong>.",
  "Beside that <strong>{spent}</strong> left the shop’s own wallet for refunds and payouts.":
    "Daneben verließen <strong>{spent}</strong> die eigene Wallet des Shops für Rückzahlungen und Auszahlungen.",
  "Refunds and payouts of the shop brought <strong>{amount}</strong> to their recipients.":
    "Rückzahlungen und Auszahlungen des Shops brachten ihren Empfängern <strong>{amount}</strong>.",
  "The shop is paid in {coin}, at <span>{address}</span>.":
    "Der Shop wird in {coin} bezahlt, an <span>{address}</span>.",
  "Store <span>{id}</span>.": "Shop <span>{id}</span>.",
  "Files of this month": "Dateien dieses Monats",
  "Their times are those of {zone}.": "Ihre Zeiten sind die von {zone}.",
  "While the month is running they grow.": "Solange der Monat läuft, wachsen sie.",
  "They are the same whenever they are fetched: what turns out to be wrong later is corrected by a line of a later month.":
    "Sie sind bei jedem Abruf gleich: Was sich später als falsch erweist, wird durch eine Zeile eines späteren Monats berichtigt.",
  "The store is paid in this coin at this address already.":
    "Der Shop wird bereits in dieser Währung an dieser Adresse bezahlt.",
  "{name} asks to change where {store} is paid": "{name} möchte ändern, wohin {store} bezahlt wird",
  "{store} is paid elsewhere from now on": "{store} wird ab jetzt an anderer Stelle bezahlt",
  "It takes effect when a second person confirms it. If it was not meant, withdraw it.":
    "Es gilt, sobald eine zweite Person es bestätigt. War es nicht gewollt, ziehen Sie es zurück.",
  "New invoices are paid there. Open invoices stay with the old address. If it was not meant, change it back at once.":
    "Neue Rechnungen werden dort bezahlt. Offene Rechnungen bleiben bei der alten Adresse. War es nicht gewollt, ändern Sie es sofort zurück.",
  Old: "Alt",
  By: "Von",
  "The coin in which {store} is paid, and the address.":
    "Die Währung, in der {store} bezahlt wird, und die Adresse.",
  "Change it?": "Ändern?",
  "A change waits for a second person": "Eine Änderung wartet auf eine zweite Person",
  "Present settlement": "Derzeit",
  "New invoices are paid at the new address as soon as the change takes effect.":
    "Neue Rechnungen werden an der neuen Adresse bezahlt, sobald die Änderung gilt.",
  "{count} open invoices are still paid at the old address. If you do not hold its keys any more, mark them invalid.":
    {
      one: "{count} offene Rechnung wird noch an der alten Adresse bezahlt. Haben Sie deren Schlüssel nicht mehr, markieren Sie sie als ungültig.",
      other:
        "{count} offene Rechnungen werden noch an der alten Adresse bezahlt. Haben Sie deren Schlüssel nicht mehr, markieren Sie sie als ungültig.",
    },
  "There may be more.": "Es können mehr sein.",
  "Amounts of the policy were in the old coin. It is {before} now, and then {after}.":
    "Beträge der Regeln waren in der alten Währung. Derzeit gilt {before}, danach {after}.",
  "A refund address is the old address as well. Change it too:":
    "Auch eine Rückzahlungsadresse ist die alte Adresse. Ändern Sie sie ebenfalls:",
  "Confirm the new settlement": "Die neue Adresse bestätigen",
  "Withdraw the change": "Die Änderung zurückziehen",
  "A second person who may approve payouts must confirm it before it takes effect.":
    "Eine zweite Person, die Auszahlungen genehmigen darf, muss es bestätigen, bevor es gilt.",
  "It takes effect at once. The owners of the store and the administrators are told by e-mail.":
    "Es gilt sofort. Die Inhaber des Shops und die Administratoren werden per E-Mail benachrichtigt.",
  "Ask for the change": "Die Änderung beantragen",
  "Change the settlement": "Die Adresse ändern",
  "Another person changed where the store is paid":
    "Eine andere Person hat geändert, wohin der Shop bezahlt wird",
  "Another administrator made a way into an account":
    "Ein anderer Administrator hat einen Zugang zu einem Konto geschaffen",
  "Every payment is converted to this coin and paid to this address.":
    "Jede Zahlung wird in diese Währung umgewandelt und an diese Adresse gezahlt.",
  "A link for a new password of your account was made":
    "Für Ihr Konto wurde ein Link für ein neues Passwort erstellt",
  "Your password was set anew by a link": "Ihr Passwort wurde über einen Link neu gesetzt",
  "Another person removed the second factors of your account":
    "Eine andere Person hat die zweiten Faktoren Ihres Kontos entfernt",
  "Change the coin or the address": "Währung oder Adresse ändern",
  "Send this link to {name}. It works once, for a day, and is shown only now. Second factors stay. For a day after it is used, {name} cannot approve payouts or changes of limits and settlements.":
    "Senden Sie diesen Link an {name}. Er funktioniert einmal, einen Tag lang, und wird nur jetzt angezeigt. Zweite Faktoren bleiben. Einen Tag lang nach seiner Verwendung kann {name} keine Auszahlungen und keine Änderungen von Limits und Auszahlungsadressen genehmigen.",
  "Approves nothing that moves money until {time}, because another person has made a way into this account.":
    "Genehmigt bis {time} nichts, was Geld bewegt, weil eine andere Person einen Zugang zu diesem Konto geschaffen hat.",
  "Remove second factors": "Zweite Faktoren entfernen",
  "Remove the second factors of {name}": "Die zweiten Faktoren von {name} entfernen",
  "Remove the second factors of {name}?": "Die zweiten Faktoren von {name} entfernen?",
  "Do this only when they have lost them and their recovery codes. They are told by e-mail, are signed out everywhere, and cannot approve payouts or changes of limits and settlements for a day.":
    "Tun Sie dies nur, wenn die Person sie und ihre Wiederherstellungscodes verloren hat. Sie wird per E-Mail benachrichtigt, überall abgemeldet und kann einen Tag lang keine Auszahlungen und keine Änderungen von Limits und Auszahlungsadressen genehmigen.",
  "Remove them": "Entfernen",
  "Later in this time it was paid in {coin}, at <span>{address}</span>.":
    "Später in dieser Zeit wurde er in {coin} bezahlt, an <span>{address}</span>.",
  "Not valued yet": "Noch nicht bewertet",
  "Account set up": "Konto eingerichtet",
  "Columns of the invoice list chosen": "Spalten der Rechnungsliste gewählt",
  "Sign-in": "Anmeldung",
  "Session ended": "Sitzung beendet",
  "All other sessions ended": "Alle anderen Sitzungen beendet",
  "Password changed": "Passwort geändert",
  "E-mail address changed": "E-Mail-Adresse geändert",
  "One-time passwords set up": "Einmalpasswörter eingerichtet",
  "One-time passwords removed": "Einmalpasswörter entfernt",
  "New recovery codes made": "Neue Wiederherstellungscodes erstellt",
  "Passkey added": "Passkey hinzugefügt",
  "Passkey removed": "Passkey entfernt",
  "Language or appearance changed": "Sprache oder Darstellung geändert",
  "Notifications chosen": "Benachrichtigungen gewählt",
  "Web push switched on for a browser": "Web-Push für einen Browser eingeschaltet",
  "Web push switched off for a browser": "Web-Push für einen Browser ausgeschaltet",
  "Person invited": "Person eingeladen",
  "Invitation withdrawn": "Einladung zurückgezogen",
  "Role of a person changed": "Rolle einer Person geändert",
  "Person removed from a store": "Person aus einem Shop entfernt",
  "Role of the store changed": "Rolle des Shops geändert",
  "User disabled": "Benutzer deaktiviert",
  "User enabled": "Benutzer aktiviert",
  "Administrator made or unmade": "Administratorrecht gegeben oder genommen",
  "Link for a new password made": "Link für ein neues Passwort erstellt",
  "Second factors of a user removed": "Zweite Faktoren eines Benutzers entfernt",
  "Rule for administrators changed": "Regel für Administratoren geändert",
  "Backup made": "Sicherung erstellt",
  "Audit started": "Prüfung gestartet",
  "Reconciliation started": "Abgleich gestartet",
  "Owner link made": "Inhaberlink erstellt",
  "Store created": "Shop erstellt",
  "Settings of a store changed": "Einstellungen eines Shops geändert",
  "Store archived": "Shop archiviert",
  "Store reopened": "Shop wieder geöffnet",
  "Signed domain of a store changed": "Signierte Domain eines Shops geändert",
  "Amount for two people changed": "Betrag für zwei Personen geändert",
  "Change of the amount for two people asked for": "Änderung des Betrags für zwei Personen beantragt",
  "Settlement of a store changed": "Abrechnung eines Shops geändert",
  "Change of the settlement asked for": "Änderung der Abrechnung beantragt",
  "Change of the settlement withdrawn": "Änderung der Abrechnung zurückgezogen",
  "Pay buttons of a store changed": "Bezahlknöpfe eines Shops geändert",
  "Webhook added": "Webhook hinzugefügt",
  "Webhook changed": "Webhook geändert",
  "Webhook tested": "Webhook getestet",
  "Secret of a webhook renewed": "Geheimnis eines Webhooks erneuert",
  "Events of a webhook sent again": "Ereignisse eines Webhooks erneut gesendet",
  "Webhook deleted": "Webhook gelöscht",
  "API key made": "API-Schlüssel erstellt",
  "API key revoked": "API-Schlüssel widerrufen",
  "Keys of the gateway imported": "Schlüssel des Gateways importiert",
  "Master key changed": "Hauptschlüssel geändert",
  "Signing key renewed": "Signaturschlüssel erneuert",
  "Key of secrets renewed": "Schlüssel der Geheimnisse erneuert",
  "Key of signed links renewed": "Schlüssel signierter Links erneuert",
  "Invoice created": "Rechnung erstellt",
  "Invoice marked": "Rechnung markiert",
  "Invoice archived": "Rechnung archiviert",
  "Invoice taken out of the archive": "Rechnung aus dem Archiv geholt",
  "Notes of an invoice changed": "Notizen einer Rechnung geändert",
  "Link of an invoice mailed": "Link einer Rechnung per E-Mail gesendet",
  "Refund created": "Erstattung erstellt",
  "Exception resolved": "Ausnahme erledigt",
  "Unattributed funds assigned": "Nicht zugeordnetes Geld zugeordnet",
  "Payout approved": "Auszahlung genehmigt",
  "Payout cancelled": "Auszahlung abgebrochen",
  "Payout marked as paid": "Auszahlung als bezahlt markiert",
  "Payout marked as not paid": "Auszahlung als nicht bezahlt markiert",
  "Payout sent": "Auszahlung gesendet",
  "Payment link created": "Zahlungslink erstellt",
  "Payment link changed": "Zahlungslink geändert",
  "Payment link archived": "Zahlungslink archiviert",
  "Payment link mailed": "Zahlungslink per E-Mail gesendet",
  "Point of sale created": "Kasse erstellt",
  "Point of sale changed": "Kasse geändert",
  "Point of sale archived": "Kasse archiviert",
  "Item added": "Artikel hinzugefügt",
  "Item changed": "Artikel geändert",
  "Item removed": "Artikel entfernt",
  "Sale charged": "Verkauf kassiert",
  "Statement mailed": "Abrechnung per E-Mail gesendet",
  "Payment valued by hand": "Zahlung von Hand bewertet",
  "The payment is valued. The books have a corrected line.":
    "Die Zahlung ist bewertet. Die Bücher haben eine berichtigte Zeile.",
  "This payment is valued already.": "Diese Zahlung ist schon bewertet.",
  "Enter each rate as a number above zero, such as 1.0837.":
    "Geben Sie jeden Kurs als Zahl über null ein, etwa 1.0837.",
  "Payments without a value": "Zahlungen ohne Wert",
  "A person whose role changes invoices can value them.":
    "Eine Person, deren Rolle Rechnungen ändert, kann sie bewerten.",
  "{quote} for 1 {base}": "{quote} für 1 {base}",
  "Value the payment": "Zahlung bewerten",
  "Further payments appear once these are valued.":
    "Weitere Zahlungen erscheinen, sobald diese bewertet sind.",
  "Value them by hand": "Von Hand bewerten",
  "Logo changed": "Logo geändert",
  "Logo removed": "Logo entfernt",
  "Pull payment created": "Abrufbare Zahlung erstellt",
  "Pull payment archived": "Abrufbare Zahlung archiviert",
  "Pull payment claimed": "Abrufbare Zahlung abgerufen",
  "Payout created": "Auszahlung erstellt",
  "Payout marked": "Auszahlung markiert",
  "App of a store deleted": "App eines Shops gelöscht",
  "Person added to a store": "Person zu einem Shop hinzugefügt",
  "Own account changed": "Eigenes Konto geändert",
  "Notification marked": "Benachrichtigung markiert",
  "Notification removed": "Benachrichtigung entfernt",
  "Coin of a store changed": "Coin eines Shops geändert",
  "Rate source of a store changed": "Kursquelle eines Shops geändert",
  "API key deleted": "API-Schlüssel gelöscht",
  "{action} (API)": "{action} (API)",
  "all actions": "alle Aktionen",
  "Everything with {prefix}": "Alles mit {prefix}",
  "The audit has found that {rule} is violated: {message}":
    "Die Prüfung hat ergeben, dass {rule} verletzt ist: {message}",
  "Invoice {id} needs a decision: {kind}.": "Rechnung {id} braucht eine Entscheidung: {kind}.",
  "Money has reached an address that no invoice holds.":
    "Geld ist an einer Adresse angekommen, die zu keiner Rechnung gehört.",
  "The webhook to {url} was disabled.": "Der Webhook an {url} wurde deaktiviert.",
  "An e-mail did not arrive: {kind}.": "Eine E-Mail ist nicht angekommen: {kind}.",
  "Payout {id} waits for an approval.": "Auszahlung {id} wartet auf eine Genehmigung.",
  "Payout {id} is to be paid.": "Auszahlung {id} ist zu bezahlen.",
  "Payout {id} refunds more than the shop has of its invoice.":
    "Auszahlung {id} erstattet mehr, als der Shop von der Rechnung hat.",
  "{name} has changed the settings of the store.": "{name} hat die Einstellungen des Shops geändert.",
  "{name} has made a link for a new password of {user}.":
    "{name} hat einen Link für ein neues Passwort von {user} erstellt.",
  "{name} has removed the second factors of {user}.": "{name} hat die zweiten Faktoren von {user} entfernt.",
  "{name} has withdrawn the change of where {store} is paid.":
    "{name} hat die Änderung zurückgezogen, wo {store} bezahlt wird.",
  "{name} asks to change where {store} is paid.": "{name} möchte ändern, wo {store} bezahlt wird.",
  "{name} has changed where {store} is paid.": "{name} hat geändert, wo {store} bezahlt wird.",
  "The receiver answered 410 Gone.": "Der Empfänger hat mit 410 Gone geantwortet.",
  "The receiver answered with status {status}.": "Der Empfänger hat mit Status {status} geantwortet.",
  "For five days nothing was taken. Last: {error}":
    "Fünf Tage lang wurde nichts angenommen. Zuletzt: {error}",
  "Can be paid until, by the clocks of {zone}": "Zahlbar bis, nach den Uhren von {zone}",
  "Times on this page are those of {zone}.": "Zeiten auf dieser Seite sind die von {zone}.",
  "A day. Empty: until now.": "Ein Tag. Leer: bis jetzt.",
  "Invoice, order, item, e-mail, price, address or transaction":
    "Rechnung, Bestellung, Artikel, E-Mail, Preis, Adresse oder Transaktion",
  "None like this. An invoice is found by how its number, order, item, e-mail, price, address or transaction begins.":
    "Nichts Passendes. Eine Rechnung lässt sich am Anfang ihrer Nummer, Bestellung, E-Mail, ihres Artikels, Preises, ihrer Adresse oder Transaktion finden.",
  "Choose 1 to {most} invoices in the list first.":
    "Wählen Sie zuerst 1 bis {most} Rechnungen in der Liste aus.",
  "Send {event} of {time} again": "{event} von {time} erneut senden",
  "not kept any more": "nicht mehr aufbewahrt",
  "{event} is sent again. This page shows the answer when it is there.":
    "{event} wird erneut gesendet. Diese Seite zeigt die Antwort, sobald sie da ist.",
  yes: "ja",
  no: "nein",
  "As it is kept": "Wie gespeichert",
  Recorded: "Eingetragen",
  "The transaction that was recorded is final now, and has not paid this payout. Record the transaction that has paid it, or take the payment back.":
    "Die eingetragene Transaktion ist jetzt endgültig und hat diese Auszahlung nicht bezahlt. Tragen Sie die richtige ein, oder nehmen Sie die Zahlung zurück.",
  "The gateway has seen the transaction. A reorganisation may still remove it. The payout counts as paid once the transaction is final. You need to do nothing more here.":
    "Die Transaktion wurde gesehen und kann noch durch eine Reorganisation verschwinden. Sobald sie endgültig ist, gilt die Auszahlung als bezahlt: Hier ist nichts weiter zu tun.",
  "The transaction that was recorded is in no block and not in the mempool: a reorganisation or its wallet has removed it. Look into the wallet. Record the transaction that has paid, or take the payment back.":
    "Die eingetragene Transaktion ist in keinem Block und nicht im Mempool: Eine Reorganisation oder ihr Wallet hat sie entfernt. Sehen Sie im Wallet nach. Tragen Sie die Transaktion ein, die bezahlt hat, oder nehmen Sie die Zahlung zurück.",
  "Choose the coin and chain": "Münze und Kette wählen",
  "Refund of {order}": "Erstattung von {order}",
  "{by} invites you to work in {store} with Crosstill, a gateway for payments in cryptocurrencies. The link leads to a page on which you choose a name and a password. It works once, and for a week. If you do not know {by}, ignore this message.":
    "{by} lädt Sie ein, in {store} mit Crosstill zu arbeiten, einem Gateway für Zahlungen in Kryptowährungen. Der Link führt zu einer Seite, auf der Sie einen Namen und ein Passwort wählen. Er gilt einmal und eine Woche lang. Wenn Sie {by} nicht kennen, ignorieren Sie diese Nachricht.",
  "The intent service takes no calls for now ({what}). Try again in {seconds} s.":
    "Der Umwandlungsdienst nimmt zurzeit keine Anfragen an ({what}). Versuchen Sie es in {seconds} s noch einmal.",
  "The intent service gave no usable answer ({what}). Try again.":
    "Der Umwandlungsdienst hat keine brauchbare Antwort gegeben ({what}). Versuchen Sie es noch einmal.",
  "The intent service refused: {reason}": "Der Umwandlungsdienst hat abgelehnt: {reason}",
  "The intent service refused.": "Der Umwandlungsdienst hat abgelehnt.",
  "Expected a URL of at most {most} characters.": "Erwartet wird eine URL mit höchstens {most} Zeichen.",
  'Expected a URL such as "https://shop.example/webhook".':
    "Erwartet wird eine URL wie „https://shop.example/webhook“.",
  "Expected a URL that begins with https://.": "Erwartet wird eine URL, die mit https:// beginnt.",
  "A webhook URL must not contain a user name or password.":
    "Eine Webhook-URL darf weder Benutzername noch Passwort enthalten.",
  "Expected https: plain http is not allowed.": "Erwartet wird https: Einfaches http ist nicht erlaubt.",
  "{what} may not go to {host}: it is a private, local or reserved address, or plain http is not enough for it. Use https and a public address, or ask the operator to list its network in {setting}.":
    "{what} dürfen nicht an {host} gehen: Das ist eine private, lokale oder reservierte Adresse, oder einfaches http reicht dafür nicht. Verwenden Sie https und eine öffentliche Adresse, oder bitten Sie den Betreiber, das Netz in {setting} aufzunehmen.",
  "There is nothing to be seen in this image: all of it is transparent.":
    "Auf diesem Bild ist nichts zu sehen: Es ist ganz durchsichtig.",
  "Expected at most {most} KiB, got {size} KiB. Export the logo smaller: about 600 × 200 pixels are plenty.":
    "Erwartet werden höchstens {most} KiB, nicht {size} KiB. Exportieren Sie das Logo kleiner: Etwa 600 × 200 Pixel reichen völlig.",
  "Expected a PNG, got {kind}. Export the logo as PNG.":
    "Erwartet wird ein PNG, nicht {kind}. Exportieren Sie das Logo als PNG.",
  "Expected at most {most} × {most} pixels, got {width} × {height}. Export the logo smaller.":
    "Erwartet werden höchstens {most} × {most} Pixel, nicht {width} × {height}. Exportieren Sie das Logo kleiner.",
  "Expected at most {most} MiB of pixels, got {size} MiB ({width} × {height}, {depth} bits a channel). Export the logo smaller: about 600 × 200 pixels are plenty.":
    "Erwartet werden höchstens {most} MiB an Pixeln, nicht {size} MiB ({width} × {height}, {depth} Bit je Kanal). Exportieren Sie das Logo kleiner: Etwa 600 × 200 Pixel reichen völlig.",
  "This PNG is damaged: its pixels cannot be read. Export it again.":
    "Dieses PNG ist beschädigt: Seine Pixel lassen sich nicht lesen. Exportieren Sie es noch einmal.",
  "an empty file": "eine leere Datei",
  "a JPEG": "ein JPEG",
  "a GIF": "ein GIF",
  "a WebP image": "ein WebP-Bild",
  "an SVG, which can carry scripts": "ein SVG, das Skripte enthalten kann",
  "something else": "etwas anderes",
  "Expected at most {most} KiB, got {size} KiB. Export the picture smaller: about 600 × 600 pixels are plenty.":
    "Erwartet werden höchstens {most} KiB, nicht {size} KiB. Exportieren Sie das Bild kleiner: Etwa 600 × 600 Pixel reichen völlig.",
  "Expected at most {most} × {most} pixels, got {width} × {height}. Export the picture smaller.":
    "Erwartet werden höchstens {most} × {most} Pixel, nicht {width} × {height}. Exportieren Sie das Bild kleiner.",
  "Expected a PNG, a JPEG or a WebP image. Export the picture as one of them.":
    "Erwartet wird ein PNG-, JPEG- oder WebP-Bild. Exportieren Sie das Bild in einem dieser Formate.",
  "Expected a PNG of at most two million pixels, got {width} × {height}. Export the picture smaller.":
    "Erwartet wird ein PNG mit höchstens zwei Millionen Pixeln, nicht {width} × {height}. Exportieren Sie das Bild kleiner.",
  "Expected revision {revision}, got {got}: the payout has changed. Look at it again.":
    "Erwartet wird Fassung {revision}, nicht {got}: Die Auszahlung hat sich geändert. Sehen Sie sie noch einmal an.",
  "The amount is less than the smallest unit of {coin}. Cancel the payout.":
    "Der Betrag ist kleiner als die kleinste Einheit von {coin}. Brechen Sie die Auszahlung ab.",
  "The payout has a newer quote than the one that was to be signed. Start again.":
    "Die Auszahlung hat ein neueres Angebot als das, das signiert werden sollte. Beginnen Sie von vorn.",
  "This payout was taken back, or paid otherwise, while request {request} was being paid. Nothing more is sent; look into the wallet for what was sent before.":
    "Diese Auszahlung wurde zurückgenommen oder anders bezahlt, während die Anfrage {request} bezahlt wurde. Es wird nichts mehr gesendet; sehen Sie in der Wallet nach, was vorher gesendet wurde.",
  'The intent service may have paid it, or may be paying it: it says "{word}". Wait until the money has come back, or mark the payout Completed.':
    "Der Umwandlungsdienst hat sie vielleicht bezahlt oder bezahlt sie gerade: Er meldet „{word}“. Warten Sie, bis das Geld zurück ist, oder markieren Sie die Auszahlung als abgeschlossen.",
  "Expected a payout that is {from} to become {to}; this one is {state}.":
    "Nur eine Auszahlung im Zustand {from} kann {to} werden; diese ist {state}.",
  "Expected a payout that is {from} or {other} to become {to}; this one is {state}.":
    "Nur eine Auszahlung im Zustand {from} oder {other} kann {to} werden; diese ist {state}.",
  "Expected at most {most} webhooks of a store: delete one that is not needed.":
    "Ein Shop hat höchstens {most} Webhooks: Löschen Sie einen, der nicht gebraucht wird.",
  "Expected at least half a minute (0.5)": "Erwartet wird mindestens eine halbe Minute (0.5)",
  "Expected at most a year (525600)": "Erwartet wird höchstens ein Jahr (525600)",
  "Expected one e-mail address, such as ada@example.com":
    "Erwartet wird eine einzige E-Mail-Adresse, zum Beispiel ada@example.com",
  "Expected a title, which the payer sees": "Erwartet wird ein Titel, den der Zahler sieht",
  "Expected an e-mail address": "Erwartet wird eine E-Mail-Adresse",
  "Expected unix seconds, or a date such as 2027-01-31T18:00:00Z":
    "Erwartet werden Unix-Sekunden oder ein Datum wie 2027-01-31T18:00:00Z",
  'Expected the price as a decimal string such as "25.00"':
    "Erwartet wird der Preis als Dezimalzahl wie „25.00“",
  "Expected one of {known}": "Erwartet wird eines von {known}",
  '{expected}; got "{came}".': "{expected}; angegeben wurde „{came}“.",
  'Expected the price as a decimal string such as "25.00"; got none.':
    "Erwartet wird der Preis als Dezimalzahl wie „25.00“; angegeben wurde keiner.",
  'Expected an amount of at most {most}, got "{came}".':
    "Erwartet wird ein Betrag von höchstens {most}, nicht „{came}“.",
  'Expected an amount above zero, got "{came}".': "Erwartet wird ein Betrag über null, nicht „{came}“.",
  "{fault} {currency} has {decimals} decimals.": "{fault} {currency} hat {decimals} Nachkommastellen.",
  "{expected}.": "{expected}.",
  "{expected}; got {came}.": "{expected}; angegeben wurde {came}.",
  "Expected a name without control and format characters":
    "Erwartet wird ein Name ohne Steuer- und Formatzeichen",
  "Expected an address that starts with https://, http:// or mailto:":
    "Erwartet wird eine Adresse, die mit https://, http:// oder mailto: beginnt",
  "Expected a colour such as #0F3B21": "Erwartet wird eine Farbe wie #0F3B21",
  "Expected a name": "Erwartet wird ein Name",
  "This refund was made already, with another amount. Open the invoice again to see it.":
    "Diese Rückzahlung wurde schon mit einem anderen Betrag angelegt. Öffnen Sie die Rechnung noch einmal, um sie zu sehen.",
  "Open the invoice again, and send the form from there.":
    "Öffnen Sie die Rechnung noch einmal, und senden Sie das Formular von dort.",
  "Open the form again, and send it from there.":
    "Öffnen Sie das Formular noch einmal, und senden Sie es von dort.",
  "an address: it is the store's only one, and without any no coin can be converted. Add one of another chain first.":
    "eine Adresse: Es ist die einzige des Shops, und ohne eine kann keine Coin umgewandelt werden. Fügen Sie zuerst die einer anderen Chain hinzu.",
  'a Bitcoin address of {network}; got "{address}".':
    "eine Bitcoin-Adresse von {network}; angegeben wurde „{address}“.",
  "an address with a correct checksum: one of its characters may be wrong. Paste it again.":
    "eine Adresse mit richtiger Prüfsumme: Ein Zeichen könnte falsch sein. Fügen Sie sie noch einmal ein.",
  'an address that starts with 0x and has 40 more characters; got "{address}".':
    "eine Adresse, die mit 0x beginnt und 40 weitere Zeichen hat; angegeben wurde „{address}“.",
  'Expected a transaction id of 64 hexadecimal digits, or a link with one; got "{typed}".':
    "Erwartet wird eine Transaktions-ID mit 64 Hexadezimalziffern oder ein Link mit einer; angegeben wurde „{typed}“.",
  "Expected whole percents, such as 5 or 10": "Erwartet werden ganze Prozente wie 5 oder 10",
  "Expected a title, which customers see": "Erwartet wird ein Titel, den Kunden sehen",
  "Another user signs in as {name}. Choose another name.":
    "Ein anderer Benutzer meldet sich als {name} an. Wählen Sie einen anderen Namen.",
  "The store has no member with this id. Invite the person.":
    "Der Shop hat kein Mitglied mit dieser ID. Laden Sie die Person ein.",
  "There is no role {name}.": "Es gibt keine Rolle {name}.",
  "The role {role} allows more than you may do yourself.":
    "Die Rolle {role} erlaubt mehr, als Sie selbst dürfen.",
  "This is the store's last owner. Make another user an owner first.":
    "Dies ist der letzte Inhaber des Shops. Machen Sie zuerst einen anderen Benutzer zum Inhaber.",
  "This is the server's last administrator. Make another user an administrator first.":
    "Dies ist der letzte Administrator des Servers. Machen Sie zuerst einen anderen Benutzer zum Administrator.",
  "The lines of what an older version booked are still being written. Try again in some minutes; the server has to run.":
    "Die Zeilen von Buchungen einer älteren Version werden noch geschrieben. Versuchen Sie es in einigen Minuten noch einmal; der Server muss laufen.",
  "Deposit {outpoint} is credited to invoice {invoice} already.":
    "Das Geld {outpoint} ist schon der Rechnung {invoice} gutgeschrieben.",
  "Deposit {outpoint} is in no block any more: wait until it is in one again.":
    "Das Geld {outpoint} ist in keinem Block mehr: Warten Sie, bis es wieder in einem ist.",
  "Deposit {outpoint} was assigned to another invoice.":
    "Das Geld {outpoint} wurde einer anderen Rechnung zugeordnet.",
  "Deposit {outpoint} came to an address of store {store}, and its money goes there.":
    "Das Geld {outpoint} kam an einer Adresse des Shops {store} an und geht dorthin.",
  "Invoice {invoice} is using {address} now. Assign the deposit once that lease has ended.":
    "Die Rechnung {invoice} verwendet {address} gerade. Ordnen Sie das Geld zu, wenn sie die Adresse nicht mehr braucht.",
  'Expected a time at least a minute ago ({newest} or before), so that the file stays the same for ever; without "to" it has everything until then':
    "Erwartet wird ein Zeitpunkt, der mindestens eine Minute zurückliegt ({newest} oder früher), damit die Datei immer gleich bleibt; ohne „to“ enthält sie alles bis dahin",
  'Expected a time before "to" ({to})': "Erwartet wird ein Zeitpunkt vor „to“ ({to})",
  "Expected a day (2026-11-01), a moment (2026-11-01T00:00:00Z) or unix seconds":
    "Erwartet wird ein Tag (2026-11-01), ein Zeitpunkt (2026-11-01T00:00:00Z) oder Unix-Sekunden",
  "This store is archived and takes no new invoices.":
    "Dieser Shop ist archiviert und nimmt keine neuen Rechnungen an.",
  "Invoice {invoice} is {state} and cannot be marked; got {mark}.":
    "Die Rechnung {invoice} ist {state} und kann nicht markiert werden, auch nicht als {mark}.",
  "Invoice {invoice} is {state} and can be marked {possible} only; got {mark}.":
    "Die Rechnung {invoice} ist {state} und kann nur als {possible} markiert werden, nicht als {mark}.",
  "Expected an invoice that is open and not paid; this one takes no payment, or has one.":
    "Erwartet wird eine Rechnung, die offen und nicht bezahlt ist; diese nimmt keine Zahlung an oder hat schon eine.",
  'Expected "to": no recipient was named when the invoice was made.':
    "Erwartet wird „to“: Als die Rechnung erstellt wurde, wurde kein Empfänger genannt.",
  "This gateway sends no e-mail: its operator has set no SMTP_URL (docs/how-to/email.md).":
    "Dieses Gateway sendet keine E-Mails: Sein Betreiber hat SMTP_URL nicht gesetzt (docs/how-to/email.md).",
  "The link of this invoice was mailed {most} times; more looks like spam.":
    "Der Link dieser Rechnung wurde {most}-mal verschickt; mehr wirkt wie Spam.",
  "The link of this invoice was mailed less than a minute ago. Wait a minute.":
    "Der Link dieser Rechnung wurde vor weniger als einer Minute verschickt. Warten Sie eine Minute.",
  "This store has named no accountant.": "Dieser Shop hat keine Buchhaltung benannt.",
  "This month was mailed {most} times; more looks like spam.":
    "Dieser Monat wurde {most}-mal verschickt; mehr wirkt wie Spam.",
  "This month was mailed less than a minute ago. Wait a minute.":
    "Dieser Monat wurde vor weniger als einer Minute verschickt. Warten Sie eine Minute.",
  "The message about this month waits for the mail server, and goes out by itself.":
    "Die Nachricht über diesen Monat wartet auf den Mailserver und geht von selbst hinaus.",
  "There is no such message about this invoice.": "Zu dieser Rechnung gibt es diese Nachricht nicht.",
  "The address was taken back or deleted.": "Die Adresse wurde zurückgezogen oder gelöscht.",
  "Only the customer's address gets it, and none was given.":
    "Nur die Adresse des Kunden bekommt sie, und es wurde keine genannt.",
  "What it says is not true any more.": "Was sie sagt, stimmt nicht mehr.",
  'Expected an e-mail address; got "{text}".': "Erwartet wird eine E-Mail-Adresse; angegeben wurde „{text}“.",
  "The mail server did not take the message: {reason}. Try again.":
    "Der Mailserver hat die Nachricht nicht angenommen: {reason}. Versuchen Sie es noch einmal.",
  "Amount and currency stay as they are once the payment request has an invoice. Make another one.":
    "Betrag und Währung bleiben, wie sie sind, sobald die Zahlungsanforderung eine Rechnung hat. Erstellen Sie eine andere.",
  "What left the wallet of the shop cannot be read now: chain {chain} does not answer. Try again in a minute.":
    "Was die Wallet des Shops verlassen hat, lässt sich gerade nicht lesen: Die Chain {chain} antwortet nicht. Versuchen Sie es in einer Minute noch einmal.",
  "The payout is less than {least} {coin}.": "Die Auszahlung ist kleiner als {least} {coin}.",
  "It was tried before to pay this, and the intent service did not say what became of request {request}. Try again in a minute.":
    "Dies zu bezahlen wurde schon einmal versucht, und der Umwandlungsdienst hat nicht gesagt, was aus der Anfrage {request} wurde. Versuchen Sie es in einer Minute noch einmal.",
  'It was tried before to pay this, and the intent service has got money for it: request {request} is "{word}". Paid again, the buyer might get it twice. Wait until that money has arrived or come back; then mark the payout, or pay it by hand.':
    "Dies zu bezahlen wurde schon einmal versucht, und der Umwandlungsdienst hat Geld dafür erhalten: Die Anfrage {request} ist „{word}“. Noch einmal bezahlt, bekäme der Käufer es vielleicht doppelt. Warten Sie, bis dieses Geld angekommen oder zurückgekommen ist; markieren Sie dann die Auszahlung, oder bezahlen Sie sie von Hand.",
  "A payout cannot be marked {state}.": "Eine Auszahlung kann nicht als {state} markiert werden.",
  "The wallet has sent {hashes}: paying again would pay twice if that is mined yet. Look into the wallet. Only when it was replaced, has failed or was sent back, say so (crosstill.nothingUnderWay, or the box on the payout's page).":
    "Die Wallet hat {hashes} gesendet: Noch einmal zu bezahlen hieße doppelt zu bezahlen, falls das noch in einen Block kommt. Sehen Sie in der Wallet nach. Nur wenn die Transaktion ersetzt wurde, fehlgeschlagen ist oder zurückgeschickt wurde, sagen Sie das (crosstill.nothingUnderWay oder das Kästchen auf der Seite der Auszahlung).",
  "A wallet was asked to send a transaction for this payout, and may have sent it: paying again could pay twice. Look into the wallet. Only when it has sent nothing, say so (crosstill.nothingUnderWay, or the box on the payout's page).":
    "Eine Wallet sollte eine Transaktion für diese Auszahlung senden und hat das vielleicht getan: Noch einmal zu bezahlen könnte doppelt bezahlen. Sehen Sie in der Wallet nach. Nur wenn sie nichts gesendet hat, sagen Sie das (crosstill.nothingUnderWay oder das Kästchen auf der Seite der Auszahlung).",
  "The intent service did not say how far request {request} is: it may have paid this payout. Try again in a minute; if the money has arrived, mark the payout Completed.":
    "Der Umwandlungsdienst hat nicht gesagt, wie weit die Anfrage {request} ist: Er hat diese Auszahlung vielleicht bezahlt. Versuchen Sie es in einer Minute noch einmal; ist das Geld angekommen, markieren Sie die Auszahlung als abgeschlossen.",
  "Transaction {hash} has paid nothing to {destination}. If it is the right one and was just sent, try again in a minute; else name another.":
    "Die Transaktion {hash} hat nichts an {destination} gezahlt. Wenn es die richtige ist und sie gerade erst gesendet wurde, versuchen Sie es in einer Minute noch einmal; sonst nennen Sie eine andere.",
  "Expected a transaction that pays at least {least}; {hash} pays {amount}. Without a transaction the payout is taken as paid by your word.":
    "Erwartet wird eine Transaktion, die mindestens {least} zahlt; {hash} zahlt {amount}. Ohne Transaktion gilt die Auszahlung auf Ihr Wort als bezahlt.",
  "The transaction {hash} has paid another payout. Name the one that paid this.":
    "Die Transaktion {hash} hat eine andere Auszahlung bezahlt. Nennen Sie die, die diese bezahlt hat.",
  "The transaction {hash} was recorded for another payout. Name the one that paid this. Only when it truly paid both, say so (crosstill.paysSeveral, or the box on the payout's page).":
    "Die Transaktion {hash} wurde für eine andere Auszahlung eingetragen. Nennen Sie die, die diese bezahlt hat. Nur wenn sie wirklich beide bezahlt hat, sagen Sie das (crosstill.paysSeveral oder das Kästchen auf der Seite der Auszahlung).",
  "A second person who may approve payouts must confirm this change, not the one who asked for it.":
    "Diese Änderung muss eine zweite Person bestätigen, die Auszahlungen genehmigen darf, nicht die, die sie verlangt hat.",
  "This payout is in {coin} on {chain}, in which the shop is paid: send it from your wallet, and mark the payout with the transaction.":
    "Diese Auszahlung ist in {coin} auf {chain}, womit der Shop bezahlt wird: Senden Sie sie aus Ihrer Wallet, und markieren Sie die Auszahlung mit der Transaktion.",
  "Expected a payout that is AwaitingPayment; this one is AwaitingApproval. Approve it first.":
    "Nur eine Auszahlung im Zustand AwaitingPayment kann bezahlt werden; diese ist AwaitingApproval. Genehmigen Sie sie zuerst.",
  "Expected a payout that is AwaitingPayment; this one is {state}.":
    "Nur eine Auszahlung im Zustand AwaitingPayment kann bezahlt werden; diese ist {state}.",
  "Expected an invoice that is final; this one is {state} ({additional}).":
    "Erwartet wird eine abgeschlossene Rechnung; diese ist {state} ({additional}).",
  "Nothing that counts for this invoice has reached the shop, so there is nothing to refund.":
    "Beim Shop ist nichts angekommen, was für diese Rechnung zählt; es gibt also nichts zurückzuzahlen.",
  "The invoice is not overpaid.": "Die Rechnung ist nicht überzahlt.",
  "The invoice was paid in several coins ({coins}). Name the coin to refund, or refund an amount of money (Fiat, CurrentRate or Custom).":
    "Die Rechnung wurde in mehreren Münzen bezahlt ({coins}). Nennen Sie die, die erstattet wird, oder erstatten Sie einen Geldbetrag: Fiat, CurrentRate oder Custom.",
  "Nothing is left of that amount.": "Von diesem Betrag ist nichts übrig.",
  "Expected at most {most}, which is what was received and not refunded yet; this would be {amount}.":
    "Erwartet werden höchstens {most}; so viel wurde empfangen und noch nicht zurückgezahlt. Dies wären {amount}.",
  "The invoice's refunds are more than what the shop has of it now. Close or cancel one of them first.":
    "Die Rückzahlungen der Rechnung sind mehr, als der Shop jetzt von ihr hat. Schließen Sie zuerst eine davon, oder brechen Sie eine ab.",
  "{method} makes sense from {amount} on: below that, more than 5 % would go in fees.":
    "{method} lohnt sich ab {amount}: Darunter gingen mehr als 5 % für Gebühren weg.",
  "No rate from {base} to {quote}: state the price in {quote}, or add a source to RATES_URLS.":
    "Kein Kurs von {base} nach {quote}: Geben Sie den Preis in {quote} an, oder fügen Sie RATES_URLS eine Quelle hinzu.",
  "The payment network (chain {chain}) cannot be seen now, so a payment on it could not be noticed. Try again in a minute, or choose another way to pay.":
    "Das Zahlungsnetz (Chain {chain}) ist gerade nicht sichtbar; eine Zahlung darin würde nicht bemerkt. Versuchen Sie es in einer Minute noch einmal, oder wählen Sie eine andere Zahlungsart.",
  "The transaction {hash} cannot be looked up now: chain {chain} does not answer. Try again in a minute.":
    "Die Transaktion {hash} kann gerade nicht nachgesehen werden: Die Chain {chain} antwortet nicht. Versuchen Sie es in einer Minute noch einmal.",
  "Another store of this gateway signs as {domain}. Take it from that store first.":
    "Ein anderer Shop dieses Gateways signiert als {domain}. Nehmen Sie ihm die Domain zuerst weg.",
  "The answer is not JSON.": "Die Antwort ist kein JSON.",
  "Expected a JSON file at {address}. {why} Put it there (without a redirect), and try again.":
    "Erwartet wird eine JSON-Datei unter {address}. {why} Legen Sie sie dort ab (ohne Weiterleitung), und versuchen Sie es noch einmal.",
  "Expected {where} to have this gateway's key, {key}, as signing.publicKey.":
    "Erwartet wird, dass {where} den Schlüssel dieses Gateways, {key}, als signing.publicKey enthält.",
  'Expected {where} to name this store, {store}, in the list "stores".':
    "Erwartet wird, dass {where} diesen Shop, {store}, in der Liste „stores“ nennt.",
  'Expected a domain such as shop.example; got "{typed}".':
    "Erwartet wird eine Domain wie shop.example; angegeben wurde „{typed}“.",
  "The store is paid in another coin or at another address by now. Look at the present settlement, and fill in the form again.":
    "Der Shop wird inzwischen in einer anderen Coin oder an einer anderen Adresse bezahlt. Sehen Sie sich den jetzigen Zahlungsempfang an, und füllen Sie das Formular noch einmal aus.",
  "The service cannot settle {coin}. It lists:\n  {known}":
    "Der Dienst kann nicht in {coin} auszahlen. Er bietet an:\n  {known}",
  "it is a burn address, from which nothing comes back":
    "es ist eine Burn-Adresse, von der nichts zurückkommt",
  "it is the zero address, from which nothing comes back":
    "es ist die Nulladresse, von der nichts zurückkommt",
  "its checksum is wrong, so a character may be too: paste it again":
    "ihre Prüfsumme stimmt nicht, also vielleicht auch ein Zeichen nicht: Fügen Sie sie noch einmal ein",
  "an EVM address is 0x and 40 hexadecimal digits":
    "eine EVM-Adresse besteht aus 0x und 40 Hexadezimalziffern",
  'Expected the merchant\'s own EVM address as recipient; "{recipient}": {why}.':
    "Erwartet wird die eigene EVM-Adresse des Händlers als Empfänger; „{recipient}“: {why}.",
  "The recipient {recipient} is the {coin} contract itself: money sent there is lost. Give the merchant's own address.":
    "Der Empfänger {recipient} ist der Vertrag von {coin} selbst: Dorthin gesendetes Geld ist verloren. Geben Sie die eigene Adresse des Händlers an.",
  "The recipient {recipient} is the intent service's own address. Give the merchant's own.":
    "Der Empfänger {recipient} ist die Adresse des Umwandlungsdienstes selbst. Geben Sie die des Händlers an.",
  "for how many days": "für wie viele Tage",
  "none, or how many minutes before the price promise ends":
    "none oder wie viele Minuten vor dem Ende der Preiszusage",
  '{what}, from 1 to {most}; got "{text}".': "{what}, von 1 bis {most}; angegeben wurde „{text}“.",
  'Expected at most {most} stores. "crosstill stores create" on the server makes more.':
    "Es gibt höchstens {most} Shops. „crosstill stores create“ auf dem Server legt weitere an.",
  "an invoice is open or being paid": "eine Rechnung ist offen oder wird bezahlt",
  "a payout is not paid yet": "eine Auszahlung ist noch nicht bezahlt",
  "a pull payment can still be claimed": "eine Pull-Zahlung kann noch beansprucht werden",
  "{before}, and {next}": "{before}, und {next}",
  "Expected a store in which no money moves: {why}. Wait until it is done, or close it first.":
    "Erwartet wird ein Shop, in dem sich kein Geld bewegt: {why}. Warten Sie, bis das erledigt ist, oder schließen Sie es vorher.",
  "Expected {expected}": "Erwartet: {expected}",
  'a percentage such as 1.5, from 0 to 100; got "{text}".':
    "ein Prozentsatz wie 1.5, von 0 bis 100; angegeben wurde „{text}“.",
  '{words} or {last}; got "{text}".': "{words} oder {last}; angegeben wurde „{text}“.",
  'an amount of {coin} such as 0.50; got "{text}".':
    "ein Betrag in {coin} wie 0.50; angegeben wurde „{text}“.",
  '<from amount>=<number from 1 to {most}>, e.g. "1000=2,10000=6", or the number alone; got "{text}".':
    "<ab Betrag>=<Zahl von 1 bis {most}>, z. B. „1000=2,10000=6“, oder nur die Zahl; angegeben wurde „{text}“.",
  "a name of 1 to {most} characters, without control and format characters.":
    "ein Name mit 1 bis {most} Zeichen, ohne Steuer- und Formatzeichen.",
  'an address that starts with https:// or mailto:; got "{text}".':
    "eine Adresse, die mit https:// oder mailto: beginnt; angegeben wurde „{text}“.",
  "a colour such as '#0F3B21' (in quotes), or none; got \"{text}\".":
    "eine Farbe wie '#0F3B21' (in Anführungszeichen) oder none; angegeben wurde „{text}“.",
  'at most {most} currencies such as EUR,CHF, or none; got "{text}". There are {known}.':
    "höchstens {most} Währungen wie EUR,CHF oder none; angegeben wurde „{text}“. Es gibt {known}.",
  'UTC or a time zone such as Europe/Berlin; got "{text}".':
    "UTC oder eine Zeitzone wie Europe/Berlin; angegeben wurde „{text}“.",
  'one e-mail address, or none; got "{text}".':
    "eine einzige E-Mail-Adresse oder none; angegeben wurde „{text}“.",
  'one of {known}; got "{text}".': "eines von {known}; angegeben wurde „{text}“.",
  'a payment method such as BTC-CHAIN, or none; got "{text}".':
    "eine Zahlungsart wie BTC-CHAIN oder none; angegeben wurde „{text}“.",
  'payment methods such as ETH-BASE,USDT-BASE, or none; got "{text}".':
    "Zahlungsarten wie ETH-BASE,USDT-BASE oder none; angegeben wurde „{text}“.",
  'how long a price is held, from 1 to {most}; got "{text}".':
    "wie lange ein Preis gilt, von 1 bis {most}; angegeben wurde „{text}“.",
  '<chainId>:<address on that chain>, e.g. {example}; got "{text}".':
    "<chainId>:<Adresse auf dieser Chain>, z. B. {example}; angegeben wurde „{text}“.",
  "What delivery {delivery} said is not kept any more: it is older than 60 days. Read the invoice instead.":
    "Was die Zustellung {delivery} sagte, wird nicht mehr aufbewahrt: Sie ist älter als 60 Tage. Lesen Sie stattdessen die Rechnung.",
  'Webhook {webhook} is switched off: switch it on (PUT with "enabled": true) before anything is sent to it.':
    'Der Webhook {webhook} ist ausgeschaltet: Schalten Sie ihn ein (PUT mit "enabled": true), bevor etwas an ihn gesendet wird.',
  '"{text}" can be read in two ways. Write 1234 or 1234.50: no sign between the thousands.':
    "„{text}“ lässt sich auf zwei Arten lesen. Schreiben Sie 1234 oder 1234.50: kein Zeichen zwischen den Tausendern.",
  'Expected a positive decimal number such as "25.00", got "{text}".':
    "Erwartet wird eine positive Dezimalzahl wie „25.00“, nicht „{text}“.",
  'Expected a decimal number such as "25.00", got "{text}".':
    "Erwartet wird eine Dezimalzahl wie „25.00“, nicht „{text}“.",
  'Expected at most {decimals} decimals, got "{text}".':
    "Erwartet werden höchstens {decimals} Nachkommastellen, nicht „{text}“.",
  'Expected an amount of at most 78 digits in smallest units, got "{text}".':
    "Erwartet wird ein Betrag mit höchstens 78 Ziffern in kleinsten Einheiten, nicht „{text}“.",
  "Money at an address of this store that belongs to no invoice. Assign it to the invoice that the customer meant, or refund it. For transfers of your own choose Not a payment.":
    "Geld an einer Adresse dieses Shops, das zu keiner Rechnung gehört. Ordnen Sie es der Rechnung zu, die der Kunde meinte, oder zahlen Sie es zurück. Für eigene Überweisungen wählen Sie „Keine Zahlung“.",
  "To the shop's own address, from": "An die eigene Adresse des Shops, von",
  "Invoice or order": "Rechnung oder Bestellung",
  "Refund to this address": "An diese Adresse zurückzahlen",
  "Ask the sender for an address. An exchange does not credit what comes back to the address that it has sent from.":
    "Fragen Sie den Absender nach einer Adresse. Eine Börse schreibt nicht gut, was an ihre Absenderadresse zurückkommt.",
  "Do not list transfers of this sender from now on":
    "Überweisungen dieses Absenders künftig nicht auflisten",
  "Not a payment": "Keine Zahlung",
  "Senders that are not listed": "Absender, die nicht aufgelistet werden",
  "Unattributed funds refunded": "Nicht zugeordnetes Geld zurückgezahlt",
  "Unattributed funds marked as not a payment": "Nicht zugeordnetes Geld als keine Zahlung markiert",
  "Ignored sender removed": "Ignorierten Absender entfernt",
  "This store has no such unattributed funds any more.":
    "Dieser Shop hat dieses nicht zugeordnete Geld nicht mehr.",
  "The money of {outpoint} was decided upon where the intent service sent it.":
    "Über das Geld von {outpoint} wurde dort entschieden, wohin der Umwandlungsdienst es gesendet hat.",
  "The intent service converts what comes to a deposit address and sends it to the settlement address. Assign the money to an invoice and refund that invoice.":
    "Der Umwandlungsdienst wandelt um, was an eine Einzahlungsadresse kommt, und sendet es an die Auszahlungsadresse. Ordnen Sie das Geld einer Rechnung zu und erstatten Sie diese Rechnung.",
  "This money was assigned, refunded or dismissed already.": "Über dieses Geld hat schon jemand entschieden.",
  "The money is in another coin than the one that the invoice is settled in, and is not converted. Mark the invoice as settled, or refund the money.":
    "Das Geld ist in einer anderen Coin als der, in der die Rechnung abgerechnet wird, und wird nicht umgewandelt. Markieren Sie die Rechnung als bezahlt, oder zahlen Sie das Geld zurück.",
  'The intent service has no such coin. Send it back from your wallet, then choose "Not a payment".':
    "Der Umwandlungsdienst hat diese Coin nicht. Senden Sie sie aus Ihrer Wallet zurück und wählen Sie dann „Keine Zahlung“.",
  "There is no invoice or order {invoice} in this store.":
    "In diesem Shop gibt es keine Rechnung oder Bestellung {invoice}.",
  "Refunded before": "Bisher zurückgezahlt",
  "What was paid too much is refunded already.": "Was zu viel bezahlt wurde, ist schon zurückgezahlt.",
  "The sale counted as paid, and then the payment went back or disappeared. If you have handed over the goods, ask the customer to pay again.":
    "Der Verkauf galt als bezahlt, dann ging die Zahlung zurück oder verschwand. Wenn Sie die Ware übergeben haben, bitten Sie den Kunden, noch einmal zu zahlen.",
  "no longer paid": "nicht mehr bezahlt",
  "The payment of order {order} needs a decision: {kind}.":
    "Die Zahlung der Bestellung {order} braucht eine Entscheidung: {kind}.",
  "Paid too much, for your information": "Zu viel bezahlt, zur Information",
  "By the store's payment rules an excess stays with you and needs no decision. You can refund it.":
    "Nach den Zahlungsregeln des Shops bleibt ein Überschuss bei Ihnen und braucht keine Entscheidung. Sie können ihn zurückzahlen.",
  "What counts as paid": "Was als bezahlt zählt",
  "Late payments are looked for, in minutes": "Suche nach verspäteten Zahlungen, in Minuten",
  "chain {chain}: {address}": "Chain {chain}: {address}",
  "{name} asks to change the refund addresses of {store}":
    "{name} möchte die Rückzahlungsadressen von {store} ändern",
  "The refund addresses of {store} were changed": "Die Rückzahlungsadressen von {store} wurden geändert",
  "Money that cannot be converted is sent back there from now on. If it was not meant, change it back at once.":
    "Geld, das nicht umgetauscht werden kann, wird ab jetzt dorthin gesendet. Wenn das nicht gewollt war, ändern Sie es sofort zurück.",
  "It holds from now on. If it was not meant, change it back at once.":
    "Es gilt ab jetzt. Wenn das nicht gewollt war, ändern Sie es sofort zurück.",
  "{name} has changed what {store} accepts as paid": "{name} hat geändert, was {store} als bezahlt annimmt",
  "An API key has made a copy of {store}": "Ein API-Schlüssel hat eine Kopie von {store} angelegt",
  "The new store is paid at the same address. If it was not meant, revoke the key and archive the store.":
    "Der neue Shop wird an derselben Adresse bezahlt. Wenn das nicht gewollt war, widerrufen Sie den Schlüssel und archivieren Sie den Shop.",
  "This takes two people who may approve payouts in this store, and there is one. Invite an owner or a manager first.":
    "Das erfordert zwei Personen, die in diesem Shop Auszahlungen genehmigen dürfen, und es gibt eine. Laden Sie zuerst einen Inhaber oder Manager ein.",
  "This change was withdrawn, replaced or confirmed before. Look at the page again.":
    "Diese Änderung wurde zurückgezogen, ersetzt oder schon bestätigt. Sehen Sie sich die Seite noch einmal an.",
  "Who can be the second person now: {names}.": "Zweite Person kann jetzt sein: {names}.",
  "No second person is available now.": "Zurzeit kann niemand die zweite Person sein.",
  "{name} can from {time}.": "{name} kann es ab {time} sein.",
  "An account that another one has invited, reset, enabled or given a role is no second person beside it for 24 hours, also through further accounts.":
    "Ein Konto, das ein anderes eingeladen, zurückgesetzt oder aktiviert hat oder dem es eine Rolle gegeben hat, zählt neben diesem 24 Stunden lang nicht als zweite Person, auch über weitere Konten.",
  "Refund addresses of a store changed": "Rückzahlungsadressen eines Shops geändert",
  "Change of the refund addresses asked for": "Änderung der Rückzahlungsadressen beantragt",
  "Change of the refund addresses withdrawn": "Änderung der Rückzahlungsadressen zurückgezogen",
  "Change of the limit for payouts withdrawn": "Änderung der Grenze für Auszahlungen zurückgezogen",
  "Where the service sends money of {store} that it cannot convert. Payouts of this store take two people, and so does a change of these addresses.":
    "Wohin der Dienst Geld von {store} sendet, das er nicht umtauschen kann. Auszahlungen dieses Shops erfordern zwei Personen, und eine Änderung dieser Adressen auch.",
  "Confirm the new addresses": "Die neuen Adressen bestätigen",
  "There is no exchange rate to compare it with the store’s limit. Two people must approve it.":
    "Es gibt keinen Wechselkurs, um sie mit der Grenze des Shops zu vergleichen. Zwei Personen müssen sie genehmigen.",
  "This payout of {own} is within the store’s limit of {limit}, but not together with {others} that one person or API keys have approved within 24 hours. Two people must approve it.":
    "Diese Auszahlung von {own} liegt innerhalb der Grenze des Shops von {limit}, aber nicht zusammen mit {others}, die eine Person oder API-Schlüssel innerhalb von 24 Stunden genehmigt haben. Zwei Personen müssen sie genehmigen.",
  "{name} has opened this account. Until {time} it approves nothing that moves money, and gives no access to others.":
    "{name} hat dieses Konto geöffnet. Bis {time} genehmigt es nichts, was Geld bewegt, und gibt niemandem Zugang.",
  "{name} has opened this account. Until {time} it approves nothing that moves money, and gives no access to others. Sign in with the second factor that you had before to end this at once.":
    "{name} hat dieses Konto geöffnet. Bis {time} genehmigt es nichts, was Geld bewegt, und gibt niemandem Zugang. Melden Sie sich mit dem zweiten Faktor an, den Sie vorher hatten, um das sofort zu beenden.",
  "Within a day one of your accounts was invited, given a role, reset or enabled by the other, by a command, or through further accounts. You count as two people from {time}. Wait, or let another person approve.":
    "Innerhalb eines Tages wurde eines Ihrer Konten vom anderen, durch einen Befehl oder über weitere Konten eingeladen, zurückgesetzt oder aktiviert, oder es bekam so eine Rolle. Ab {time} zählen Sie als zwei Personen. Warten Sie, oder lassen Sie eine andere Person genehmigen.",
  "What one person and API keys approve alone within 24 hours is added up, so a small payout can be above the limit too. Changes of the settlement and of refund addresses then take two people as well.":
    "Was eine Person und API-Schlüssel innerhalb von 24 Stunden allein genehmigen, wird zusammengezählt; deshalb kann auch eine kleine Auszahlung über der Grenze liegen. Änderungen der Abrechnung und der Rückzahlungsadressen erfordern dann auch zwei Personen.",
  "Payouts of this store take two people. So does a change of the settlement or of a refund address.":
    "Auszahlungen dieses Shops erfordern zwei Personen. Eine Änderung der Abrechnung oder einer Rückzahlungsadresse auch.",
  "A change of the refund addresses waits for a second person.":
    "Eine Änderung der Rückzahlungsadressen wartet auf eine zweite Person.",
  "The payout is valued. The books have a corrected line.":
    "Die Auszahlung ist bewertet. Die Bücher haben eine berichtigte Zeile.",
  "This payout is valued already.": "Diese Auszahlung ist schon bewertet.",
  "Payout valued by hand": "Auszahlung von Hand bewertet",
  "These payments and payouts have no value in {currency}, so they are in no sum of {store}, and files for other programs leave them out. Enter the rates of the day of each.":
    "Diese Zahlungen und Auszahlungen haben keinen Wert in {currency}. Daher stehen sie in keiner Summe von {store}, und Dateien für andere Programme lassen sie weg. Geben Sie die Kurse des jeweiligen Tages ein.",
  "Every payment and payout is valued.": "Jede Zahlung und Auszahlung ist bewertet.",
  "Payments and payouts without a value appear here.":
    "Zahlungen und Auszahlungen ohne Wert erscheinen hier.",
  "requested <span>{time}</span>": "angefordert <span>{time}</span>",
  "Value the payout": "Auszahlung bewerten",
  "Payout {id}": "Auszahlung {id}",
  "{count} bookings are left out: they have no value in {currency}.": {
    one: "{count} Buchung fehlt: Sie hat keinen Wert in {currency}.",
    other: "{count} Buchungen fehlen: Sie haben keinen Wert in {currency}.",
  },
  "{count} bookings are left out: their amounts are unknown.": {
    one: "{count} Buchung fehlt: Ihr Betrag ist unbekannt.",
    other: "{count} Buchungen fehlen: Ihre Beträge sind unbekannt.",
  },
  "The cost of {count} conversions is unknown": {
    one: "Die Kosten von {count} Umwandlung sind unbekannt",
    other: "Die Kosten von {count} Umwandlungen sind unbekannt",
  },
  "The refund addresses below are those of {store}.": "Die Rückzahlungsadressen unten sind die von {store}.",
  Refunded: "Erstattet",
  "partly refunded": "teilweise erstattet",
  "Tip in the price": "Trinkgeld im Preis",
  "Files for other programs leave out payments and payouts without a value in {currency}.":
    "Dateien für andere Programme lassen Zahlungen und Auszahlungen ohne Wert in {currency} weg.",
  "At most {amount} can be refunded: what has arrived, less earlier refunds.":
    "Höchstens {amount} können erstattet werden: was angekommen ist, abzüglich früherer Erstattungen.",
  "The intent service needs attention": "Der Umwandlungsdienst braucht Aufmerksamkeit",
  "The intent service does not accept the API key: coins that it converts cannot be offered. Check INTENTS_API_KEY.":
    "Der Umwandlungsdienst nimmt den API-Schlüssel nicht an: Coins, die er umwandelt, können nicht angeboten werden. Prüfen Sie INTENTS_API_KEY.",
  "The intent service takes no calls without an API key: coins that it converts cannot be offered. Set INTENTS_API_KEY.":
    "Der Umwandlungsdienst nimmt ohne API-Schlüssel keine Anfragen an: Coins, die er umwandelt, können nicht angeboten werden. Setzen Sie INTENTS_API_KEY.",
  "The intent service has announced the end of {path} for {day}. The page of the server says what to do.":
    "Der Umwandlungsdienst hat das Ende von {path} für den {day} angekündigt. Die Seite des Servers sagt, was zu tun ist.",
  "does not accept the API key: check INTENTS_API_KEY":
    "nimmt den API-Schlüssel nicht an: INTENTS_API_KEY prüfen",
  "takes no calls without an API key: set INTENTS_API_KEY":
    "nimmt ohne API-Schlüssel keine Anfragen an: INTENTS_API_KEY setzen",
  "Nothing: the gateway does not use it any more.": "Nichts: Das Gateway verwendet ihn nicht mehr.",
  "has ended": "ist beendet",
  "has ended; announced for {time}": "ist beendet; angekündigt für {time}",
  "deprecated, without a date of its end": "abgekündigt, ohne Datum des Endes",
  "ends on {time}": "endet am {time}",
  "was to end on {time}, and has answered since then": "sollte am {time} enden und hat seitdem geantwortet",
  "was to end on {time}, and has not been asked since then":
    "sollte am {time} enden und wurde seitdem nicht gefragt",
  "The gateway changes to the other version by itself when this one has ended. Compare both versions below.":
    "Das Gateway wechselt von selbst zur anderen Version, wenn diese beendet ist. Vergleichen Sie beide Versionen unten.",
  "{setting} keeps the gateway at this version: set it to auto, and start the server again.":
    "{setting} hält das Gateway bei dieser Version: auf auto setzen und den Server neu starten.",
  "The gateway changes to the next version by itself.":
    "Das Gateway wechselt von selbst zur nächsten Version.",
  "Set INTENTS_API_KEY: the next version of this list needs a key. Without a list the gateway asks for the status of each request.":
    "Setzen Sie INTENTS_API_KEY: Die nächste Version dieser Liste braucht einen Schlüssel. Ohne Liste fragt das Gateway nach dem Status jeder Anfrage.",
  "Install a version of Crosstill that does not use this path.":
    "Installieren Sie eine Version von Crosstill, die diesen Pfad nicht verwendet.",
  "The gateway changes to the other version by itself when this one has ended. Compare both versions below before that day.":
    "Das Gateway wechselt von selbst zur anderen Version, wenn diese beendet ist. Vergleichen Sie beide Versionen unten vor diesem Tag.",
  "Prices are asked by version 3 of its quotes.": "Preise werden mit Version 3 seiner Angebote angefragt.",
  "Prices are asked by version 2 of its quotes.": "Preise werden mit Version 2 seiner Angebote angefragt.",
  "Announced ends": "Angekündigte Enden",
  Path: "Pfad",
  "What to do": "Was zu tun ist",
  "replaced by {path}": "ersetzt durch {path}",
  "The service's guide: {guide}": "Anleitung des Dienstes: {guide}",
  "Compare versions 2 and 3": "Versionen 2 und 3 vergleichen",
  "Asks one quote by both versions, for the first store. It is no offer, and nothing is stored.":
    "Fragt ein Angebot mit beiden Versionen an, für den ersten Shop. Es ist kein Preis für Kunden, und nichts wird gespeichert.",
  "Amount in the settlement coin": "Betrag in der Coin, in der Sie bezahlt werden",
  "Ask for deposit addresses as well (the service makes two, which are not used)":
    "Auch Einzahlungsadressen anfragen (der Dienst erstellt zwei, die nicht verwendet werden)",
  "Compare both versions": "Beide Versionen vergleichen",
  "Both versions": "Beide Versionen",
  "Version 2": "Version 2",
  "Version 3": "Version 3",
  "Enter an amount above zero, such as 25.": "Geben Sie einen Betrag über null ein, etwa 25.",
  "The intent service does not accept the API key. The operator checks INTENTS_API_KEY.":
    "Der Umwandlungsdienst nimmt den API-Schlüssel nicht an. Der Betreiber prüft INTENTS_API_KEY.",
  "The intent service takes no calls without an API key. The operator sets INTENTS_API_KEY.":
    "Der Umwandlungsdienst nimmt ohne API-Schlüssel keine Anfragen an. Der Betreiber setzt INTENTS_API_KEY.",
  "The money that this payout refunds is no longer on its chain. Wait until a block has it again, or cancel the payout.":
    "Das Geld, das diese Auszahlung erstattet, ist nicht mehr auf seiner Blockchain. Warten Sie, bis ein Block es wieder enthält, oder stornieren Sie die Auszahlung.",
  "Another store on this server is or was paid at the new address too.":
    "Auch ein anderer Shop auf diesem Server wird oder wurde an der neuen Adresse bezahlt.",
  "Another store on this server is or was paid at this address too.":
    "Auch ein anderer Shop auf diesem Server wird oder wurde an dieser Adresse bezahlt.",
  "Money that reaches it and belongs to no invoice is listed in this store.":
    "Geld, das dort ankommt und zu keiner Rechnung gehört, steht in diesem Shop.",
  "Money that reaches it and belongs to no invoice is listed in the other store.":
    "Geld, das dort ankommt und zu keiner Rechnung gehört, steht im anderen Shop.",
  "Payment link {title}": "Zahlungslink {title}",
  "Paid too much": "Zu viel bezahlt",
  "More invoices were paid than this link asks for. Refund the excess on the page of an invoice.":
    "Es wurden mehr Rechnungen bezahlt, als dieser Link verlangt. Erstatten Sie den Überschuss auf der Seite einer Rechnung.",
  "The sender is the intent service, which payments come from. Take off this transfer alone, without its sender.":
    "Der Absender ist der Umwandlungsdienst, von dem Zahlungen kommen. Nehmen Sie nur diese Überweisung von der Liste, ohne ihren Absender.",
  "This money came to a deposit address. Only senders to the store's own address can be ignored: dismiss it without ignoring its sender.":
    "Dieses Geld kam an eine Einzahlungsadresse. Ignoriert werden können nur Absender an die eigene Adresse des Shops: Nehmen Sie es von der Liste, ohne den Absender zu ignorieren.",
  "This money has a refund to another address, {address}. Cancel payout {payout} first, or leave that address.":
    "Dieses Geld hat schon eine Erstattung an eine andere Adresse, {address}. Stornieren Sie zuerst die Auszahlung {payout}, oder belassen Sie es bei dieser Adresse.",
  "have a payment": "eine Zahlung haben",
};
