import type { Entry } from "../entry.ts";

/** The merchant's pages. The English text is the key; of a plural its form `other`. */
export const fr: Readonly<Record<string, Entry>> = {
  Database: "Base de données",
  ok: "OK",
  "missing after a failover: {count} invoices; run crosstill recover":
    "{count} factures manquent après un basculement ; exécutez crosstill recover",
  Journal: "Journal",
  Jobs: "Tâches",
  running: "en cours",
  "late: {jobs}": "en retard : {jobs}",
  "Intent service": "Service de conversion",
  Explorers: "Explorateurs de blocs",
  "uncertain: {reason}": "incertain : {reason}",
  "E-mail": "E-mail",
  "set up": "configuré",
  "off: SMTP_URL is not set": "désactivé : SMTP_URL n’est pas défini",
  Backup: "Sauvegarde",
  "none yet": "aucune pour l’instant",
  "within the last day": "au cours du dernier jour",
  "{count} days ago": { one: "il y a {count} jour", other: "il y a {count} jours" },
  "In the coin that was paid": "Dans la monnaie du paiement",
  "Expected a time to come; this one is over.": "Une date à venir est attendue ; celle-ci est passée.",
  "Expected at most {most} minutes (30 days); got {came}.":
    "Au plus {most} minutes (30 jours) sont attendues ; reçu : {came}.",
  "There is nothing here, or it belongs to a store that you are no member of.":
    "Il n’y a rien ici, ou cela appartient à une boutique dont vous n’êtes pas membre.",
  "Your role in this store does not allow: {permission}. An owner of the store can give you another role.":
    "Votre rôle dans cette boutique ne permet pas : {permission}. Un propriétaire de la boutique peut vous donner un autre rôle.",
  "This form must be sent from a page at {origin}. Open {page} and try again.":
    "Ce formulaire doit être envoyé depuis une page de {origin}. Ouvrez {page} et réessayez.",
  "This form is from before you signed in. Go back, load the page again, and repeat.":
    "Ce formulaire date d’avant votre connexion. Revenez en arrière, rechargez la page et recommencez.",
  "Over plain http your password can be read by anyone on the network path. Set PUBLIC_URL to an https address; on this machine alone http://localhost works too.":
    "En http simple, votre mot de passe peut être lu par quiconque sur le chemin du réseau. Donnez à PUBLIC_URL une adresse https ; sur cette machine seule, http://localhost convient aussi.",
  "QR code with the payment link": "Code QR avec le lien de paiement",
  "QR code with the address of this counter": "Code QR avec l’adresse de cette caisse",
  "QR code for the authenticator app": "Code QR pour l’application d’authentification",
  "The invoice was made.": "La facture a été créée.",
  "A price was shown: {amount} to {address}.": "Un prix a été affiché : {amount} à {address}.",
  "Payment {amount} ({outpoint}) was seen first.":
    "Le paiement {amount} ({outpoint}) a été vu pour la première fois.",
  "Payment {amount} ({outpoint}) was in a block.": "Le paiement {amount} ({outpoint}) était dans un bloc.",
  "Payment {amount} ({outpoint}) had {need} confirmations.":
    "Le paiement {amount} ({outpoint}) avait {need} confirmations.",
  "{amount} reached the merchant, for {outpoint}.":
    "{amount} sont arrivés chez le marchand, pour {outpoint}.",
  "{amount} is said to have reached the merchant, for {outpoint}.":
    "{amount} seraient arrivés chez le marchand, pour {outpoint}.",
  "{amount} went back, of {outpoint}.": "{amount} ont été renvoyés, de {outpoint}.",
  "The invoice became {state}.": "La facture est passée à l’état : {state}.",
  "{name} marked the invoice {state}: {reason}": "{name} a marqué la facture : {state}. Motif : {reason}",
  "An unreported amount": "Un montant non communiqué",
  "the gateway": "la passerelle",
  "a block": "un bloc",
  "the mempool": "la mempool",
  "the chain": "la chaîne",
  "a transfer": "un transfert",
  "a reorganisation": "une réorganisation",
  "the intent service": "le service de conversion",
  "the journal": "le journal",
  "a person": "une personne",
  "The connection failed: {code}.": "La connexion a échoué : {code}.",
  "No answer within {seconds} seconds.": "Pas de réponse en {seconds} secondes.",
  "not reached yet": "pas encore joint",
  "reached within the last minute": "joint au cours de la dernière minute",
  "last reached {count} min ago": "joint pour la dernière fois il y a {count} min",
  "not reached: {reason}": "non joint : {reason}",
  "last reached {count} min ago: {reason}": "joint pour la dernière fois il y a {count} min : {reason}",
  Disk: "Disque",
  "{size} GiB free": "{size} Gio libres",
  unknown: "inconnu",
  "It asks for no permission: the link must name at least one.":
    "Aucune autorisation n’est demandée : le lien doit en nommer au moins une.",
  "It asks for what Crosstill does not know: {names}.":
    "Il est demandé quelque chose que Crosstill ne connaît pas : {names}.",
  "It asks for several stores at once, and a key is for one store.":
    "Plusieurs boutiques sont demandées à la fois, et une clé vaut pour une seule boutique.",
  "You have approved this already. Start again from the application if its key did not arrive.":
    "Vous avez déjà approuvé cela. Recommencez depuis l’application si sa clé n’est pas arrivée.",
  "There is no store of which you may make keys with these permissions.":
    "Il n’y a aucune boutique pour laquelle vous pouvez créer des clés avec ces autorisations.",
  "The store that it asks for is none of which you may make keys with these permissions.":
    "Vous ne pouvez pas créer de clés avec ces autorisations pour la boutique demandée.",
  "Choose the store that the key is for.": "Choisissez la boutique à laquelle la clé est destinée.",
  "Leave at least one permission, or press Cancel.":
    "Laissez au moins une autorisation, ou appuyez sur « Annuler ».",
  "The two passwords are not the same.": "Les deux mots de passe ne sont pas identiques.",
  "Too many attempts. Try again in {minutes} min.": "Trop de tentatives. Réessayez dans {minutes} min.",
  "The current password is wrong.": "Le mot de passe actuel est faux.",
  "Expected an e-mail address such as ada@example.com.":
    "Une adresse e-mail est attendue, par exemple ada@example.com.",
  "This code is not of the present setup. Begin the setup again.":
    "Ce code ne correspond pas à la configuration en cours. Recommencez la configuration.",
  "This code is wrong. Wait for the next one.": "Ce code est faux. Attendez le suivant.",
  "The passkey was not kept. Try again.": "La clé d’accès n’a pas été enregistrée. Réessayez.",
  "Unknown browser": "Navigateur inconnu",
  "{browser} on {system}": "{browser} sur {system}",
  "This is not your password.": "Ce n’est pas votre mot de passe.",
  "This second factor was not accepted. A code works once.":
    "Ce second facteur n’a pas été accepté. Un code ne sert qu’une fois.",
  "A payment needs a decision": "Un paiement demande une décision",
  "You were paid": "Vous avez été payé",
  "What a day has brought": "Ce qu’une journée a rapporté",
  "The payment of an invoice of {price} needs a decision: {kind}.":
    "Le paiement d’une facture de {price} demande une décision : {kind}.",
  "A payment of {amount} for order {order} has settled.":
    "Un paiement de {amount} pour la commande {order} est réglé.",
  "A payment of {amount} has settled.": "Un paiement de {amount} est réglé.",
  "On {day} {store} received payments without a known value. Number of payments: {count}.":
    "Le {day}, {store} a reçu des paiements sans valeur connue. Nombre de paiements : {count}.",
  "On {day} {store} received {amount}. Number of payments: {count}.":
    "Le {day}, {store} a reçu {amount}. Nombre de paiements : {count}.",
  "An invoice of {amount} was lost with the database.":
    "Une facture de {amount} a été perdue avec la base de données.",
  "An invoice was lost with the database.": "Une facture a été perdue avec la base de données.",
  "The refund of {amount} for order {order} waits for an approval.":
    "Le remboursement de {amount} pour la commande {order} attend une approbation.",
  "The refund of {amount} for order {order} is to be paid.":
    "Le remboursement de {amount} pour la commande {order} est à payer.",
  "The refund of {amount} for order {order} is more than the shop has of its invoice.":
    "Le remboursement de {amount} pour la commande {order} dépasse ce que la boutique a de sa facture.",
  "The refund of {amount} waits for an approval.": "Le remboursement de {amount} attend une approbation.",
  "The refund of {amount} is to be paid.": "Le remboursement de {amount} est à payer.",
  "The refund of {amount} is more than the shop has of its invoice.":
    "Le remboursement de {amount} dépasse ce que la boutique a de sa facture.",
  "The payout of {amount} waits for an approval.": "Le versement de {amount} attend une approbation.",
  "The payout of {amount} is to be paid.": "Le versement de {amount} est à payer.",
  "Check the payment of the payout of {amount}. The payout does not complete by itself.":
    "Vérifiez le paiement du versement de {amount} : il ne se termine pas de lui-même.",
  "Unattributed funds": "Fonds non attribués",
  "An e-mail did not arrive": "Un e-mail n’est pas arrivé",
  "A webhook was disabled": "Un webhook a été désactivé",
  "A refund is not covered": "Un remboursement n’est pas couvert",
  "A payout waits for an approval": "Un versement attend une approbation",
  "A payout is to be paid": "Un versement est à payer",
  "Another person changed settings": "Une autre personne a modifié les réglages",
  "The audit found a violation": "Le contrôle des livres a trouvé une infraction",
  "The name must have 1 to {most} characters.": "Le nom doit compter de 1 à {most} caractères.",
  "Too many attempts. Try again in {minutes} min, or on a browser on which you have signed in before.":
    "Trop de tentatives. Réessayez dans {minutes} min, ou dans un navigateur où vous vous êtes déjà connecté.",
  "Many are trying to sign in at this moment. Try again in some seconds.":
    "Beaucoup de personnes essaient de se connecter en ce moment. Réessayez dans quelques secondes.",
  "Name and password do not belong together.": "Le nom et le mot de passe ne correspondent pas.",
  "This code is wrong, or was used already. A code works once.":
    "Ce code est faux, ou a déjà été utilisé. Un code ne sert qu’une fois.",
  "This passkey is not known here, or was too slow. Try again.":
    "Cette clé d’accès n’est pas connue ici, ou a été trop lente. Réessayez.",
  Website: "Site web",
  "Support address": "Adresse d’assistance",
  "Less than the price has arrived. Accept it (mark the invoice settled), or refund it.":
    "Il est arrivé moins que le prix. Acceptez-le (marquez la facture comme réglée), ou remboursez-le.",
  "More than the price has arrived. Keep it, or refund the difference.":
    "Il est arrivé plus que le prix. Gardez-le, ou remboursez la différence.",
  "The money arrived after the time was over. Accept it (mark the invoice settled), or refund it.":
    "L’argent est arrivé après la fin du délai. Acceptez-le (marquez la facture comme réglée), ou remboursez-le.",
  "The intent service does not convert a payment, and has not sent it back so far. Ask it to refund, or accept the payment (mark the invoice settled) once the money is with you.":
    "Le service de conversion ne convertit pas un paiement, et ne l’a pas renvoyé jusqu’ici. Demandez-lui de rembourser, ou acceptez le paiement (marquez la facture comme réglée) une fois que l’argent vous est parvenu.",
  "Money came, stayed or went back after you had decided what the invoice is.":
    "De l’argent est arrivé, resté ou reparti après que vous avez décidé du sort de la facture.",
  "A payment takes far longer than usual, and nothing has come of it. Ask the intent service.":
    "Un paiement prend bien plus de temps que d’habitude, et rien n’en est résulté. Demandez au service de conversion.",
  "Something happened that should not. Open the invoice, see what it names as odd, and compare with the chain.":
    "Il s’est passé quelque chose qui ne devrait pas arriver. Ouvrez la facture, voyez ce qu’elle signale comme anormal, et comparez avec la chaîne.",
  underpaid: "trop peu payé",
  overpaid: "trop payé",
  late: "en retard",
  failed: "échoué",
  "after a decision": "après une décision",
  stalled: "bloqué",
  anomaly: "anomalie",
  "The key would be allowed more than you are.": "La clé aurait plus d’autorisations que vous.",
  "{coin} on {network}": "{coin} sur {network}",
  "without a label": "sans libellé",
  "The label must have 1 to {most} characters.": "Le libellé doit avoir de 1 à {most} caractères.",
  "Choose what the key may do.": "Choisissez ce que la clé peut faire.",
  "Choose when the key expires.": "Choisissez quand la clé expire.",
  "API keys": "Clés API",
  Webhooks: "Webhooks",
  Events: "Événements",
  "API reference": "Référence de l’API",
  "Nothing is left to deliver.": "Il ne reste rien à remettre.",
  "Tried again now: {count}.": "Nouvelles tentatives à l’instant : {count}.",
  "not sent yet": "pas encore envoyé",
  "accepted with {code}": "accepté avec {code}",
  "refused with {code}": "refusé avec {code}",
  "all events": "tous les événements",
  "A second person must confirm it.": "Une deuxième personne doit le confirmer.",
  "Added.": "Ajouté.",
  "The invoice is archived.": "La facture est archivée.",
  "The funds are assigned to the invoice.": "Les fonds sont attribués à la facture.",
  "Signed out.": "Déconnecté.",
  "The invoice is marked invalid.": "La facture est marquée comme invalide.",
  "The refund is made. Send the customer its link.": "Le remboursement est créé. Envoyez son lien au client.",
  "Removed.": "Retiré.",
  "That was done already. The secret is shown only once: make a new one if you did not copy it.":
    "C’est déjà fait. Le secret ne s’affiche qu’une fois : créez-en un nouveau si vous ne l’avez pas copié.",
  "Taken off the list.": "Retiré de la liste.",
  "Saved.": "Enregistré.",
  "Sent.": "Envoyé.",
  "The invoice is marked settled.": "La facture est marquée comme réglée.",
  "Store made.": "Boutique créée.",
  "The invoice is in the lists again.": "La facture est de nouveau dans les listes.",
  "any amount in {currency}": "montant libre en {currency}",
  "{units} units of {currency}": "{units} unités de {currency}",
  "Choose what the invoice is: settled or invalid.":
    "Choisissez ce qu’est la facture : réglée ou non valide.",
  "Expected a reason of at most {most} characters.": "Un motif de {most} caractères au plus est attendu.",
  "Expected a JSON object; this has more than {most} characters. Nothing was changed.":
    "Un objet JSON est attendu ; ceci a plus de {most} caractères. Rien n’a été modifié.",
  "Expected a JSON object; this is not JSON. Nothing was changed.":
    "Un objet JSON est attendu ; ceci n’est pas du JSON. Rien n’a été modifié.",
  "Expected a JSON object; this is null. Nothing was changed.":
    "Un objet JSON est attendu ; ceci est null. Rien n’a été modifié.",
  "Expected one e-mail address, such as ada@example.com.":
    "Une seule adresse e-mail est attendue, par exemple ada@example.com.",
  "Choose what to refund: all of it, the rest, what was too much, or an amount.":
    "Choisissez ce qui est à rembourser : le tout, le reste, ce qui était en trop, ou un montant.",
  All: "Tout",
  "waits for you": "vous attend",
  archived: "archivé",
  "from {day}": "à partir du {day}",
  "to {day}": "jusqu’au {day}",
  "paid in {coin}": "payé en {coin}",
  "“{word}”": "« {word} »",
  "Expected an amount above 0 and at most {amount}, which is what was received and not refunded yet.":
    "Un montant supérieur à 0 et d’au plus {amount} est attendu : c’est ce qui a été reçu et n’a pas encore été remboursé.",
  "delivered to {webhook}": "remis à {webhook}",
  "given up for {webhook}": "abandonné pour {webhook}",
  "a webhook that was deleted": "un webhook supprimé",
  "waits for {webhook}": "en attente de {webhook}",
  "{what}, attempt {count}": "{what}, tentative {count}",
  "an unreported amount": "un montant non communiqué",
  Payment: "Paiement",
  "Received by the merchant": "Reçu par le commerçant",
  "Sent back": "Renvoyé",
  "Not looked up: {reason}": "Non vérifié : {reason}",
  "A node has it in block {number}, {hash}.": "Un nœud l’a dans le bloc {number}, {hash}.",
  "The transaction is in the pack.": "La transaction est dans le dossier.",
  "In block {number}, with the work of {count} blocks in the pack.": {
    one: "Dans le bloc {number}, avec le travail de {count} bloc dans le dossier.",
    other: "Dans le bloc {number}, avec le travail de {count} blocs dans le dossier.",
  },
  "Choose what to do with the invoices.": "Choisissez que faire des factures.",
  New: "Nouveau",
  Processing: "En cours",
  Settled: "Réglé",
  Expired: "Expiré",
  Invalid: "Non valide",
  None: "Aucune",
  "paid in part": "payée en partie",
  "paid late": "payée en retard",
  "marked by a person": "marquée par une personne",
  "sent back": "renvoyé",
  settled: "réglé",
  "not converted": "non converti",
  "not on the chain any more": "n’est plus sur la chaîne",
  Created: "Créé",
  Archived: "Archivé",
  "E-mail: {what}": "E-mail : {what}",
  "Refund of {amount} made": "Remboursement de {amount} créé",
  "Refund of {amount} claimed": "Remboursement de {amount} réclamé",
  "Refund of {amount} paid": "Remboursement de {amount} payé",
  "{units} units": "{units} unités",
  "Payment of {amount} seen": "Paiement de {amount} vu",
  "counts for {amount}": "compte pour {amount}",
  "You received {amount}": "Vous avez reçu {amount}",
  "The payment was sent back": "Le paiement a été renvoyé",
  "Paid, waits for confirmation": "Payé, en attente de confirmation",
  "A payment is not confirmed yet, later than usual":
    "Un paiement n’est pas encore confirmé, plus tard que d’habitude",
  "A payment has disappeared from its network": "Un paiement a disparu de son réseau",
  "Open again": "De nouveau ouvert",
  "Settled by {name}": "Marqué comme réglé par {name}",
  "Invalid by {name}": "Marqué comme non valide par {name}",
  "Taken off the inbox by {name}": "Retiré de la boîte de réception par {name}",
  "More than {count} e-mails did not arrive": "Plus de {count} e-mails ne sont pas arrivés",
  "{count} e-mails did not arrive": {
    one: "Un e-mail n’est pas arrivé",
    other: "{count} e-mails ne sont pas arrivés",
  },
  Month: "Mois",
  Invoice: "Facture",
  "The link to pay": "Le lien pour payer",
  "The reminder": "Le rappel",
  "The payment is confirmed": "Le paiement est confirmé",
  "A part is missing": "Il manque une partie",
  "The receipt": "Le reçu",
  "The invoice has expired": "La facture a expiré",
  "The link of a refund": "Le lien d’un remboursement",
  "The link to the month": "Le lien vers le mois",
  customer: "client",
  payer: "payeur",
  accountant: "comptable",
  "to the customer": "au client",
  "to the payer": "au payeur",
  "to the accountant": "au comptable",
  "waits to be sent": "en attente d’envoi",
  sent: "envoyé",
  "refused by the mail server": "refusé par le serveur de messagerie",
  "given up after two days": "abandonné après deux jours",
  "not sent": "non envoyé",
  Overview: "Vue d’ensemble",
  Inbox: "Boîte de réception",
  Invoices: "Factures",
  "Payment links": "Liens de paiement",
  "Point of sale": "Point de vente",
  "Pay buttons": "Boutons de paiement",
  Payouts: "Versements",
  Reports: "Rapports",
  Exports: "Exports",
  Developers: "Développeurs",
  People: "Personnes",
  "Audit log": "Journal des modifications",
  Settings: "Réglages",
  Server: "Serveur",
  Today: "Aujourd’hui",
  "7 days": "7 jours",
  "30 days": "30 jours",
  "Payments that need a decision": "Paiements qui demandent une décision",
  "Refunds and payouts to be paid": "Remboursements et versements à payer",
  "Lost invoices": "Factures perdues",
  "An invoice was lost": "Une facture a été perdue",
  "Invoice {id} was lost with the database.": "La facture {id} a été perdue avec la base de données.",
  "Lost invoice taken off the inbox": "Facture perdue retirée de la boîte de réception",
  "A failover of the database or a restored backup has lost these invoices or their addresses. What comes to the addresses is listed as unattributed funds. Where a customer still wants to pay, make the invoice again, and assign to it what has come.":
    "Un basculement de la base de données ou la restauration d’une sauvegarde a fait perdre ces factures ou leurs adresses. Ce qui arrive à ces adresses figure parmi les fonds non attribués. Si un client veut encore payer, recréez la facture et attribuez-lui ce qui est arrivé.",
  "issued <span>{time}</span>": "émise <span>{time}</span>",
  "To be paid to the shop directly: look for a transfer of exactly this amount yourself.":
    "À payer directement à la boutique : cherchez vous-même un transfert d’exactement ce montant.",
  "Done: take the lost invoice {id} off the list": "Traité : retirer de la liste la facture perdue {id}",
  "E-mails that did not arrive": "E-mails qui ne sont pas arrivés",
  "Webhooks that were disabled": "Webhooks désactivés",
  "This store has made {most} invitations within an hour. Try again in {minutes} min.":
    "Cette boutique a créé {most} invitations en une heure. Réessayez dans {minutes} min.",
  'Expected a currency such as USD; got "{got}".':
    "Une monnaie est attendue, par exemple USD ; reçu : « {got} ».",
  'Expected an amount such as 500, with at most {decimals} decimals; got "{got}".':
    "Un montant est attendu, par exemple 500, avec {decimals} décimales au plus ; reçu : « {got} ».",
  "The name of a role has 1 to 40 letters, digits, blanks or dashes.":
    "Le nom d’un rôle a de 1 à 40 lettres, chiffres, espaces ou tirets.",
  "{name} is a built-in role. Choose another name.": "{name} est un rôle prédéfini. Choisissez un autre nom.",
  "Choose what the role may do.": "Choisissez ce que le rôle peut faire.",
  "The role would be allowed more than you are.": "Le rôle aurait plus d’autorisations que vous.",
  "The role {name} allows more than you may do yourself.":
    "Le rôle {name} permet plus que ce que vous pouvez faire vous-même.",
  "Only an owner of the store can let a role do without a second factor.":
    "Seul un propriétaire de la boutique peut dispenser un rôle du second facteur.",
  "Everything in the store": "Tout dans la boutique",
  "Do everything in the store": "Tout faire dans la boutique",
  "Change the store's settings, and do everything in it":
    "Modifier les réglages de la boutique et tout y faire",
  "See the store's settings, payment methods and rates, and everything in it":
    "Voir les réglages, les moyens de paiement et les taux de la boutique, et tout ce qu’elle contient",
  "Create invoices, mark unpaid ones as invalid, and change their notes":
    "Créer des factures, marquer celles qui sont impayées comme non valides et modifier leurs notes",
  "Mark invoices as paid, and assign unattributed funds to them":
    "Marquer des factures comme payées et leur attribuer des fonds non attribués",
  "Invite people to the store, and change their roles":
    "Inviter des personnes dans la boutique et modifier leurs rôles",
  "Make and revoke the store's API keys": "Créer et révoquer les clés API de la boutique",
  "See the audit log": "Voir le journal des modifications",
  "See invoices and their payments": "Voir les factures et leurs paiements",
  "Create invoices": "Créer des factures",
  "Set up webhooks, which report payments to the shop":
    "Configurer des webhooks, qui annoncent les paiements à la boutique",
  "Create and change payment requests": "Créer et modifier des demandes de paiement",
  "See payment requests": "Voir les demandes de paiement",
  "Create, approve and end refunds and pull payments":
    "Créer, approuver et terminer des remboursements et des paiements à réclamer",
  "Create refunds and pull payments that need no approval":
    "Créer des remboursements et des paiements à réclamer sans approbation",
  "Propose refunds, which you approve before anything is paid":
    "Proposer des remboursements, que vous approuvez avant tout paiement",
  "End refunds and pull payments": "Terminer des remboursements et des paiements à réclamer",
  "See refunds and pull payments": "Voir les remboursements et les paiements à réclamer",
  "Approve, pay and cancel payouts": "Approuver, payer et annuler des versements",
  "See payouts": "Voir les versements",
  "See reports": "Voir les rapports",
  "Send the e-mails of an invoice again": "Renvoyer les e-mails d’une facture",
  "Use a Lightning node (Crosstill has none)": "Utiliser un nœud Lightning (Crosstill n’en a pas)",
  "See your own name and e-mail address": "Voir son propre nom et sa propre adresse e-mail",
  "Choose your own language and theme": "Choisir sa langue et son thème",
  "See your own notifications": "Voir ses propres notifications",
  "Mark and remove your own notifications, and choose them":
    "Marquer, supprimer et choisir ses propres notifications",
  "Enter one e-mail address, such as ada@example.com.":
    "Saisissez une seule adresse e-mail, par exemple ada@example.com.",
  "Your account": "Votre compte",
  "A store: {name}": "Une boutique : {name}",
  "Settlement in {coin}": "Règlement en {coin}",
  "Refund addresses": "Adresses de remboursement",
  "A second factor for your account": "Un second facteur pour votre compte",
  "Make a test payment": "Faire un paiement d’essai",
  "Pay a small invoice yourself": "Payer vous-même une petite facture",
  "Connect a shop, or make a key": "Connecter une boutique en ligne ou créer une clé",
  "Make a backup": "Faire une sauvegarde",
  Store: "Boutique",
  Name: "Nom",
  "Customers see it.": "Les clients le voient.",
  "Currency of prices": "Monnaie des prix",
  "Time zone": "Fuseau horaire",
  "In which days and months begin, such as Europe/Berlin.":
    "Celui dans lequel commencent les jours et les mois, par exemple Europe/Berlin.",
  Settlement: "Règlement",
  "Coin and chain": "Monnaie et chaîne",
  "Your address": "Votre adresse",
  "From a wallet whose keys you hold. Exchanges may refuse or lose such payments.":
    "D’un portefeuille dont vous détenez les clés. Les plateformes d’échange peuvent refuser ou perdre de tels paiements.",
  "The service sends money there that it cannot convert. Coins of a chain without an address are not offered; name at least one.":
    "Le service y envoie l’argent qu’il ne peut pas convertir. Les monnaies d’une chaîne sans adresse ne sont pas proposées ; indiquez-en au moins une.",
  "Enter a name of at most {count} characters.": "Saisissez un nom de {count} caractères au plus.",
  "Enter a name without control and format characters.":
    "Saisissez un nom sans caractères de contrôle ni de mise en forme.",
  "Enter an address for at least one chain.": "Saisissez une adresse pour au moins une chaîne.",
  "Refund address on {chain}": "Adresse de remboursement sur {chain}",
  "{coin}, directly": "{coin}, directement",
  "Coins that customers are offered": "Monnaies proposées aux clients",
  "The service sends money there that it cannot convert. Coins of a chain without an address are not offered: empty a field to remove its address.":
    "Le service y envoie l’argent qu’il ne peut pas convertir. Les monnaies d’une chaîne sans adresse ne sont pas proposées. Videz un champ pour supprimer son adresse.",
  "When a payment is not as asked for": "Quand un paiement n’est pas conforme à la demande",
  "It holds for invoices from now on; those that were made keep theirs.":
    "S’applique aux factures à venir ; celles qui existent gardent leurs règles.",
  "Start from": "Partir de",
  "Another choice resets tolerance, too little, too much and too late.":
    "Un autre choix réinitialise la tolérance, le trop peu, le trop et le retard.",
  "A shop: goods at a price": "Une boutique : des biens à un prix",
  "Top-ups: whatever arrives counts": "Recharges : tout ce qui arrive compte",
  "Tolerance, in percent": "Tolérance, en pour cent",
  "So much of the price may be missing, and the invoice is still paid.":
    "Cette part du prix peut manquer, et la facture est tout de même payée.",
  "Tolerance, as an amount of {symbol}": "Tolérance, en montant de {symbol}",
  "Or so much, whichever of the two allows more.": "Ou ce montant, selon ce qui est le plus large.",
  "Write off small remainders, up to percent of the price":
    "Abandonner les petits restes, jusqu’à ce pourcentage du prix",
  "A remaining amount that is too small to be paid on its own is written off.":
    "Un reste trop petit pour être payé séparément est abandonné.",
  "Too little": "Trop peu",
  "What happens when a customer pays less than the price.":
    "Ce qui se passe quand un client paie moins que le prix.",
  "Ask for the rest while the price holds": "Demander le reste tant que le prix est garanti",
  "Accept it as the payment": "L’accepter comme paiement",
  "Let a person decide": "Laisser une personne décider",
  "Too much": "Trop",
  "What happens when a customer pays more than the price.":
    "Ce qui se passe quand un client paie plus que le prix.",
  "Late payments count from, in percent of the price":
    "Les paiements en retard comptent à partir de ce pourcentage du prix",
  "Money that comes after the price ended pays the invoice if it is worth at least this.":
    "L’argent qui arrive après la fin du prix paie la facture s’il vaut au moins cela.",
  Proof: "Preuve",
  "Proof of a settlement": "Preuve d’un règlement",
  "What must show that the money reached you before the invoice is settled.":
    "Ce qui doit montrer que l’argent vous est parvenu avant que la facture soit réglée.",
  "Automatic: the chain where a node is set up, else a transaction hash":
    "Automatique : la chaîne si un nœud est configuré, sinon un hash de transaction",
  "Read from the chain": "Lu dans la chaîne",
  "A transaction hash from the service": "Un hash de transaction du service",
  "The word of the service": "La parole du service",
  Confirmations: "Confirmations",
  "A number, or by price: 1000=2,10000=6 waits for two from 1,000 on and six from 10,000 on.":
    "Un nombre, ou selon le prix : 1000=2,10000=6 attend deux confirmations à partir de 1 000 et six à partir de 10 000.",
  "What a single invoice may ask for itself": "Ce qu’une facture peut demander pour elle-même",
  "A key that makes invoices cannot go beyond this.":
    "Une clé qui crée des factures ne peut pas aller au-delà.",
  "Accept whatever comes": "Accepter tout ce qui arrive",
  "Weaker proof, fewer confirmations": "Preuve plus faible, moins de confirmations",
  Policy: "Règles",
  Payments: "Paiements",
  Price: "Prix",
  "Used where a shop names no currency.": "Utilisée quand une boutique en ligne n’indique aucune monnaie.",
  "Price fixed for, in minutes": "Prix garanti pendant, en minutes",
  "How long a customer has to pay at the price shown.":
    "Le temps dont dispose un client pour payer au prix affiché.",
  "Who pays for the conversion": "Qui paie la conversion",
  "The customer: you receive the whole price": "Le client : vous recevez le prix entier",
  "You: the customer pays the price and no more": "Vous : le client paie le prix et rien de plus",
  "Margin in percent": "Marge en pour cent",
  "Added to the price for services whose quotes state no minimum.":
    "Ajoutée au prix pour les services dont les devis n’indiquent pas de minimum.",
  Addresses: "Adresses",
  "Take the settlement coin directly": "Accepter directement la monnaie de règlement",
  "Customers who have it send it straight to your address, without a conversion.":
    "Les clients qui en ont l’envoient directement à votre adresse, sans conversion.",
  "A new order for each address": "Un nouvel ordre pour chaque adresse",
  "Each address is an order of its own at the service and is not used again.":
    "Chaque adresse est un ordre distinct auprès du service et n’est pas réutilisée.",
  Coins: "Monnaies",
  "Coin shown first": "Monnaie affichée en premier",
  "The first of the list": "La première de la liste",
  "Checkout and e-mail": "Page de paiement et e-mail",
  Checkout: "Page de paiement",
  "Language of payment pages": "Langue des pages de paiement",
  "What the customer's browser asks for": "Celle que demande le navigateur du client",
  "E-mail to customers": "E-mail aux clients",
  "Mail each new invoice to its buyer": "Envoyer chaque nouvelle facture à son acheteur par e-mail",
  "To the address that the shop gives as buyerEmail.":
    "À l’adresse que la boutique en ligne indique dans buyerEmail.",
  "Remind so many minutes before the price ends": "Rappeler tant de minutes avant la fin du prix",
  "Empty: no reminder.": "Vide : pas de rappel.",
  "Keep addresses for so many days": "Conserver les adresses tant de jours",
  "After an invoice has ended; then they are deleted.":
    "Après la fin d’une facture ; elles sont ensuite supprimées.",
  Books: "Livres",
  "Currencies in which payments are valued": "Monnaies dans lesquelles les paiements sont évalués",
  "At most {count}, with commas, such as EUR,CHF. The first is that of your books.":
    "Au plus {count}, séparées par des virgules, par exemple EUR,CHF. La première est celle de vos livres.",
  "E-mail of your accountant": "E-mail de votre comptable",
  "Gets a link to each month that has ended. Empty: no e-mail.":
    "Reçoit un lien vers chaque mois terminé. Vide : pas d’e-mail.",
  Shops: "Boutiques en ligne",
  "How shop plugins are answered": "Comment les modules de boutique reçoivent leurs réponses",
  "One invoice for an order": "Une facture par commande",
  "A shop that asks twice for an order gets its open invoice again.":
    "Une boutique en ligne qui demande deux fois pour une commande reçoit de nouveau sa facture ouverte.",
  "Install its plugin for BTCPay Server: it speaks the same API.":
    "Installez son module pour BTCPay Server : il parle la même API.",
  "Enter the server address below in the plugin's settings.":
    "Saisissez l’adresse du serveur ci-dessous dans les réglages du module.",
  "Use the plugin's button for a key, or make one below; it opens this server and asks you to approve.":
    "Utilisez le bouton du module pour obtenir une clé, ou créez-en une ci-dessous ; il ouvre ce serveur et vous demande votre accord.",
  "Order something in your shop: the invoice appears in the list of invoices here.":
    "Commandez quelque chose dans votre boutique en ligne : la facture apparaît ici dans la liste des factures.",
  "Enter the store id below as well.": "Saisissez aussi l’identifiant de la boutique ci-dessous.",
  "Make a key, and send it as “Authorization: token …” with each call.":
    "Créez une clé et envoyez-la avec chaque appel sous la forme « Authorization: token … ».",
  "Create an invoice by POST to the address of invoices below, and send the customer to its checkoutLink.":
    "Créez une facture par POST à l’adresse des factures ci-dessous, et envoyez le client vers son checkoutLink.",
  "Add a webhook, which tells your server when an invoice is settled.":
    "Ajoutez un webhook, qui prévient votre serveur quand une facture est réglée.",
  "Own code": "Code propre",
  "Server address": "Adresse du serveur",
  "Store id": "Identifiant de la boutique",
  "Address of invoices": "Adresse des factures",
  "General and brand": "Généralités et marque",
  Archive: "Archiver",
  "This month has not ended.": "Ce mois n’est pas terminé.",
  "A payout of your own": "Un versement de votre part",
  "Refund of invoice {id}": "Remboursement de la facture {id}",
  "Claim of a pull payment": "Demande sur un paiement à réclamer",
  "Claim of “{name}”": "Demande sur « {name} »",
  "At least {amount}, by the quote that is being carried out.":
    "Au moins {amount}, d’après le devis en cours d’exécution.",
  "As it was approved, and what you send by hand. Through the service the fees of the conversion come off.":
    "Comme approuvé, et ce que vous envoyez à la main. Par le service, les frais de conversion sont déduits.",
  "At the rate of this moment; it is fixed when you approve.":
    "Au taux de ce moment ; il est fixé quand vous approuvez.",
  "Waits for you": "Vous attend",
  "Check its payment": "Paiement à vérifier",
  "Check the payment of this payout": "Vérifiez le paiement de ce versement",
  "Approve this payout?": "Approuver ce versement ?",
  "You have approved this payout": "Vous avez approuvé ce versement",
  "Waits for a second person": "Attend une deuxième personne",
  "You can approve it from {time}.": "Vous pouvez l’approuver à partir de {time}.",
  "To be paid": "À payer",
  "Pay this payout": "Payer ce versement",
  "On its way": "En route",
  "This payout is on its way": "Ce versement est en route",
  Paid: "Payé",
  "This payout was paid": "Ce versement a été payé",
  Cancelled: "Annulé",
  "This payout was cancelled": "Ce versement a été annulé",
  Claimed: "Demandé",
  Approved: "Approuvé",
  Sent: "Envoyé",
  Arrived: "Arrivé",
  "Seen on the chain": "Vu dans la chaîne",
  "Told by the intent service": "Indiqué par le service de conversion",
  "By your word": "D’après votre parole",
  "It was marked as on its way. Record the transaction once it has arrived.":
    "Il a été marqué comme étant en route. Enregistrez la transaction une fois qu’il est arrivé.",
  "Less has arrived than the quote promised: {amount}. Ask the service, or record it as paid without a transaction if you accept that.":
    "Il est arrivé moins que ce que promettait le devis : {amount}. Demandez au service, ou enregistrez-le comme payé sans transaction si vous l’acceptez.",
  "The intent service has not seen your payment yet.":
    "Le service de conversion n’a pas encore vu votre paiement.",
  "The intent service has your payment and converts it.":
    "Le service de conversion a votre paiement et le convertit.",
  "The intent service says that it has paid the buyer. The gateway looks for it on the chain.":
    "Le service de conversion indique qu’il a payé l’acheteur. La passerelle cherche le paiement dans la chaîne.",
  "The intent service could not convert it. As a rule it sends the money back to your wallet; until then it is not back.":
    "Le service de conversion n’a pas pu le convertir. En règle générale, il renvoie l’argent à votre portefeuille ; d’ici là, l’argent n’est pas revenu.",
  "The intent service has sent the money back to your wallet.":
    "Le service de conversion a renvoyé l’argent à votre portefeuille.",
  "The intent service says “{word}”.": "Le service de conversion indique « {word} ».",
  "Expected at most {count} items. Remove one first.":
    "{count} articles au plus sont attendus. Retirez-en d’abord un.",
  "Expected at least the least amount.": "Un montant au moins égal au minimum est attendu.",
  "Expected at most {count} amounts.": "{count} montants au plus sont attendus.",
  "Expected amounts from {least} to {most}, such as 5 10 20.":
    "Des montants de {least} à {most} sont attendus, par exemple 5 10 20.",
  "Expected a redirect address that starts with https://.":
    "Une adresse de redirection qui commence par https:// est attendue.",
  "A button can lead back only to the store's website. Enter the website in the settings of the store.":
    "Un bouton ne peut ramener que vers le site de la boutique. Indiquez le site dans les réglages de la boutique.",
  "A button can lead back only to the store's website: {hosts}.":
    "Un bouton ne peut ramener que vers le site de la boutique : {hosts}.",
  Pay: "Payer",
  "Sent to {to}.": "Envoyé à {to}.",
  "Expected {currency}: the currency stays while there are items. Remove them first, or make another point of sale.":
    "{currency} est attendu : la monnaie reste tant qu’il y a des articles. Retirez-les d’abord, ou créez un autre point de vente.",
  "each payment with what came, what it became, its rate and its fees":
    "chaque paiement : ce qui est venu, ce que c’est devenu, le taux et les frais",
  "each invoice that was settled, or that had money":
    "chaque facture réglée ou pour laquelle de l’argent est venu",
  "refunds, and what the shop has paid out": "les remboursements, et ce que la boutique a versé",
  "each fee by its kind": "chaque frais par nature",
  "every movement, in double entry": "chaque mouvement, en partie double",
  "money that no invoice explains": "l’argent qu’aucune facture n’explique",
  "the ledger for hledger": "le grand livre pour hledger",
  "for Koinly": "pour Koinly",
  "a bank statement for Xero": "un relevé bancaire pour Xero",
  "sales for Xero": "les ventes pour Xero",
  "a bank statement for QuickBooks Online": "un relevé bancaire pour QuickBooks Online",
  "a bank statement in the coin that the shop is paid in":
    "un relevé bancaire dans la monnaie que reçoit la boutique",
  "{what}: its first part, the next ones over the API":
    "{what} : la première partie, les suivantes par l’API",
  "{name}, part {part} of {parts}": "{name}, partie {part} sur {parts}",
  "Received from payers": "Reçu des payeurs",
  "Brought by conversion, before fees": "Apporté par la conversion, avant frais",
  "Converted into another coin": "Converti dans une autre monnaie",
  Fees: "Frais",
  "Gained by moving prices": "Gagné par les variations de prix",
  "Lost to moving prices": "Perdu par les variations de prix",
  "Sent back to payers by the service": "Renvoyé aux payeurs par le service",
  "Passed on to the shop’s address": "Transmis à l’adresse de la boutique",
  "On its way at the beginning": "En route au début",
  "On its way at the end": "En route à la fin",
  "Unknown coin": "Monnaie inconnue",
  "{by} invites you to {store}": "{by} vous invite dans {store}",
  "Accept the invitation": "Accepter l’invitation",
  "E-mail address confirmed": "Adresse e-mail confirmée",
  "Another account has confirmed this address. Use another address, or change the other account.":
    "Un autre compte a confirmé cette adresse. Utilisez une autre adresse ou modifiez l’autre compte.",
  "Confirm your e-mail address": "Confirmez votre adresse e-mail",
  "The account {name} names this address as its own. If the account is yours, confirm the address. If it is not, ignore this message.":
    "Le compte {name} indique cette adresse comme la sienne. Si ce compte est le vôtre, confirmez l’adresse. Sinon, ignorez ce message.",
  "Confirm the address": "Confirmer l’adresse",
  "This link does not work any more. Sign in and send another one from the page of your account.":
    "Ce lien ne fonctionne plus. Connectez-vous et envoyez-en un autre depuis la page de votre compte.",
  "The address {email} is confirmed.": "L’adresse {email} est confirmée.",
  "The address {email} then belongs to the account {account}.":
    "L’adresse {email} appartient alors au compte {account}.",
  "You have confirmed this address.": "Vous avez confirmé cette adresse.",
  "This address is not confirmed. Follow the link in the message that was sent to it. Until then you cannot be added to a store by the address.":
    "Cette adresse n’est pas confirmée. Suivez le lien du message qui lui a été envoyé. D’ici là, personne ne peut vous ajouter à une boutique par cette adresse.",
  "This address is not confirmed, because this server sends no e-mail. You cannot be added to a store by the address.":
    "Cette adresse n’est pas confirmée, car ce serveur n’envoie pas d’e-mails. Personne ne peut vous ajouter à une boutique par cette adresse.",
  "Send the link again": "Renvoyer le lien",
  "The password must have at least {least} characters; this one has {count}.":
    "Le mot de passe doit avoir au moins {least} caractères ; celui-ci en a {count}.",
  "The password must have at most {most} characters.":
    "Le mot de passe doit avoir {most} caractères au plus.",
  "This password is one of the first that attackers try. Take another: four unrelated words are good.":
    "Ce mot de passe est l’un des premiers qu’essaient les attaquants. Prenez-en un autre : quatre mots sans rapport conviennent bien.",
  "Sign-in from a new device": "Connexion depuis un nouvel appareil",
  "Your password was changed": "Votre mot de passe a été modifié",
  "Your e-mail address was changed": "Votre adresse e-mail a été modifiée",
  "A second factor was added to your account": "Un second facteur a été ajouté à votre compte",
  "A second factor was removed from your account": "Un second facteur a été retiré de votre compte",
  "A new API key was made": "Une nouvelle clé API a été créée",
  "The rule for approving payouts was changed": "La règle d’approbation des versements a été modifiée",
  "Another person can approve payouts now": "Une autre personne peut désormais approuver les versements",
  Account: "Compte",
  When: "Quand",
  From: "Depuis",
  What: "Quoi",
  "If this was not you, change your password and sign out everywhere at once.":
    "Si ce n’était pas vous, changez immédiatement votre mot de passe et déconnectez-vous partout.",
  "Open your account": "Ouvrir votre compte",
  "This is a sandbox. No real money moves here.":
    "Ceci est un environnement de test. Aucun argent réel ne circule ici.",
  "Sent by Crosstill at {host}, because this address belongs to an account there.":
    "Envoyé par Crosstill sur {host}, parce que cette adresse appartient à un compte qui s’y trouve.",
  "See what can be done": "Voir ce qui peut être fait",
  "No limit: one person approves": "Pas de limite : une personne approuve",
  "{name} asks to change the rule for approving payouts":
    "{name} demande à modifier la règle d’approbation des versements",
  "Present limit": "Limite actuelle",
  "New limit": "Nouvelle limite",
  "Look at the change": "Voir la modification",
  Cancel: "Annuler",
  "Copy {what}": "Copier : {what}",
  Copy: "Copier",
  Pages: "Pages",
  Newer: "Plus récents",
  Older: "Plus anciens",
  "Your role asks for a second factor. Set one up to go on.":
    "Votre rôle demande un second facteur. Configurez-en un pour continuer.",
  "The authenticator app is on.": "L’application d’authentification est activée.",
  "You are asked for a code from it when you sign in.":
    "Un code de celle-ci vous est demandé à la connexion.",
  "Your recovery codes": "Vos codes de récupération",
  "Each of them replaces your second factor once. Keep them where you keep important papers: they are shown only now.":
    "Chacun remplace une fois votre second facteur. Gardez-les avec vos papiers importants : ils ne sont affichés que maintenant.",
  Download: "Télécharger",
  Language: "Langue",
  "Language of these pages": "Langue de ces pages",
  "As the browser asks": "Celle du navigateur",
  "What payers read follows their own browser.": "Ce que lisent les payeurs suit leur propre navigateur.",
  "Save the language": "Enregistrer la langue",
  "Address for security notices": "Adresse pour les avis de sécurité",
  "Save the address": "Enregistrer l’adresse",
  Password: "Mot de passe",
  "Current password": "Mot de passe actuel",
  "New password": "Nouveau mot de passe",
  "At least {count} characters. A few words that do not belong together are easy to keep.":
    "Au moins {count} caractères. Quelques mots sans rapport entre eux sont faciles à retenir.",
  "New password again": "Nouveau mot de passe, encore une fois",
  "Changing it signs you out everywhere else.": "Le changer vous déconnecte partout ailleurs.",
  "Change the password": "Changer le mot de passe",
  "Second factor": "Second facteur",
  "After your password, something that only you have. A passkey also signs you in alone.":
    "Après votre mot de passe, quelque chose que vous seul possédez. Une clé d’accès permet aussi de se connecter seule.",
  "Authenticator app": "Application d’authentification",
  on: "activé",
  "Scan this with your authenticator app, or enter the key by hand.":
    "Scannez ceci avec votre application d’authentification, ou saisissez la clé à la main.",
  "The code that it shows": "Le code qu’elle affiche",
  "Turn it on": "Activer",
  "{count} recovery codes are left.": {
    one: "Il reste {count} code de récupération.",
    other: "Il reste {count} codes de récupération.",
  },
  "Make new recovery codes": "Créer de nouveaux codes de récupération",
  "Turn it off": "Désactiver",
  "Turn the authenticator app off?": "Désactiver l’application d’authentification ?",
  "Your password and your passkeys are then all that protects this account.":
    "Seuls votre mot de passe et vos clés d’accès protègent alors ce compte.",
  "Set up an authenticator app": "Configurer une application d’authentification",
  Passkeys: "Clés d’accès",
  "added <span>{time}</span>": "ajoutée <span>{time}</span>",
  "used <span>{time}</span>": "utilisée <span>{time}</span>",
  "never used": "jamais utilisée",
  "Made by {name}": "Créée par {name}",
  "The key does not work, because the account of {name} is disabled.":
    "La clé ne fonctionne pas, car le compte de {name} est désactivé.",
  "The key was made for more. It may do only what {name} may do now.":
    "La clé a été créée pour davantage. Elle ne peut faire que ce que {name} peut faire maintenant.",
  Remove: "Retirer",
  "Remove the passkey {name}": "Retirer la clé d’accès {name}",
  "Remove the passkey “{name}”?": "Retirer la clé d’accès « {name} » ?",
  "It does not sign you in any more. Remove it from the device as well.":
    "Elle ne permet plus de vous connecter. Retirez-la aussi de l’appareil.",
  "Remove the passkey": "Retirer la clé d’accès",
  "Name of the passkey": "Nom de la clé d’accès",
  "For example “laptop”": "Par exemple « portable »",
  "Add a passkey": "Ajouter une clé d’accès",
  "The passkey was not made. Try again.": "La clé d’accès n’a pas été créée. Réessayez.",
  "Adding a passkey needs JavaScript.": "L’ajout d’une clé d’accès nécessite JavaScript.",
  "Where you are signed in": "Où vous êtes connecté",
  here: "ici",
  "last seen <span>{time}</span>": "vu pour la dernière fois <span>{time}</span>",
  "Sign out of {browser}": "Déconnecter {browser}",
  "Sign out": "Se déconnecter",
  "Sign out everywhere else": "Se déconnecter partout ailleurs",
  "The key “{label}”": "La clé « {label} »",
  "That key was made already, and a key is shown only once. If you did not copy it, revoke it and make another one.":
    "Cette clé a déjà été créée, et une clé n’est affichée qu’une fois. Si vous ne l’avez pas copiée, révoquez-la et créez-en une autre.",
  "None yet.": "Aucune pour l’instant.",
  expired: "expiré",
  used: "utilisée",
  expires: "expire",
  "Revoke the key {label}": "Révoquer la clé {label}",
  "Revoke…": "Révoquer…",
  "Permissions: {count}": "Autorisations : {count}",
  "These are the newest {count}.": "Voici les {count} plus récentes.",
  "Make a key": "Créer une clé",
  Label: "Libellé",
  "For example “shop server”": "Par exemple « serveur de la boutique »",
  Expires: "Expiration",
  Never: "Jamais",
  "In {days} days": "Dans {days} jours",
  "Permissions of a shop plugin": "Autorisations d’un module de boutique",
  "What it may do": "Ce qui est autorisé",
  "Make the key": "Créer la clé",
  Stores: "Boutiques",
  "Is paid in {coin}, at": "Est payée en {coin}, à",
  "See which": "Voir lesquels",
  "Name, logo and colour": "Nom, logo et couleur",
  Statements: "Relevés",
  "New store": "Nouvelle boutique",
  "API key": "Clé API",
  command: "commande",
  system: "système",
  "What people, keys and commands have changed. Nothing here can be changed or removed.":
    "Ce que des personnes, des clés et des commandes ont modifié. Rien ici ne peut être modifié ni retiré.",
  "Download as CSV": "Télécharger en CSV",
  all: "tout",
  To: "Jusqu’au",
  Action: "Action",
  Show: "Afficher",
  "No entries": "Aucune entrée",
  "Nothing was changed in this range, or by this person.":
    "Rien n’a été modifié dans cette période, ou par cette personne.",
  "Show everything": "Tout afficher",
  Entries: "Entrées",
  Who: "Qui",
  Changed: "Modifié",
  "Give access": "Donner l’accès",
  "{application} asks for access": "{application} demande un accès",
  "It gets a key, which is sent to <strong>{host}</strong>. The name above is what it calls itself: go by the address.":
    "L’application reçoit une clé, envoyée à <strong>{host}</strong>. Le nom ci-dessus est celui qu’elle se donne : fiez-vous à l’adresse.",
  "It gets a key, which is shown to you here.": "L’application reçoit une clé, qui vous est affichée ici.",
  "The key would travel over plain http: anyone on the network path can read it.":
    "La clé circulerait par http non chiffré : quiconque se trouve sur le chemin du réseau peut la lire.",
  "For the store": "Pour la boutique",
  "It may then": "Elle pourra alors",
  "Replace the earlier connection of {host}": "Remplacer la connexion précédente de {host}",
  "Revoke the key made on {time}": "Révoquer la clé créée le {time}",
  "Delete the webhook to {url}": "Supprimer le webhook vers {url}",
  "Make a key below, and paste it into the plugin's settings.":
    "Créez une clé ci-dessous et collez-la dans les réglages de l’extension.",
  "It can approve refunds and payouts, up to the store's limit if there is one. What it approves is paid from the store's wallet.":
    "Elle peut approuver des remboursements et des versements, jusqu’à la limite de la boutique s’il y en a une. Ce qu’elle approuve est payé depuis le portefeuille de la boutique.",
  "The key that it got for this before is revoked.": "La clé obtenue auparavant pour cela est révoquée.",
  Approve: "Approuver",
  "Confirm that it is you": "Confirmez que c’est bien vous",
  "This moves money or gives access. Your second factor is asked for again after ten minutes.":
    "Cette action déplace de l’argent ou donne un accès. Votre second facteur est redemandé après dix minutes.",
  "This moves money or gives access. Your password is asked for again after ten minutes.":
    "Cette action déplace de l’argent ou donne un accès. Votre mot de passe est redemandé après dix minutes.",
  "Code from your authenticator app, or a recovery code":
    "Code de votre application d’authentification, ou code de récupération",
  Confirm: "Confirmer",
  "Password of {name}": "Mot de passe de {name}",
  Continue: "Continuer",
  "This link is used up": "Ce lien a déjà servi",
  "It was used or withdrawn, or its time is over. Ask the person who sent it for a new one. The operator gets another from this command on the machine of the gateway:":
    "Il a été utilisé ou retiré, ou son délai est passé. Demandez-en un nouveau à la personne qui l’a envoyé. L’exploitant en obtient un autre avec cette commande sur la machine de la passerelle :",
  Command: "Commande",
  "Sign in": "Se connecter",
  Delivery: "Envoi",
  "Delivery of {time}": "Envoi du {time}",
  "What was sent": "Ce qui a été envoyé",
  "It is not kept any more: it is older than 60 days. Read the invoice instead.":
    "Il n’est plus conservé : il date de plus de 60 jours. Lisez plutôt la facture.",
  "The answer": "La réponse",
  "It had no text.": "Elle ne contenait pas de texte.",
  "Send it again": "L’envoyer de nouveau",
  delivered: "remis",
  waits: "en attente",
  "given up": "abandonné",
  "What was announced of <strong>{store}</strong>, the newest first. The same events come by <a>webhooks</a> and by the API.":
    "Ce qui a été annoncé de <strong>{store}</strong>, le plus récent d’abord. Les mêmes événements arrivent par les <a>webhooks</a> et par l’API.",
  Type: "Type",
  About: "Sujet",
  "The id of an invoice or a payout": "L’identifiant d’une facture ou d’un versement",
  "All events": "Tous les événements",
  "None like this.": "Aucun ne correspond.",
  "None yet. Each change of an invoice makes one.":
    "Aucun pour l’instant. Chaque changement d’une facture en crée un.",
  Deliveries: "Envois",
  Message: "Message",
  "none wanted": "aucun demandé",
  "JSON of event {number}": "JSON de l’événement {number}",
  "Older ones": "Plus anciens",
  "Revoke a key": "Révoquer une clé",
  "Revoke the key “{label}”?": "Révoquer la clé « {label} » ?",
  "Begins with": "Commence par",
  "Last used": "Dernière utilisation",
  Made: "Créé",
  May: "Autorisations",
  "Programs that have this key are refused at once. It cannot be given back; make a new one instead.":
    "Les programmes qui ont cette clé sont refusés immédiatement. Elle ne peut pas être rétablie ; créez-en plutôt une nouvelle.",
  "Revoke the key": "Révoquer la clé",
  "Files for accountants of {store}. A range that was exported once gives the same file later.":
    "Fichiers pour les comptables de {store}. Une période exportée une fois redonne plus tard le même fichier.",
  File: "Fichier",
  "A day. Empty: the beginning.": "Un jour. Vide : le début.",
  Before: "Avant",
  "Days begin at midnight in {zone}. Whole months are on Reports.":
    "Les jours commencent à minuit à {zone}. Les mois entiers se trouvent sous Rapports.",
  "Back to {host}": "Retour vers {host}",
  "{application} gets its key now, at <strong>{host}</strong>.":
    "{application} reçoit sa clé maintenant, sur <strong>{host}</strong>.",
  "Continue to {host}": "Continuer vers {host}",
  Sandbox: "Environnement de test",
  "<strong>Sandbox.</strong> Pretend money on private chains. Nothing here has value.":
    "<strong>Environnement de test.</strong> Argent fictif sur des chaînes privées. Rien ici n’a de valeur.",
  "Nothing waits for you.": "Rien ne vous attend.",
  "Payments that are too small, too large or late appear here, with what you can do about each.":
    "Les paiements trop petits, trop grands ou en retard apparaissent ici, avec ce que vous pouvez faire pour chacun.",
  "Order {order}": "Commande {order}",
  "Invoice {id}": "Facture {id}",
  "of {price}, {state}": "de {price}, {state}",
  "Missing: {amount}.": "Manque : {amount}.",
  "At stake: {amount}.": "En jeu : {amount}.",
  "Since <span>{time}</span>": "Depuis <span>{time}</span>",
  "accepted in the inbox": "acceptée dans la boîte de réception",
  "Accept the payment of invoice {id}": "Accepter le paiement de la facture {id}",
  "Accept…": "Accepter…",
  "Refund…": "Rembourser…",
  "Done: take the {kind} entry of invoice {id} off the list":
    "Traité : retirer de la liste l’entrée « {kind} » de la facture {id}",
  Done: "Traité",
  "seen <span>{time}</span>": "vu <span>{time}</span>",
  Transaction: "Transaction",
  "The address belonged last to <a>{id}</a>.": "L’adresse appartenait en dernier à <a>{id}</a>.",
  Assign: "Attribuer",
  "waits for an approval": "attend une approbation",
  "to be paid": "à payer",
  "The recipient has claimed it.": "Le destinataire l’a réclamé.",
  "See the payout of {amount}": "Voir le versement de {amount}",
  "See the payout": "Voir le versement",
  "Refunds that are not covered": "Remboursements non couverts",
  "They refund more than what the shop has of their invoice by now. Cancel one of them, or wait until more has arrived.":
    "Ils remboursent plus que ce que la boutique a reçu de leur facture jusqu’ici. Annulez l’un d’eux, ou attendez qu’il en arrive davantage.",
  "Cancel the refund of {amount}": "Annuler le remboursement de {amount}",
  "Look and enable": "Consulter et activer",
  "See and send again": "Voir et envoyer de nouveau",
  "Invoice of any amount in {currency}": "Facture d’un montant libre en {currency}",
  "Invoice of {price}": "Facture de {price}",
  "order {order}": "commande {order}",
  "The refund of {amount} was made.": "Le remboursement de {amount} a été créé.",
  "Send this link to the customer. With it they say where the money goes; then you pay it from Payouts.":
    "Envoyez ce lien au client. Il y indique où va l’argent ; vous le payez ensuite depuis Versements.",
  "Link for the customer": "Lien pour le client",
  "Waits for you.": "Vous attend.",
  "Done: {what}": "Traité : {what}",
  "This invoice cannot be paid: it is too small.":
    "Cette facture ne peut pas être payée : elle est trop petite.",
  "Ask for more at once, or be paid in another way and mark the invoice settled.":
    "Demandez davantage en une fois, ou faites-vous payer autrement et marquez la facture comme réglée.",
  "An e-mail did not arrive.": "Un e-mail n’est pas arrivé.",
  "<a>See why, and send it again</a>.": "<a>Voir pourquoi et l’envoyer de nouveau</a>.",
  Amounts: "Montants",
  "Still to be paid": "Reste à payer",
  "Asked for last": "Dernière demande",
  "You are paid in": "Vous êtes payé en",
  "Price held until": "Prix garanti jusqu’au",
  For: "Objet",
  "Refunds go to": "Les remboursements vont à",
  "given on the payer's page": "indiquée sur la page du payeur",
  since: "depuis",
  Exceptions: "Exceptions",
  "What you can do": "Ce que vous pouvez faire",
  "QR code of the payer's page": "Code QR de la page du payeur",
  "What happened": "Ce qui s’est passé",
  "Counts for {amount}.": "Compte pour {amount}.",
  "Another {what} than was asked for.": "Différent de ce qui était demandé : {what}.",
  "claimed by the service": "annoncé par le service",
  "Sent back: {amount}.": "Renvoyé : {amount}.",
  "did not arrive": "pas arrivé",
  "Not sent again.": "Pas envoyé de nouveau.",
  "Send again: {what}": "Envoyer de nouveau : {what}",
  "Send again": "Envoyer de nouveau",
  "Technical details": "Détails techniques",
  Number: "Numéro",
  "You are paid at": "Vous êtes payé à",
  "Outpoint of {what}": "Outpoint : {what}",
  Evidence: "Preuve",
  "Request of the intent service": "Demande au service de conversion",
  Quote: "Devis",
  "Proof for a dispute": "Preuve pour un litige",
  "Events and deliveries": "Événements et envois",
  "No webhook wanted it.": "Aucun webhook ne le demandait.",
  Actions: "Actions",
  Link: "Lien",
  "Copy link": "Copier le lien",
  "The payer's page": "La page du payeur",
  "Accept as paid": "Accepter comme payée",
  "Mark as invalid": "Marquer comme non valide",
  "The shop ships the order. Later payments no longer change the state.":
    "La boutique expédie la commande. Les paiements ultérieurs ne changent plus l’état.",
  "The shop does not ship the order. Money that comes later waits for you in the inbox.":
    "La boutique n’expédie pas la commande. L’argent qui arrive plus tard vous attend dans la boîte de réception.",
  Reason: "Motif",
  "kept with the decision": "conservé avec la décision",
  "Mark settled…": "Marquer comme réglée…",
  "Mark invalid…": "Marquer comme non valide…",
  Refund: "Remboursement",
  "Makes a link on which the customer says where the refund goes. You pay it from Payouts.":
    "Crée un lien par lequel le client indique où va le remboursement. Vous le payez sous Versements.",
  "How much": "Combien",
  "All that was paid, in the coin of the payment": "Tout ce qui a été payé, dans la monnaie du paiement",
  "The rest: {amount}": "Le reste : {amount}",
  "All that was paid: {amount}": "Tout ce qui a été payé : {amount}",
  "What was too much: {amount}": "Le trop-perçu : {amount}",
  "An amount in {currency}": "Un montant en {currency}",
  "Amount in {currency}": "Montant en {currency}",
  "for the last choice": "pour le dernier choix",
  "kept in the audit log": "conservé dans le journal des modifications",
  "Send link by e-mail": "Envoyer le lien par e-mail",
  Address: "Adresse",
  "empty: the former recipient": "vide : le destinataire précédent",
  Send: "Envoyer",
  "Edit order details": "Modifier les données de la commande",
  "Order number": "Numéro de commande",
  Description: "Description",
  "Customer's e-mail": "E-mail du client",
  Save: "Enregistrer",
  "Edit metadata": "Modifier les métadonnées",
  "JSON of the invoice": "JSON de la facture",
  "Show in lists again": "Réafficher dans les listes",
  "Your role may look at this invoice only.": "Votre rôle permet seulement de consulter cette facture.",
  Refunds: "Remboursements",
  closed: "terminé",
  claimed: "demandé",
  open: "ouvert",
  paid: "payé",
  State: "État",
  "Paid in": "Payé en",
  Customer: "Client",
  "Export as CSV": "Exporter en CSV",
  "Export what is listed": "Exporter la liste",
  "New invoice": "Nouvelle facture",
  "{count} invoices were archived.": {
    one: "{count} facture a été archivée.",
    other: "{count} factures ont été archivées.",
  },
  "{count} invoices are in the lists again.": {
    one: "{count} facture est de nouveau dans les listes.",
    other: "{count} factures sont de nouveau dans les listes.",
  },
  "{count} links are on their way.": {
    one: "{count} lien est en route.",
    other: "{count} liens sont en route.",
  },
  Search: "Rechercher",
  "More filters": "Plus de filtres",
  States: "États",
  "Only those that": "Seulement celles qui",
  "wait for you": "vous attendent",
  "are archived": "sont archivées",
  "any coin": "toute monnaie",
  Apply: "Appliquer",
  Filters: "Filtres",
  "remove this filter": "retirer ce filtre",
  "Too many invoices have a word that begins so. Search for more of the word, or without the other filters.":
    "Trop de factures contiennent un mot qui commence ainsi. Cherchez une plus longue partie du mot, ou sans les autres filtres.",
  "No older ones.": "Pas de plus anciennes.",
  "Make the first one": "Créer la première",
  "Choose every invoice of this page": "Choisir toutes les factures de cette page",
  Order: "Commande",
  "show the newest first": "afficher les plus récentes d’abord",
  "show the oldest first": "afficher les plus anciennes d’abord",
  "show the highest price first": "afficher le prix le plus élevé d’abord",
  "show the lowest price first": "afficher le prix le plus bas d’abord",
  "No more.": "Rien de plus.",
  "Next page": "Page suivante",
  "Order of the list": "Ordre de la liste",
  "With those that are chosen:": "Avec celles qui sont choisies :",
  "1 chosen": "1 choisie",
  "{count} chosen": "{count} choisies",
  "Newer ones": "Plus récentes",
  Columns: "Colonnes",
  "Columns of the list": "Colonnes de la liste",
  "The list has changed.": "La liste a changé.",
  "Refund {amount}?": "Rembourser {amount} ?",
  "Mark the invoice of {price} settled?": "Marquer la facture de {price} comme réglée ?",
  "Mark the invoice of {price} invalid?": "Marquer la facture de {price} comme non valide ?",
  "none given": "aucun indiqué",
  "The customer gets a link to claim it. The money leaves you once you pay the claim from Payouts.":
    "Le client reçoit un lien pour le demander. L’argent vous quitte quand vous payez la demande sous Versements.",
  "Make the refund": "Créer le remboursement",
  "Mark settled": "Marquer comme réglée",
  "Mark invalid": "Marquer comme non valide",
  "Choose {name}": "Choisir {name}",
  "Without an order": "Sans commande",
  "Any amount in {currency}": "Montant libre en {currency}",
  "{count} invoices were left as they are": {
    one: "{count} facture est restée inchangée",
    other: "{count} factures sont restées inchangées",
  },
  "{count} others were done.": {
    one: "{count} autre a été traitée.",
    other: "{count} autres ont été traitées.",
  },
  "Back to the list": "Retour à la liste",
  "Archive {count} invoices?": { one: "Archiver {count} facture ?", other: "Archiver {count} factures ?" },
  "Show {count} invoices in the lists again?": {
    one: "Réafficher {count} facture dans les listes ?",
    other: "Réafficher {count} factures dans les listes ?",
  },
  "Send the links of {count} invoices?": {
    one: "Envoyer le lien de {count} facture ?",
    other: "Envoyer les liens de {count} factures ?",
  },
  "They leave the lists. They can still be read and paid, and you can show them again.":
    "Elles quittent les listes. Elles peuvent toujours être lues et payées, et vous pouvez les réafficher.",
  "They are listed and counted as before.": "Elles sont listées et comptées comme avant.",
  "Each goes to the customer's address that the invoice has. An invoice without one, or that takes no payment any more, is left out.":
    "Chacun va à l’adresse du client que contient la facture. Une facture qui n’en a pas, ou qui n’accepte plus de paiement, est laissée de côté.",
  "Copy it now. It is shown only this once, and it cannot be looked up later.":
    "Copiez-la maintenant. Elle n’est affichée que cette fois, et ne peut pas être retrouvée plus tard.",
  Key: "Clé",
  "Copy key": "Copier la clé",
  "For a customer of <strong>{store}</strong>. You get a page with a QR code, whose link you send.":
    "Pour un client de <strong>{store}</strong>. Vous obtenez une page avec un code QR, dont vous envoyez le lien.",
  Amount: "Montant",
  "empty: any amount": "vide : montant libre",
  Currency: "Monnaie",
  optional: "facultatif",
  "optional; the customer sees it": "facultatif ; le client le voit",
  "optional; the link is sent there": "facultatif ; le lien y est envoyé",
  "Price held for, in minutes": "Prix garanti pendant, en minutes",
  "empty: as the store has it": "vide : comme dans la boutique",
  "Make the invoice": "Créer la facture",
  "A new key": "Une nouvelle clé",
  "The key for {application}": "La clé pour {application}",
  "Stores and keys": "Boutiques et clés",
  Notifications: "Notifications",
  "Mark all as seen": "Tout marquer comme vu",
  "Nothing has happened that you were to be told of.": "Rien ne s’est passé dont vous deviez être informé.",
  "Mark as seen: {what}": "Marquer comme vu : {what}",
  Seen: "Vu",
  "What you are told of": "Ce dont vous êtes informé",
  "You are told of what your roles let you do something about.":
    "Vous êtes informé de ce que vos rôles vous permettent de traiter.",
  "E-mail takes a mail server and an address in your account.":
    "Les e-mails nécessitent un serveur de messagerie et une adresse dans votre compte.",
  Event: "Événement",
  Page: "Page",
  "{event}: on this page": "{event} : sur cette page",
  "{event}: by e-mail": "{event} : par e-mail",
  "Notifications are on in {most} browsers already, which is the most. Remove one first.":
    "Les notifications sont déjà activées dans {most} navigateurs, le maximum. Retirez-en d’abord un.",
  "This browser's push service cannot be used: it needs a public https address and a valid key. Nothing was changed.":
    "Le service push de ce navigateur n’est pas utilisable : il lui faut une adresse https publique et une clé valide. Rien n’a été modifié.",
  "That browser has ended its notifications, and was removed. Switch them on there again.":
    "Ce navigateur a mis fin à ses notifications et a été retiré. Réactivez-les sur celui-ci.",
  "The push service did not take the test. {reason}": "Le service push n’a pas accepté le test. {reason}",
  "Notifications work in this browser": "Les notifications arrivent dans ce navigateur",
  "Sent: it shows in that browser in a moment.": "Envoyé : ce navigateur l’affiche dans un instant.",
  Browsers: "Navigateurs",
  "{event}: in browsers": "{event} : dans les navigateurs",
  "Notifications in your browsers": "Notifications dans vos navigateurs",
  "Browsers that you switch on show the events ticked under “Browsers” above, also on a locked screen, until you sign out there. They show the event and the name of the store: no amounts, no names of people, no addresses.":
    "Les navigateurs que vous activez affichent les événements cochés ci-dessus sous « Navigateurs », même sur un écran verrouillé, jusqu’à ce que vous vous y déconnectiez. Ils affichent l’événement et le nom de la boutique : ni montants, ni noms de personnes, ni adresses.",
  Problem: "Problème",
  "Send a test to {browser}": "Envoyer un test à {browser}",
  "Remove {browser}": "Retirer {browser}",
  "Switch on in this browser": "Activer dans ce navigateur",
  "This browser cannot show notifications here. It needs web push and a page over https or on localhost; a private window has no web push. On an iPhone or iPad, add this page to the home screen and open it from there.":
    "Ce navigateur ne peut pas afficher de notifications ici. Il faut le web push et une page en https ou sur localhost ; une fenêtre privée n’a pas le web push. Sur un iPhone ou un iPad, ajoutez cette page à l’écran d’accueil et ouvrez-la depuis celui-ci.",
  "This browser does not allow this site to show notifications. Allow it in the site's settings, then load the page again.":
    "Ce navigateur n’autorise pas ce site à afficher des notifications. Autorisez-le dans les réglages du site, puis rechargez la page.",
  "The browser made no subscription. It may not reach its maker's push service. Try again.":
    "Le navigateur n’a pas créé d’abonnement. Il n’atteint peut-être pas le service push de son éditeur. Réessayez.",
  "Switching it on needs JavaScript.": "L’activation nécessite JavaScript.",
  "There is no store yet.": "Il n’y a pas encore de boutique.",
  "It says what you are paid in, and to which address.":
    "Elle indique dans quelle monnaie vous êtes payé, et à quelle adresse.",
  "Make a store": "Créer une boutique",
  "An administrator of the server makes one, and invites you to it.":
    "Un administrateur du serveur en crée une et vous y invite.",
  "Open the inbox": "Ouvrir la boîte de réception",
  "Last invoices": "Dernières factures",
  "By coin, 30 days": "Par monnaie, 30 jours",
  "by coin": "par monnaie",
  "{count} payments": { one: "{count} paiement", other: "{count} paiements" },
  Health: "État de santé",
  Part: "Élément",
  Received: "Reçu",
  "conversion cost {amount}": "coût de conversion : {amount}",
  "{count} without a rate are not in the sum": {
    one: "{count} sans taux n’est pas dans la somme",
    other: "{count} sans taux ne sont pas dans la somme",
  },
  "Received by day, in {currency}": "Reçu par jour, en {currency}",
  "Nothing was received in these days.": "Rien n’a été reçu ces jours-là.",
  "As a table": "Sous forme de tableau",
  "Day ({zone})": "Jour ({zone})",
  "The passkey was not used. Try again, or take another way.":
    "La clé d’accès n’a pas été utilisée. Réessayez, ou prenez un autre moyen.",
  "Amounts and destination": "Montants et destination",
  "The buyer gets": "L’acheteur reçoit",
  about: "environ",
  "There is no exchange rate at the moment.": "Il n’y a pas de taux de change pour le moment.",
  "The shop pays": "La boutique paie",
  "{coin} on {network}, at the rate of this moment": "{coin} sur {network}, au taux de ce moment",
  "It was paid outside the service.": "Il a été payé hors du service.",
  "{coin}, to the address": "{coin}, à l’adresse",
  "Copy address": "Copier l’adresse",
  "This payout is above the store’s limit. Two people must approve it.":
    "Ce versement dépasse la limite de la boutique. Deux personnes doivent l’approuver.",
  "{name} approved it on {time}.": "{name} l’a approuvé le {time}.",
  "It waits for a second person.": "Il attend une deuxième personne.",
  "Tried before": "Tentatives précédentes",
  "Requests of the intent service by which this payout was to be paid, the oldest first. The service is asked after each before the payout can be paid through it again.":
    "Demandes au service de conversion par lesquelles ce versement devait être payé, la plus ancienne d’abord. Le service est interrogé sur chacune avant que le versement puisse être payé de nouveau par lui.",
  "All payouts": "Tous les versements",
  "Transaction id, or a link with it": "Identifiant de la transaction, ou un lien qui le contient",
  "It has truly paid both payouts, this one and the other":
    "Elle a bien payé les deux versements, celui-ci et l’autre",
  "Record the payment": "Enregistrer le paiement",
  "I have no transaction id": "Je n’ai pas d’identifiant de transaction",
  "Then your word counts, and nothing is looked up on the chain.":
    "Alors votre parole compte, et rien n’est vérifié dans la chaîne.",
  "It was paid, by my word": "Il a été payé, je le confirme",
  "Cancel the payout": "Annuler le versement",
  "Cancel the payout of {amount}?": "Annuler le versement de {amount} ?",
  "The money is then in the inbox again, as unattributed funds.":
    "L’argent revient alors dans la boîte de réception, comme fonds non attribués.",
  "Nothing is sent then, and the payout is over.": "Rien n’est alors envoyé, et le versement est terminé.",
  "Refund of unattributed funds": "Remboursement de fonds non attribués",
  "What the buyer has claimed can then be claimed again.":
    "Ce que l’acheteur a demandé peut alors être demandé de nouveau.",
  "Keep it": "Le garder",
  "With a browser wallet": "Avec un portefeuille de navigateur",
  "Your wallet sends {coin} on {network} to the intent service, which converts it and pays the buyer. Every transaction is checked here first, and your wallet asks you before it sends one. This gateway never sees your key.":
    "Votre portefeuille envoie {coin} sur {network} au service de conversion, qui convertit et paie l’acheteur. Chaque transaction est d’abord vérifiée ici, et votre portefeuille vous interroge avant chaque envoi. Cette passerelle ne voit jamais votre clé.",
  "By hand": "À la main",
  "Send <strong>{amount}</strong> to the address above from any wallet.":
    "Envoyez <strong>{amount}</strong> à l’adresse ci-dessus depuis n’importe quel portefeuille.",
  "Send the amount to the address above from any wallet.":
    "Envoyez le montant à l’adresse ci-dessus depuis n’importe quel portefeuille.",
  "It is the coin in which the shop is paid, so nothing has to be converted.":
    "C’est la monnaie que reçoit la boutique, donc rien n’est à convertir.",
  "Then record the transaction here: it is looked up on the chain.":
    "Enregistrez ensuite la transaction ici : elle est vérifiée dans la chaîne.",
  "By command": "Par commande",
  "Beside the server, with a key in a file of your own:":
    "À côté du serveur, avec une clé dans un fichier à vous :",
  "Not at all": "Pas du tout",
  "How far it is": "Où il en est",
  "Sent by the wallet": "Envoyé par le portefeuille",
  "The wallet was asked for transaction {number}, and this page did not hear what became of it. Look into the history of the account <span>{account}</span> first. If it is there, enter its id. If the wallet has sent nothing, take the payment back below.":
    "La transaction {number} a été demandée au portefeuille, et cette page n’a pas su ce qu’elle est devenue. Consultez d’abord l’historique du compte <span>{account}</span>. Si elle s’y trouve, saisissez son identifiant. Si le portefeuille n’a rien envoyé, reprenez le paiement ci-dessous.",
  "Its transaction id": "Son identifiant de transaction",
  "It was sent": "Elle a été envoyée",
  "The wallet has not sent everything yet. Go on with the account <span>{account}</span>.":
    "Le portefeuille n’a pas encore tout envoyé. Continuez avec le compte <span>{account}</span>.",
  "If it does not arrive": "S’il n’arrive pas",
  "It was paid: record its transaction": "Il a été payé : enregistrer sa transaction",
  "The transaction that paid the buyer, on {network}. It is looked up on the chain.":
    "La transaction qui a payé l’acheteur, sur {network}. Elle est vérifiée dans la chaîne.",
  "It was not sent, or it came back: pay it again":
    "Il n’a pas été envoyé, ou il est revenu : le payer de nouveau",
  "Look into your wallet first: a second payment while the first is under way pays twice.":
    "Consultez d’abord votre portefeuille : un second paiement pendant que le premier est en route paie deux fois.",
  "The intent service is asked as well; it must say that it has seen no money, has failed, or has sent the money back.":
    "Le service de conversion est aussi interrogé ; il doit indiquer qu’il n’a pas vu d’argent, qu’il a échoué ou qu’il a renvoyé l’argent.",
  "I have seen in the wallet that it has sent nothing for this payout.":
    "J’ai vu dans le portefeuille qu’il n’a rien envoyé pour ce versement.",
  "I have seen in the wallet that none of the transactions above can go through any more.":
    "J’ai vu dans le portefeuille qu’aucune des transactions ci-dessus ne peut plus aboutir.",
  "Take the payment back": "Reprendre le paiement",
  "Go on with the wallet": "Continuer avec le portefeuille",
  "Pay with a browser wallet": "Payer avec un portefeuille de navigateur",
  "What the wallet does": "Ce que fait le portefeuille",
  "A browser wallet needs JavaScript, which is switched off here. Pay by command or by hand, as it says below.":
    "Un portefeuille de navigateur nécessite JavaScript, désactivé ici. Payez par commande ou à la main, comme indiqué ci-dessous.",
  "Two people for large payouts": "Deux personnes pour les gros versements",
  "Payouts of {store} above a limit are approved by two different people. To raise or lift the limit takes two people as well.":
    "Les versements de {store} au-dessus d’une limite sont approuvés par deux personnes différentes. Relever ou supprimer la limite demande aussi deux personnes.",
  "Asked for by": "Demandé par",
  "No change waits for a confirmation.": "Aucune modification n’attend de confirmation.",
  "You asked for it. Another person who may approve payouts must confirm it here within a week.":
    "Vous l’avez demandé. Une autre personne autorisée à approuver les versements doit le confirmer ici dans la semaine.",
  "Confirm the new limit": "Confirmer la nouvelle limite",
  "Finished payouts": "Versements terminés",
  "Open payouts": "Versements ouverts",
  "Refunds that buyers have claimed, and payouts of your own. You send the money; the gateway holds none.":
    "Les remboursements que des acheteurs ont demandés, et vos propres versements. Vous envoyez l’argent ; la passerelle n’en détient pas.",
  Open: "Ouvert",
  Finished: "Terminé",
  "No older ones": "Pas de plus anciens",
  "The newest ones": "Les plus récents",
  "None yet": "Aucun pour l’instant",
  "A payout that was paid or cancelled appears here.": "Un versement payé ou annulé apparaît ici.",
  "Nothing waits for you": "Rien ne vous attend",
  "Refunds that buyers claim appear here. A refund begins on the page of its invoice.":
    "Les remboursements que des acheteurs demandent apparaissent ici. Un remboursement commence sur la page de sa facture.",
  "Details of the payout of {amount}": "Détails du versement de {amount}",
  "Approve {amount}": "Approuver {amount}",
  "Cancel {amount}": "Annuler {amount}",
  Owner: "Propriétaire",
  Manager: "Gérant",
  Cashier: "Caissier",
  Accountant: "Comptable",
  Viewer: "Lecteur",
  "Who may work in {store}, and what each may do.":
    "Qui peut travailler dans {store}, et ce que chacun peut faire.",
  "The invitation for {email}": "L’invitation pour {email}",
  "An e-mail with this link is on its way to {email}. It works once, for a week, and is shown here only now.":
    "Un e-mail avec ce lien est en route vers {email}. Il sert une fois, pendant une semaine, et n’est affiché ici que maintenant.",
  "Send this link to {email}. It works once, for a week, and is shown only now.":
    "Envoyez ce lien à {email}. Il sert une fois, pendant une semaine, et n’est affiché que maintenant.",
  Members: "Membres",
  "No members yet. The server’s administrators can open every store.":
    "Pas encore de membres. Les administrateurs du serveur peuvent ouvrir toutes les boutiques.",
  Role: "Rôle",
  you: "vous",
  disabled: "désactivé",
  off: "désactivé",
  "Role of {name}": "Rôle de {name}",
  "Save the role of {name}": "Enregistrer le rôle de {name}",
  "Remove {name}": "Retirer {name}",
  "Remove {name} from {store}?": "Retirer {name} de {store} ?",
  "They are signed out of this store at once, and their API keys for it stop working. What they have done stays in the audit log.":
    "La personne est déconnectée immédiatement de cette boutique et ses clés API pour celle-ci cessent de fonctionner. Ce qu’elle a fait reste dans le journal des modifications.",
  "Remove the person": "Retirer la personne",
  "Invite a person": "Inviter une personne",
  "Make an invitation": "Créer une invitation",
  "Open invitations": "Invitations ouvertes",
  "until {time}": "jusqu’au {time}",
  "Withdraw the invitation of {email}": "Retirer l’invitation de {email}",
  Withdraw: "Retirer",
  "A payout above this amount is sent only after two different people have approved it here. An API key counts as no person. Leave it empty to let one person approve. To raise or lift it takes two people as well.":
    "Un versement au-dessus de ce montant n’est envoyé qu’après l’approbation de deux personnes différentes ici. Une clé API ne compte pas comme une personne. Laissez vide pour qu’une seule personne approuve. Relever ou supprimer la limite demande aussi deux personnes.",
  "{name} asked for another limit: {limit}. It takes effect when a second person confirms it.":
    "{name} a demandé une autre limite : {limit}. Elle prend effet quand une deuxième personne la confirme.",
  Roles: "Rôles",
  "two factors": "deux facteurs",
  "Make a role of your own": "Créer un rôle personnalisé",
  "People with this role must set up a second factor":
    "Les personnes ayant ce rôle doivent configurer un second facteur",
  "Save the role": "Enregistrer le rôle",
  "Proof of invoice {id}": "Preuve de la facture {id}",
  "any amount": "montant libre",
  "Proof of an invoice of any amount": "Preuve d’une facture d’un montant libre",
  "Proof of an invoice of {price}": "Preuve d’une facture de {price}",
  "made {time}": "créée {time}",
  "Download the pack": "Télécharger le dossier",
  "What was agreed": "Ce qui a été convenu",
  "{amount}, to <span>{address}</span> on {network}": "{amount}, à <span>{address}</span> sur {network}",
  Held: "Prix garanti",
  "{from} until {until}": "du {from} au {until}",
  Now: "Maintenant",
  "paid {amount}": "payé {amount}",
  "Asked for <strong>{amount}</strong> to <span>{address}</span>":
    "Demandé : <strong>{amount}</strong> à <span>{address}</span>",
  "Signed:": "Signé :",
  "What the chains show": "Ce que montrent les chaînes",
  "No payment is known.": "Aucun paiement n’est connu.",
  to: "à",
  "What happened when": "Ce qui s’est passé, et quand",
  Signature: "Signature",
  "This page is an extract of the pack with this digest: <span>{file}</span>. The pack holds the raw transactions, headers and answers, and a program of 150 lines checks it without asking a service.":
    "Cette page est un extrait du dossier ayant cette empreinte : <span>{file}</span>. Le dossier contient les transactions brutes, les en-têtes et les réponses, et un programme de 150 lignes le vérifie sans interroger de service.",
  "It is <span>docs/reference/verify_proof.py</span> in the folder where Crosstill is installed, and needs Python 3.9 or newer. What it shows is said in docs/reference/proof-format.md beside it:":
    "C’est <span>docs/reference/verify_proof.py</span> dans le dossier où Crosstill est installé, et il lui faut Python 3.9 ou plus récent. Ce qu’il montre est expliqué à côté dans docs/reference/proof-format.md :",
  "Compare the key with the one that the shop has published: a forged pack has a forged key as well.":
    "Comparez la clé avec celle que la boutique a publiée : un faux dossier a aussi une fausse clé.",
  Digest: "Empreinte",
  "Fingerprint {fingerprint}": "Empreinte {fingerprint}",
  "This does not work": "Cela n’est pas possible",
  "Nothing was approved": "Rien n’a été approuvé",
  "An application has sent you here for an API key.": "Une application vous a envoyé ici pour une clé API.",
  "One more step": "Encore une étape",
  "Enter the code that your authenticator app shows, or one of your recovery codes.":
    "Saisissez le code qu’affiche votre application d’authentification, ou l’un de vos codes de récupération.",
  Code: "Code",
  "Use a passkey instead": "Utiliser plutôt une clé d’accès",
  "Start again": "Recommencer",
  "New item": "Nouvel article",
  "Edit the item": "Modifier l’article",
  "Price in {currency}": "Prix en {currency}",
  "(optional; the customer sees it)": "(facultatif ; le client le voit)",
  Picture: "Image",
  "(optional)": "(facultatif)",
  "A PNG, JPEG or WebP of at most {size} KiB and {side} pixels a side. What a camera noted, such as the place, is taken out.":
    "Un PNG, JPEG ou WebP d’au plus {size} KiB et {side} pixels de côté. Ce qu’un appareil photo a noté, comme le lieu, est retiré.",
  "Take the picture away": "Retirer l’image",
  "In stock": "En stock",
  "The counter no longer sells it. Invoices that have it stay.":
    "La caisse ne le vend plus. Les factures qui le contiennent restent.",
  "Remove the item": "Retirer l’article",
  Title: "Titre",
  "Amount and currency are fixed, because an invoice was made.":
    "Le montant et la monnaie sont fixes, car une facture a été créée.",
  "Customers may pay in parts, and say how much":
    "Les clients peuvent payer en plusieurs fois et choisir combien",
  "(empty: always)": "(vide : toujours)",
  "Customer’s e-mail": "E-mail du client",
  "New payment link": "Nouveau lien de paiement",
  "A page of <strong>{store}</strong> that asks for an amount. Send its link, or print its QR code. The price in a coin is worked out when the customer pays.":
    "Une page de <strong>{store}</strong> qui demande un montant. Envoyez son lien, ou imprimez son code QR. Le prix dans une monnaie est calculé quand le client paie.",
  "Make the payment link": "Créer le lien de paiement",
  "Buttons for payments and donations to <strong>{store}</strong> that work on any site, without scripts.":
    "Boutons pour des paiements et des dons à <strong>{store}</strong>, qui fonctionnent sur tout site, sans scripts.",
  "Who may make invoices": "Qui peut créer des factures",
  "Anyone may make invoices of this store, within these bounds":
    "Tout le monde peut créer des factures de cette boutique, dans ces limites",
  "Least amount": "Montant minimal",
  Most: "Montant maximal",
  "A visitor can change what a button says. Compare the amount of the invoice before you deliver. Order numbers of buttons begin with “button/”, so that they are never those of a shop.":
    "Un visiteur peut modifier ce qu’indique un bouton. Comparez le montant de la facture avant de livrer. Les numéros de commande des boutons commencent par « button/ », pour ne jamais être ceux d’une boutique en ligne.",
  "Make a button": "Créer un bouton",
  "Amounts in {currency}": "Montants en {currency}",
  "(one: fixed; several: to choose from; none: the customer types it)":
    "(un : fixe ; plusieurs : au choix ; aucun : le client le saisit)",
  "Text of the button": "Texte du bouton",
  "Pay with crypto": "Payer en crypto",
  "Where to go after paying": "Où aller après le paiement",
  "Make the button": "Créer le bouton",
  "Your button": "Votre bouton",
  "Copy this HTML into your page.": "Copiez ce HTML dans votre page.",
  "Copy the HTML": "Copier le HTML",
  "Or use this link, or its QR code.": "Ou utilisez ce lien, ou son code QR.",
  "on its way": "en route",
  "Open the payer’s page": "Ouvrir la page du payeur",
  "QR code to print": "Code QR à imprimer",
  "Can be paid until": "Payable jusqu’au",
  "None yet. Each payment makes an invoice.": "Aucun pour l’instant. Chaque paiement crée une facture.",
  Edit: "Modifier",
  "Send the link to": "Envoyer le lien à",
  "Send by e-mail": "Envoyer par e-mail",
  "It leaves the list, and can no longer be paid. This cannot be undone.":
    "Il quitte la liste et ne peut plus être payé. Cela ne peut pas être annulé.",
  "Archive the link": "Archiver le lien",
  "Which links": "Quels liens",
  "In use": "En service",
  "With archived ones": "Avec les archivés",
  "None yet. A payment link asks for an amount, in as many payments as it takes.":
    "Aucun pour l’instant. Un lien de paiement demande un montant, en autant de paiements qu’il faut.",
  Items: "Articles",
  "Add an item": "Ajouter un article",
  "None yet. Without items the counter has its keypad only.":
    "Aucun pour l’instant. Sans articles, la caisse n’a que son pavé numérique.",
  Item: "Article",
  Stock: "Stock",
  "in stock": "en stock",
  "out of stock": "épuisé",
  "Keypad: amounts may be typed": "Pavé numérique : des montants peuvent être saisis",
  "Discounts: a percentage may be taken off": "Remises : un pourcentage peut être déduit",
  "Tips, in percent": "Pourboires, en pour cent",
  "(up to five; empty: no tip is asked for)": "(cinq au plus ; vide : aucun pourboire n’est demandé)",
  "Text on the receipt": "Texte sur le reçu",
  "Anyone with the link may charge, without signing in":
    "Quiconque a le lien peut encaisser, sans se connecter",
  Counter: "Caisse",
  "Open the counter": "Ouvrir la caisse",
  "The counter cannot be used any more. Its invoices stay. This cannot be undone.":
    "La caisse ne peut plus être utilisée. Ses factures restent. Cela ne peut pas être annulé.",
  "Archive the point of sale": "Archiver le point de vente",
  "A counter of <strong>{store}</strong> for a tablet or a phone: pick what is sold, charge it, and see when it is paid.":
    "Une caisse de <strong>{store}</strong> pour une tablette ou un téléphone : choisir ce qui est vendu, encaisser et voir quand c’est payé.",
  "Who may charge": "Qui peut encaisser",
  "anyone with the link": "quiconque a le lien",
  "cashiers who are signed in": "les caissiers connectés",
  "Open the counter {title}": "Ouvrir la caisse {title}",
  "New point of sale": "Nouveau point de vente",
  "Make the point of sale": "Créer le point de vente",
  Back: "Retour",
  Print: "Imprimer",
  "Scan to pay": "Scanner pour payer",
  "Started at {time}. This page shows the result when it is there.":
    "Commencé à {time}. Cette page affiche le résultat dès qu’il est disponible.",
  well: "en ordre",
  problem: "problème",
  "Asked at {time}.": "Interrogé à {time}.",
  Version: "Version",
  "Data folder": "Dossier de données",
  "with a key": "avec une clé",
  "without a key": "sans clé",
  "These come from the environment of the server; see the configuration in the documentation.":
    "Ces valeurs viennent de l’environnement du serveur ; voir la configuration dans la documentation.",
  "Mail goes out by {server}.": "Les e-mails partent par {server}.",
  "No mail server is set up: set SMTP_URL and MAIL_FROM, and start the server again.":
    "Aucun serveur de messagerie n’est configuré : définissez SMTP_URL et MAIL_FROM, puis redémarrez le serveur.",
  "Send a test to": "Envoyer un essai à",
  "Send a test mail": "Envoyer un e-mail d’essai",
  Rates: "Taux",
  "Ask each source": "Interroger chaque source",
  "Last backup: {time}": "Dernière sauvegarde : {time}",
  "There was no backup yet.": "Il n’y a pas encore eu de sauvegarde.",
  "The file has everything of the database, with digests of keys and sealed secrets: keep it safe. The journal and the two key files in the data folder are not in it: copy them as well.":
    "Le fichier contient toute la base de données, avec les empreintes des clés et les secrets scellés : gardez-le en lieu sûr. Le journal et les deux fichiers de clés du dossier de données n’y sont pas : copiez-les aussi.",
  "Make a backup and download it": "Faire une sauvegarde et la télécharger",
  Restore: "Restaurer",
  "Stop the server, then restore by command into an empty database:":
    "Arrêtez le serveur, puis restaurez par commande dans une base de données vide :",
  Audit: "Contrôle des livres",
  "Checks every invariant of the books.": "Vérifie chaque règle fixe des livres.",
  "Start an audit": "Lancer un contrôle",
  Reconciliation: "Rapprochement",
  "Compares the books of the last seven days with the service and the chains.":
    "Compare les livres des sept derniers jours avec le service et les chaînes.",
  "Start a reconciliation": "Lancer un rapprochement",
  "Recurring jobs": "Tâches récurrentes",
  "{count} jobs": { one: "{count} tâche", other: "{count} tâches" },
  "Table of jobs": "Tableau des tâches",
  Job: "Tâche",
  "Last run": "Dernière exécution",
  "Runs in": "S’exécute dans",
  "this process": "ce processus",
  "no process": "aucun processus",
  Failures: "Échecs",
  "Last error": "Dernière erreur",
  "not yet": "pas encore",
  "within the last minute": "dans la dernière minute",
  "{count} min ago": "il y a {count} min",
  "This store is archived": "Cette boutique est archivée",
  "This store is selling": "Cette boutique vend",
  "It has taken no new invoices since {time}. Money that still reaches its addresses is settled and booked.":
    "Elle n’accepte plus de nouvelles factures depuis {time}. L’argent qui arrive encore à ses adresses est réglé et comptabilisé.",
  "Sell again": "Vendre de nouveau",
  "An archived store takes no new invoices. Nothing is deleted, and you can sell again at any time.":
    "Une boutique archivée n’accepte pas de nouvelles factures. Rien n’est supprimé, et vous pouvez vendre de nouveau à tout moment.",
  "Archive the store": "Archiver la boutique",
  "Copy: {name}": "Copier : {name}",
  "First steps": "Premiers pas",
  "{count} left": { one: "encore {count}", other: "encore {count}" },
  done: "fait",
  "Do not show this list again": "Ne plus afficher cette liste",
  "The intent service does not answer, so the coins are not known. Try again in a minute, and look at the server settings.":
    "Le service de conversion ne répond pas, les monnaies ne sont donc pas connues. Réessayez dans une minute, et consultez les réglages du serveur.",
  "No store was made. See the fields that are marked below.":
    "Aucune boutique n’a été créée. Voyez les champs signalés ci-dessous.",
  "Is this your own address?": "Est-ce votre propre adresse ?",
  "There is a contract at this address on {chain}. Money that is sent to a contract other than your own smart wallet is lost.":
    "Il y a un contrat à cette adresse sur {chain}. L’argent envoyé à un contrat autre que votre propre portefeuille intelligent est perdu.",
  "It could not be checked whether there is a contract at this address on {chain}. Make sure that it is the address of your own wallet, on this chain.":
    "Il n’a pas été possible de vérifier s’il y a un contrat à cette adresse sur {chain}. Assurez-vous que c’est l’adresse de votre propre portefeuille, sur cette chaîne.",
  "I hold the keys of this address, and want to be paid there.":
    "Je détiens les clés de cette adresse, et veux y être payé.",
  "Make the store": "Créer la boutique",
  "Saved. It holds from now on.": "Enregistré. Cela s’applique dès maintenant.",
  "Nothing was saved. See the fields that are marked below.":
    "Rien n’a été enregistré. Voyez les champs signalés ci-dessous.",
  "The intent service does not answer, so coins and refund addresses are not shown. Try again in a minute.":
    "Le service de conversion ne répond pas, les monnaies et les adresses de remboursement ne sont donc pas affichées. Réessayez dans une minute.",
  "You receive {coin}.": "Vous recevez {coin}.",
  "Your role in this store may see these settings, not change them.":
    "Votre rôle dans cette boutique permet de voir ces réglages, pas de les modifier.",
  "Connect a shop": "Connecter une boutique en ligne",
  "Connect {shop}": "Connecter {shop}",
  Steps: "Étapes",
  Keys: "Clés",
  "To copy": "À copier",
  "All shops": "Toutes les boutiques en ligne",
  "Owner account": "Compte du propriétaire",
  "A new password": "Un nouveau mot de passe",
  "Your name may change too. You are signed out everywhere else. Second factors stay.":
    "Votre nom peut aussi changer. Vous êtes déconnecté partout ailleurs. Les seconds facteurs restent.",
  "Your name may change too. You are signed out everywhere else, and second factors are taken away.":
    "Votre nom peut aussi changer. Vous êtes déconnecté partout ailleurs, et les seconds facteurs sont retirés.",
  "Make this gateway yours": "Prendre possession de cette passerelle",
  "The first account is the server's administrator. It can open every store and invite others.":
    "Le premier compte est l’administrateur du serveur. Il peut ouvrir toutes les boutiques et inviter d’autres personnes.",
  "Join {store}": "Rejoindre {store}",
  "Join this gateway": "Rejoindre cette passerelle",
  "You are invited as {role}.": "Vous êtes invité avec ce rôle : {role}.",
  "You are invited as an administrator.": "Vous êtes invité comme administrateur.",
  "Choose the name and password with which you sign in.":
    "Choisissez le nom et le mot de passe avec lesquels vous vous connectez.",
  "Password again": "Mot de passe, encore une fois",
  "Set the password": "Définir le mot de passe",
  "Make the account": "Créer le compte",
  "Skip to the content": "Aller au contenu",
  Manage: "Gérer",
  "Theme of the system": "Thème du système",
  "Light theme": "Thème clair",
  "Dark theme": "Thème sombre",
  "Show the menu": "Afficher le menu",
  Menu: "Menu",
  "Store:": "Boutique :",
  Places: "Rubriques",
  "waiting:": "en attente :",
  "new:": "nouveau :",
  "Users of the server": "Utilisateurs du serveur",
  Theme: "Thème",
  "An application asks for access to your store. Sign in to see what it asks for.":
    "Une application demande un accès à votre boutique. Connectez-vous pour voir ce qu’elle demande.",
  "There is no owner yet. The gateway prints a link when it starts, and <span>npx crosstill owner link</span> prints a new one.":
    "Il n’y a pas encore de propriétaire. La passerelle affiche un lien au démarrage, et <span>npx crosstill owner link</span> en affiche un nouveau.",
  "Sign in with a passkey": "Se connecter avec une clé d’accès",
  "Forgotten? Ask an administrator for a new link; <span>npx crosstill owner link</span> prints one for the first administrator.":
    "Oublié ? Demandez un nouveau lien à un administrateur ; <span>npx crosstill owner link</span> en affiche un pour le premier administrateur.",
  Months: "Mois",
  "To your accountant": "À votre comptable",
  "This store’s months are sent to no one. A person whose address you name gets each month that ends, by e-mail, with a link that needs no account.":
    "Les mois de cette boutique ne sont envoyés à personne. La personne dont vous indiquez l’adresse reçoit par e-mail chaque mois terminé, avec un lien qui ne demande pas de compte.",
  "Name the accountant in Settings, Books": "Indiquer le comptable dans Paramètres, Comptabilité",
  "<span>{address}</span> gets each month that ends, by e-mail, with a link that needs no account and works for {days} days. Naming another person, or none, ends every link that was sent.":
    "<span>{address}</span> reçoit chaque mois terminé par e-mail, avec un lien qui ne demande pas de compte et reste valable {days} jours. Indiquer une autre personne, ou aucune, met fin à tous les liens envoyés.",
  "But this gateway sends no e-mail: its operator has set no <span>SMTP_URL</span>.":
    "Mais cette passerelle n’envoie pas d’e-mails : son exploitant n’a pas défini <span>SMTP_URL</span>.",
  "Send this month again": "Envoyer ce mois de nouveau",
  "Send this month": "Envoyer ce mois",
  "This month is sent once it has ended. A month that has ended has a button here that sends it.":
    "Ce mois est envoyé une fois terminé. Un mois terminé a ici un bouton pour l’envoyer.",
  "Saved. Payers see it from now on.": "Enregistré. Les payeurs le voient dès maintenant.",
  "What payers see": "Ce que voient les payeurs",
  "Open in wallet": "Ouvrir dans le portefeuille",
  "Your logo is more than twice as wide as high, so it stands for the name; screen readers say the name.":
    "Votre logo est plus de deux fois plus large que haut, il tient donc lieu de nom ; les lecteurs d’écran disent le nom.",
  "Where your colour would be hard to read it is made darker, and lighter in the dark theme. This page wears it too.":
    "Là où votre couleur serait difficile à lire, elle est assombrie, et éclaircie dans le thème sombre. Cette page la porte aussi.",
  "help@shop.example, or a link": "aide@shop.example, ou un lien",
  Colour: "Couleur",
  "A hash and six digits, such as #0F3B21": "Un dièse et six chiffres, par exemple #0F3B21",
  "Pick a colour": "Choisir une couleur",
  Logo: "Logo",
  "A PNG of at most {size} KiB and {side} pixels a side, two million pixels in all; transparent is best. Pages show it up to 36 pixels high and 160 wide: beside the name, or in its place when it is more than twice as wide as high.":
    "Un PNG de {size} Kio et de {side} pixels de côté au plus, deux millions de pixels en tout ; de préférence transparent. Les pages l’affichent jusqu’à 36 pixels de haut et 160 de large : à côté du nom, ou à sa place s’il est plus de deux fois plus large que haut.",
  "Take the logo away": "Retirer le logo",
  "Signed domain": "Domaine signé",
  "Addresses are signed as <strong>{domain}</strong>.":
    "Les adresses sont signées comme <strong>{domain}</strong>.",
  "Addresses are signed without a domain. With one, payers see in every signature that the address is from your shop.":
    "Les adresses sont signées sans domaine. Avec un domaine, les payeurs voient dans chaque signature que l’adresse vient de votre boutique.",
  "First put this file on your website, at <span>{path}</span>. It shows that the website is yours.":
    "Placez d’abord ce fichier sur votre site web, à <span>{path}</span>. Il montre que le site est le vôtre.",
  Domain: "Domaine",
  "Check and use": "Vérifier et utiliser",
  "Leave it empty to sign without a domain.": "Laissez le champ vide pour signer sans domaine.",
  "Of the last thirty days, the newest first. Open the invoice or the month to send one again, or tell the reader some other way.":
    "Des trente derniers jours, les plus récents d’abord. Ouvrez la facture ou le mois pour en envoyer un de nouveau, ou prévenez le destinataire autrement.",
  "There are more.": "Il y en a d’autres.",
  "A new password for {name}": "Un nouveau mot de passe pour {name}",
  Users: "Utilisateurs",
  administrator: "administrateur",
  "with a second factor": "avec un second facteur",
  "without a second factor": "sans second facteur",
  "Make a link for a new password of {name}": "Créer un lien pour un nouveau mot de passe de {name}",
  "Make {name} no administrator": "Ne plus faire de {name} un administrateur",
  "Make {name} an administrator": "Faire de {name} un administrateur",
  "No administrator": "Pas administrateur",
  Administrator: "Administrateur",
  "Enable {name}": "Activer {name}",
  Enable: "Activer",
  Disable: "Désactiver",
  "Disable {name}": "Désactiver {name}",
  "Disable {name}?": "Désactiver {name} ?",
  "They are signed out everywhere at once, and cannot sign in until they are enabled again. Until then their API keys do not work.":
    "La personne est aussitôt déconnectée partout et ne peut plus se connecter tant qu’elle n’est pas réactivée. D’ici là, ses clés API ne fonctionnent pas.",
  "Disable the user": "Désactiver l’utilisateur",
  "Second factor for administrators": "Second facteur pour les administrateurs",
  "Administrators must set up a second factor before they can do anything else.":
    "Les administrateurs doivent configurer un second facteur avant de pouvoir faire quoi que ce soit d’autre.",
  "Administrators can sign in with a password alone.":
    "Les administrateurs peuvent se connecter avec un seul mot de passe.",
  "Ask for a password alone": "Ne demander qu’un mot de passe",
  "Require a second factor": "Exiger un second facteur",
  Webhook: "Webhook",
  failing: "en échec",
  "The secret": "Le secret",
  "Copy the secret": "Copier le secret",
  "Your server checks the signature of each message with it. It is shown only now.":
    "Votre serveur s’en sert pour vérifier la signature de chaque message. Il n’est affiché que maintenant.",
  "Crosstill has disabled it.": "Crosstill l’a désactivé.",
  "Save the settings to enable it again.": "Enregistrez les réglages pour le réactiver.",
  "Nothing was sent yet.": "Rien n’a encore été envoyé.",
  Answer: "Réponse",
  Again: "De nouveau",
  "Body of the answer": "Contenu de la réponse",
  "Request and answer of {time}": "Requête et réponse du {time}",
  Details: "Détails",
  "Switched off": "Désactivé",
  "Try each delivery once only": "N’essayer chaque envoi qu’une fois",
  "Send a test": "Envoyer un essai",
  "Redeliver all that failed": "Renvoyer tout ce qui a échoué",
  "New secret": "Nouveau secret",
  "The old one is valid for a day beside it.": "L’ancien reste valable un jour à côté.",
  Delete: "Supprimer",
  "Your server is told nothing more.": "Votre serveur n’est plus informé de rien.",
  "Delete the webhook": "Supprimer le webhook",
  URL: "URL",
  "Only these:": "Seulement ceux-ci :",
  "Your server is told about each event of <strong>{store}</strong> by a signed POST. Shop plugins add theirs by themselves.":
    "Votre serveur est informé de chaque événement de <strong>{store}</strong> par un POST signé. Les modules de boutique ajoutent les leurs d’eux-mêmes.",
  "Webhooks of the store": "Webhooks de la boutique",
  "Add a webhook": "Ajouter un webhook",
  "Add the webhook": "Ajouter le webhook",
  "This link works until {time}": "Ce lien est valable jusqu’au {time}",
  "Statement, {month}": "Relevé, {month}",
  "The month has just begun: what is booked in it can be told a minute later.":
    "Le mois vient de commencer : ce qui y est comptabilisé pourra être indiqué dans une minute.",
  "Booked from <span>{from} until {until}</span>, by the clocks of {zone}.":
    "Comptabilisé <span>du {from} au {until}</span>, à l’heure de {zone}.",
  "The month is still running.": "Le mois est encore en cours.",
  "Do not use this statement: {fault} The operator of the gateway finds out more with <span>npx crosstill audit</span>.":
    "N’utilisez pas ce relevé : {fault} L’exploitant de la passerelle en apprend davantage avec <span>npx crosstill audit</span>.",
  "In {currency}": "En {currency}",
  "Payments that ended": "Paiements terminés",
  "Worth of what arrived, fees taken off": "Valeur de ce qui est arrivé, frais déduits",
  "Cost of conversion, beside it": "Coût de la conversion, en plus",
  "Worth of what came and was sent back": "Valeur de ce qui est venu et a été renvoyé",
  "Worth of the shop’s refunds and payouts": "Valeur des remboursements et versements de la boutique",
  "At the prices of when each payment was first seen.":
    "Aux prix du moment où chaque paiement a été vu pour la première fois.",
  "{count} of the payments could not be valued in {currency} and are not in these sums.": {
    one: "{count} des paiements n’a pas pu être évalué en {currency} et n’est pas dans ces sommes.",
    other: "{count} des paiements n’ont pas pu être évalués en {currency} et ne sont pas dans ces sommes.",
  },
  "Refunds and payouts at those of when they were completed; {count} of them could not be valued.":
    "Remboursements et versements aux prix du moment où ils ont été terminés ; impossibles à évaluer : {count}.",
  "Refunds and payouts at those of when they were completed.":
    "Remboursements et versements aux prix du moment où ils ont été terminés.",
  "Nothing was booked in this month yet, and nothing was on its way.":
    "Rien n’a encore été comptabilisé ce mois-ci, et rien n’était en route.",
  "Nothing was booked in this month, and nothing was on its way.":
    "Rien n’a été comptabilisé ce mois-ci, et rien n’était en route.",
  "{coin} <span>on {chain}</span>": "{coin} <span>sur {chain}</span>",
  "Reached the shop": "Parvenu à la boutique",
  "Contract of the coin": "Contrat de la monnaie",
  "It is unknown how many decimals this coin has: all amounts are in its smallest units.":
    "Le nombre de décimales de cette monnaie est inconnu : tous les montants sont dans ses plus petites unités.",
  "Beside that <strong>{spent}</strong> left the shop’s own wallet for refunds and payouts, of which <strong>{cost}</strong> is what converting them cost.":
    "En plus, <strong>{spent}</strong> ont quitté le portefeuille de la boutique pour des remboursements et des versements, dont <strong>{cost}</strong> pour leur conversion.",
  "Beside that <strong>{spent}</strong> left the shop’s own wallet for refunds and payouts.":
    "En plus, <strong>{spent}</strong> ont quitté le portefeuille de la boutique pour des remboursements et des versements.",
  "Refunds and payouts of the shop brought <strong>{amount}</strong> to their recipients.":
    "Les remboursements et versements de la boutique ont apporté <strong>{amount}</strong> à leurs destinataires.",
  "The shop is paid in {coin}, at <span>{address}</span>.":
    "La boutique est payée en {coin}, à <span>{address}</span>.",
  "Store <span>{id}</span>.": "Boutique <span>{id}</span>.",
  "Files of this month": "Fichiers de ce mois",
  "Their times are those of {zone}.": "Leurs heures sont celles de {zone}.",
  "While the month is running they grow.": "Tant que le mois est en cours, ils grandissent.",
  "They are the same whenever they are fetched: what turns out to be wrong later is corrected by a line of a later month.":
    "Ils sont les mêmes à chaque téléchargement : ce qui se révèle faux plus tard est corrigé par une ligne d’un mois ultérieur.",
  "The store is paid in this coin at this address already.":
    "La boutique est déjà payée dans cette monnaie à cette adresse.",
  "{name} asks to change where {store} is paid": "{name} demande à changer où {store} est payée",
  "{store} is paid elsewhere from now on": "{store} est désormais payée ailleurs",
  "It takes effect when a second person confirms it. If it was not meant, withdraw it.":
    "Cela prend effet quand une deuxième personne le confirme. Si ce n’était pas voulu, retirez la demande.",
  "New invoices are paid there. Open invoices stay with the old address. If it was not meant, change it back at once.":
    "Les nouvelles factures y sont payées. Les factures ouvertes gardent l’ancienne adresse. Si ce n’était pas voulu, rétablissez-la tout de suite.",
  Old: "Ancien",
  By: "Par",
  "The coin in which {store} is paid, and the address.":
    "La monnaie dans laquelle {store} est payée, et l’adresse.",
  "Change it?": "Modifier ?",
  "A change waits for a second person": "Une modification attend une deuxième personne",
  "Present settlement": "Règlement actuel",
  "New invoices are paid at the new address as soon as the change takes effect.":
    "Les nouvelles factures sont payées à la nouvelle adresse dès que la modification prend effet.",
  "{count} open invoices are still paid at the old address. If you do not hold its keys any more, mark them invalid.":
    {
      one: "{count} facture ouverte est encore payée à l’ancienne adresse. Si vous n’en avez plus les clés, marquez-la comme invalide.",
      other:
        "{count} factures ouvertes sont encore payées à l’ancienne adresse. Si vous n’en avez plus les clés, marquez-les comme invalides.",
    },
  "There may be more.": "Il peut y en avoir plus.",
  "Amounts of the policy were in the old coin. It is {before} now, and then {after}.":
    "Les montants de la politique étaient dans l’ancienne monnaie. Elle est {before}, et sera {after}.",
  "A refund address is the old address as well. Change it too:":
    "Une adresse de remboursement est aussi l’ancienne adresse. Changez-la aussi :",
  "Confirm the new settlement": "Confirmer le nouveau règlement",
  "Withdraw the change": "Retirer la modification",
  "A second person who may approve payouts must confirm it before it takes effect.":
    "Une deuxième personne pouvant approuver les versements doit le confirmer avant qu’il prenne effet.",
  "It takes effect at once. The owners of the store and the administrators are told by e-mail.":
    "Cela prend effet immédiatement. Les propriétaires de la boutique et les administrateurs sont prévenus par e-mail.",
  "Ask for the change": "Demander la modification",
  "Change the settlement": "Modifier le règlement",
  "Another person changed where the store is paid": "Une autre personne a changé où la boutique est payée",
  "Another administrator made a way into an account": "Un autre administrateur a ouvert un accès à un compte",
  "Every payment is converted to this coin and paid to this address.":
    "Chaque paiement est converti dans cette monnaie et versé à cette adresse.",
  "A link for a new password of your account was made":
    "Un lien pour un nouveau mot de passe de votre compte a été créé",
  "Your password was set anew by a link": "Votre mot de passe a été redéfini par un lien",
  "Another person removed the second factors of your account":
    "Une autre personne a retiré les seconds facteurs de votre compte",
  "Change the coin or the address": "Changer la monnaie ou l’adresse",
  "Send this link to {name}. It works once, for a day, and is shown only now. Second factors stay. For a day after it is used, {name} cannot approve payouts or changes of limits and settlements.":
    "Envoyez ce lien à {name}. Il fonctionne une fois, pendant un jour, et n’est affiché que maintenant. Les seconds facteurs restent. Pendant un jour après son utilisation, {name} ne peut approuver ni versements ni changements de limites et de règlements.",
  "Approves nothing that moves money until {time}, because another person has made a way into this account.":
    "N’approuve rien qui déplace de l’argent jusqu’à {time}, car une autre personne a ouvert un accès à ce compte.",
  "Remove second factors": "Retirer les seconds facteurs",
  "Remove the second factors of {name}": "Retirer les seconds facteurs de {name}",
  "Remove the second factors of {name}?": "Retirer les seconds facteurs de {name} ?",
  "Do this only when they have lost them and their recovery codes. They are told by e-mail, are signed out everywhere, and cannot approve payouts or changes of limits and settlements for a day.":
    "Ne le faites que si la personne les a perdus ainsi que ses codes de récupération. Elle est prévenue par e-mail, déconnectée partout, et ne peut approuver ni versements ni changements de limites et de règlements pendant un jour.",
  "Remove them": "Les retirer",
  "Later in this time it was paid in {coin}, at <span>{address}</span>.":
    "Plus tard dans cette période, elle a été payée en {coin}, à <span>{address}</span>.",
  "Not valued yet": "Pas encore évalué",
  "Account set up": "Compte configuré",
  "Columns of the invoice list chosen": "Colonnes de la liste des factures choisies",
  "Sign-in": "Connexion",
  "Session ended": "Session terminée",
  "All other sessions ended": "Toutes les autres sessions terminées",
  "Password changed": "Mot de passe modifié",
  "E-mail address changed": "Adresse e-mail modifiée",
  "One-time passwords set up": "Mots de passe à usage unique configurés",
  "One-time passwords removed": "Mots de passe à usage unique supprimés",
  "New recovery codes made": "Nouveaux codes de récupération créés",
  "Passkey added": "Clé d’accès ajoutée",
  "Passkey removed": "Clé d’accès supprimée",
  "Language or appearance changed": "Langue ou apparence modifiée",
  "Notifications chosen": "Notifications choisies",
  "Web push switched on for a browser": "Web push activé pour un navigateur",
  "Web push switched off for a browser": "Web push désactivé pour un navigateur",
  "Person invited": "Personne invitée",
  "Invitation withdrawn": "Invitation retirée",
  "Role of a person changed": "Rôle d’une personne modifié",
  "Person removed from a store": "Personne retirée d’une boutique",
  "Role of the store changed": "Rôle de la boutique modifié",
  "User disabled": "Utilisateur désactivé",
  "User enabled": "Utilisateur activé",
  "Administrator made or unmade": "Droit d’administration donné ou retiré",
  "Link for a new password made": "Lien pour un nouveau mot de passe créé",
  "Second factors of a user removed": "Seconds facteurs d’un utilisateur supprimés",
  "Rule for administrators changed": "Règle pour les administrateurs modifiée",
  "Backup made": "Sauvegarde créée",
  "Audit started": "Audit lancé",
  "Reconciliation started": "Rapprochement lancé",
  "Owner link made": "Lien de propriétaire créé",
  "Store created": "Boutique créée",
  "Settings of a store changed": "Réglages d’une boutique modifiés",
  "Store archived": "Boutique archivée",
  "Store reopened": "Boutique rouverte",
  "Signed domain of a store changed": "Domaine signé d’une boutique modifié",
  "Amount for two people changed": "Montant pour deux personnes modifié",
  "Change of the amount for two people asked for": "Changement du montant pour deux personnes demandé",
  "Settlement of a store changed": "Règlement d’une boutique modifié",
  "Change of the settlement asked for": "Changement du règlement demandé",
  "Change of the settlement withdrawn": "Changement du règlement retiré",
  "Pay buttons of a store changed": "Boutons de paiement d’une boutique modifiés",
  "Webhook added": "Webhook ajouté",
  "Webhook changed": "Webhook modifié",
  "Webhook tested": "Webhook testé",
  "Secret of a webhook renewed": "Secret d’un webhook renouvelé",
  "Events of a webhook sent again": "Événements d’un webhook renvoyés",
  "Webhook deleted": "Webhook supprimé",
  "API key made": "Clé d’API créée",
  "API key revoked": "Clé d’API révoquée",
  "Keys of the gateway imported": "Clés de la passerelle importées",
  "Master key changed": "Clé maîtresse modifiée",
  "Signing key renewed": "Clé de signature renouvelée",
  "Key of secrets renewed": "Clé des secrets renouvelée",
  "Key of signed links renewed": "Clé des liens signés renouvelée",
  "Invoice created": "Facture créée",
  "Invoice marked": "Facture marquée",
  "Invoice archived": "Facture archivée",
  "Invoice taken out of the archive": "Facture sortie des archives",
  "Notes of an invoice changed": "Notes d’une facture modifiées",
  "Link of an invoice mailed": "Lien d’une facture envoyé par e-mail",
  "Refund created": "Remboursement créé",
  "Exception resolved": "Exception résolue",
  "Unattributed funds assigned": "Fonds non attribués affectés",
  "Payout approved": "Versement approuvé",
  "Payout cancelled": "Versement annulé",
  "Payout marked as paid": "Versement marqué comme payé",
  "Payout marked as not paid": "Versement marqué comme non payé",
  "Payout sent": "Versement envoyé",
  "Payment link created": "Lien de paiement créé",
  "Payment link changed": "Lien de paiement modifié",
  "Payment link archived": "Lien de paiement archivé",
  "Payment link mailed": "Lien de paiement envoyé par e-mail",
  "Point of sale created": "Point de vente créé",
  "Point of sale changed": "Point de vente modifié",
  "Point of sale archived": "Point de vente archivé",
  "Item added": "Article ajouté",
  "Item changed": "Article modifié",
  "Item removed": "Article supprimé",
  "Sale charged": "Vente encaissée",
  "Statement mailed": "Relevé envoyé par e-mail",
  "Payment valued by hand": "Paiement évalué à la main",
  "The payment is valued. The books have a corrected line.":
    "Le paiement est évalué. Les livres ont une ligne corrigée.",
  "This payment is valued already.": "Ce paiement est déjà évalué.",
  "Enter each rate as a number above zero, such as 1.0837.":
    "Saisissez chaque cours comme un nombre supérieur à zéro, par exemple 1.0837.",
  "Payments without a value": "Paiements sans valeur",
  "A person whose role changes invoices can value them.":
    "Une personne dont le rôle modifie les factures peut les évaluer.",
  "{quote} for 1 {base}": "{quote} pour 1 {base}",
  "Value the payment": "Évaluer le paiement",
  "Further payments appear once these are valued.":
    "D’autres paiements apparaissent une fois ceux-ci évalués.",
  "Value them by hand": "Les évaluer à la main",
  "Logo changed": "Logo modifié",
  "Logo removed": "Logo supprimé",
  "Pull payment created": "Paiement à retirer créé",
  "Pull payment archived": "Paiement à retirer archivé",
  "Pull payment claimed": "Paiement à retirer réclamé",
  "Payout created": "Versement créé",
  "Payout marked": "Versement marqué",
  "App of a store deleted": "Application d’une boutique supprimée",
  "Person added to a store": "Personne ajoutée à une boutique",
  "Own account changed": "Compte personnel modifié",
  "Notification marked": "Notification marquée",
  "Notification removed": "Notification supprimée",
  "Coin of a store changed": "Monnaie d’une boutique modifiée",
  "Rate source of a store changed": "Source de cours d’une boutique modifiée",
  "API key deleted": "Clé d’API supprimée",
  "{action} (API)": "{action} (API)",
  "all actions": "toutes les actions",
  "Everything with {prefix}": "Tout avec {prefix}",
  "The audit has found that {rule} is violated: {message}":
    "L’audit a constaté que {rule} n’est pas respecté : {message}",
  "Invoice {id} needs a decision: {kind}.": "La facture {id} demande une décision : {kind}.",
  "Money has reached an address that no invoice holds.":
    "De l’argent est arrivé à une adresse qui n’appartient à aucune facture.",
  "The webhook to {url} was disabled.": "Le webhook vers {url} a été désactivé.",
  "An e-mail did not arrive: {kind}.": "Un e-mail n’est pas arrivé : {kind}.",
  "Payout {id} waits for an approval.": "Le versement {id} attend une approbation.",
  "Payout {id} is to be paid.": "Le versement {id} est à payer.",
  "Payout {id} refunds more than the shop has of its invoice.":
    "Le versement {id} rembourse plus que ce que la boutique a reçu de sa facture.",
  "{name} has changed the settings of the store.": "{name} a modifié les réglages de la boutique.",
  "{name} has made a link for a new password of {user}.":
    "{name} a créé un lien pour un nouveau mot de passe de {user}.",
  "{name} has removed the second factors of {user}.": "{name} a supprimé les seconds facteurs de {user}.",
  "{name} has withdrawn the change of where {store} is paid.":
    "{name} a retiré le changement du lieu où {store} est payé.",
  "{name} asks to change where {store} is paid.": "{name} demande à changer où {store} est payé.",
  "{name} has changed where {store} is paid.": "{name} a changé où {store} est payé.",
  "The receiver answered 410 Gone.": "Le destinataire a répondu 410 Gone.",
  "The receiver answered with status {status}.": "Le destinataire a répondu avec le statut {status}.",
  "For five days nothing was taken. Last: {error}":
    "Pendant cinq jours, rien n’a été accepté. Dernière erreur : {error}",
  "Can be paid until, by the clocks of {zone}": "Payable jusqu’au, à l’heure de {zone}",
  "Times on this page are those of {zone}.": "Les heures de cette page sont celles de {zone}.",
  "A day. Empty: until now.": "Un jour. Vide : jusqu’à maintenant.",
  "Invoice, order, item, e-mail, price, address or transaction":
    "Facture, commande, article, e-mail, prix, adresse ou transaction",
  "None like this. An invoice is found by how its number, order, item, e-mail, price, address or transaction begins.":
    "Aucune ne correspond. Une facture se trouve par le début de son numéro, de sa commande, de son article, de son e-mail, de son prix, de son adresse ou de sa transaction.",
  "Choose 1 to {most} invoices in the list first.":
    "Choisissez d’abord de 1 à {most} factures dans la liste.",
  "Send {event} of {time} again": "Renvoyer {event} de {time}",
  "not kept any more": "n’est plus conservé",
  "{event} is sent again. This page shows the answer when it is there.":
    "{event} est renvoyé. Cette page montre la réponse dès qu’elle est là.",
  yes: "oui",
  no: "non",
  "As it is kept": "Tel qu’enregistré",
  Recorded: "Enregistrée",
  "The transaction that was recorded is final now, and has not paid this payout. Record the transaction that has paid it, or take the payment back.":
    "La transaction enregistrée est maintenant définitive et n’a pas payé ce versement. Enregistrez celle qui l’a payé, ou annulez le paiement.",
  "The gateway has seen the transaction. A reorganisation may still remove it. The payout counts as paid once the transaction is final. You need to do nothing more here.":
    "Sa transaction a été vue et une réorganisation peut encore la retirer. Le versement compte comme payé dès qu’elle est définitive : il n’y a rien de plus à faire ici.",
  "The transaction that was recorded is in no block and not in the mempool: a reorganisation or its wallet has removed it. Look into the wallet. Record the transaction that has paid, or take the payment back.":
    "La transaction enregistrée n’est dans aucun bloc ni dans le mempool : une réorganisation ou son portefeuille l’a retirée. Regardez dans le portefeuille. Enregistrez la transaction qui a payé, ou annulez le paiement.",
  "Choose the coin and chain": "Choisissez la monnaie et la chaîne",
  "Refund of {order}": "Remboursement de {order}",
  "{by} invites you to work in {store} with Crosstill, a gateway for payments in cryptocurrencies. The link leads to a page on which you choose a name and a password. It works once, and for a week. If you do not know {by}, ignore this message.":
    "{by} vous invite à travailler dans {store} avec Crosstill, une passerelle de paiements en cryptomonnaies. Le lien mène à une page où vous choisissez un nom et un mot de passe. Il fonctionne une fois, pendant une semaine. Si vous ne connaissez pas {by}, ignorez ce message.",
  "The intent service takes no calls for now ({what}). Try again in {seconds} s.":
    "Le service de conversion n’accepte aucun appel pour le moment ({what}). Réessayez dans {seconds} s.",
  "The intent service gave no usable answer ({what}). Try again.":
    "Le service de conversion n’a pas donné de réponse exploitable ({what}). Réessayez.",
  "The intent service refused: {reason}": "Le service de conversion a refusé : {reason}",
  "The intent service refused.": "Le service de conversion a refusé.",
  "Expected a URL of at most {most} characters.": "Une URL d’au plus {most} caractères est attendue.",
  'Expected a URL such as "https://shop.example/webhook".':
    "Une URL telle que « https://shop.example/webhook » est attendue.",
  "Expected a URL that begins with https://.": "Une URL commençant par https:// est attendue.",
  "A webhook URL must not contain a user name or password.":
    "L’URL d’un webhook ne doit contenir ni nom d’utilisateur ni mot de passe.",
  "Expected https: plain http is not allowed.": "https est attendu : http simple n’est pas autorisé.",
  "{what} may not go to {host}: it is a private, local or reserved address, or plain http is not enough for it. Use https and a public address, or ask the operator to list its network in {setting}.":
    "{what} : impossible d’aller vers {host}, car c’est une adresse privée, locale ou réservée, ou http simple n’y suffit pas. Utilisez https et une adresse publique, ou demandez à l’exploitant d’ajouter son réseau à {setting}.",
  "There is nothing to be seen in this image: all of it is transparent.":
    "On ne voit rien sur cette image : elle est entièrement transparente.",
  "Expected at most {most} KiB, got {size} KiB. Export the logo smaller: about 600 × 200 pixels are plenty.":
    "Au plus {most} Kio sont attendus, et non {size} Kio. Exportez un logo plus petit : environ 600 × 200 pixels suffisent largement.",
  "Expected a PNG, got {kind}. Export the logo as PNG.":
    "Un PNG est attendu, et non {kind}. Exportez le logo en PNG.",
  "Expected at most {most} × {most} pixels, got {width} × {height}. Export the logo smaller.":
    "Au plus {most} × {most} pixels sont attendus, et non {width} × {height}. Exportez un logo plus petit.",
  "Expected at most {most} MiB of pixels, got {size} MiB ({width} × {height}, {depth} bits a channel). Export the logo smaller: about 600 × 200 pixels are plenty.":
    "Au plus {most} Mio de pixels sont attendus, et non {size} Mio ({width} × {height}, {depth} bits par canal). Exportez un logo plus petit : environ 600 × 200 pixels suffisent largement.",
  "This PNG is damaged: its pixels cannot be read. Export it again.":
    "Ce PNG est endommagé : ses pixels ne peuvent pas être lus. Exportez-le à nouveau.",
  "an empty file": "un fichier vide",
  "a JPEG": "un JPEG",
  "a GIF": "un GIF",
  "a WebP image": "une image WebP",
  "an SVG, which can carry scripts": "un SVG, qui peut contenir des scripts",
  "something else": "autre chose",
  "Expected at most {most} KiB, got {size} KiB. Export the picture smaller: about 600 × 600 pixels are plenty.":
    "Au plus {most} Kio sont attendus, et non {size} Kio. Exportez une image plus petite : environ 600 × 600 pixels suffisent largement.",
  "Expected at most {most} × {most} pixels, got {width} × {height}. Export the picture smaller.":
    "Au plus {most} × {most} pixels sont attendus, et non {width} × {height}. Exportez une image plus petite.",
  "Expected a PNG, a JPEG or a WebP image. Export the picture as one of them.":
    "Une image PNG, JPEG ou WebP est attendue. Exportez l’image dans l’un de ces formats.",
  "Expected a PNG of at most two million pixels, got {width} × {height}. Export the picture smaller.":
    "Un PNG d’au plus deux millions de pixels est attendu, et non {width} × {height}. Exportez une image plus petite.",
  "Expected revision {revision}, got {got}: the payout has changed. Look at it again.":
    "La révision {revision} est attendue, et non {got} : le versement a changé. Regardez-le à nouveau.",
  "The amount is less than the smallest unit of {coin}. Cancel the payout.":
    "Le montant est inférieur à la plus petite unité de {coin}. Annulez le versement.",
  "The payout has a newer quote than the one that was to be signed. Start again.":
    "Le versement a un devis plus récent que celui qui devait être signé. Recommencez.",
  "This payout was taken back, or paid otherwise, while request {request} was being paid. Nothing more is sent; look into the wallet for what was sent before.":
    "Ce versement a été repris, ou payé autrement, pendant que la demande {request} était payée. Plus rien n’est envoyé ; regardez dans le portefeuille ce qui a été envoyé avant.",
  'The intent service may have paid it, or may be paying it: it says "{word}". Wait until the money has come back, or mark the payout Completed.':
    "Le service de conversion l’a peut-être payé, ou est en train de le payer : il indique « {word} ». Attendez que l’argent soit revenu, ou marquez le versement comme terminé.",
  "Expected a payout that is {from} to become {to}; this one is {state}.":
    "Seul un versement à l’état {from} peut devenir {to} ; celui-ci est {state}.",
  "Expected a payout that is {from} or {other} to become {to}; this one is {state}.":
    "Seul un versement à l’état {from} ou {other} peut devenir {to} ; celui-ci est {state}.",
  "Expected at most {most} webhooks of a store: delete one that is not needed.":
    "Une boutique a au plus {most} webhooks : supprimez-en un dont vous n’avez pas besoin.",
  "Expected at least half a minute (0.5)": "Au moins une demi-minute (0.5) est attendue",
  "Expected at most a year (525600)": "Au plus un an (525600) est attendu",
  "Expected one e-mail address, such as ada@example.com":
    "Une seule adresse e-mail est attendue, par exemple ada@example.com",
  "Expected a title, which the payer sees": "Un titre, que le payeur voit, est attendu",
  "Expected an e-mail address": "Une adresse e-mail est attendue",
  "Expected unix seconds, or a date such as 2027-01-31T18:00:00Z":
    "Des secondes Unix, ou une date telle que 2027-01-31T18:00:00Z, sont attendues",
  'Expected the price as a decimal string such as "25.00"':
    "Le prix est attendu comme nombre décimal tel que « 25.00 »",
  "Expected one of {known}": "L’une de ces valeurs est attendue : {known}",
  '{expected}; got "{came}".': "{expected} ; reçu « {came} ».",
  'Expected the price as a decimal string such as "25.00"; got none.':
    "Le prix est attendu comme nombre décimal tel que « 25.00 » ; aucun n’a été donné.",
  'Expected an amount of at most {most}, got "{came}".':
    "Un montant d’au plus {most} est attendu, et non « {came} ».",
  'Expected an amount above zero, got "{came}".':
    "Un montant supérieur à zéro est attendu, et non « {came} ».",
  "{fault} {currency} has {decimals} decimals.": "{fault} {currency} a {decimals} décimales.",
  "{expected}.": "{expected}.",
  "{expected}; got {came}.": "{expected} ; reçu {came}.",
  "Expected a name without control and format characters":
    "Un nom sans caractères de contrôle ni de mise en forme est attendu",
  "Expected an address that starts with https://, http:// or mailto:":
    "Une adresse commençant par https://, http:// ou mailto: est attendue",
  "Expected a colour such as #0F3B21": "Une couleur telle que #0F3B21 est attendue",
  "Expected a name": "Un nom est attendu",
  "This refund was made already, with another amount. Open the invoice again to see it.":
    "Ce remboursement a déjà été créé, avec un autre montant. Ouvrez à nouveau la facture pour le voir.",
  "Open the invoice again, and send the form from there.":
    "Ouvrez à nouveau la facture, et envoyez le formulaire depuis là.",
  "Open the form again, and send it from there.": "Ouvrez à nouveau le formulaire, et envoyez-le depuis là.",
  "an address: it is the store's only one, and without any no coin can be converted. Add one of another chain first.":
    "une adresse : c’est la seule de la boutique, et sans adresse aucune devise ne peut être convertie. Ajoutez d’abord celle d’une autre chaîne.",
  'a Bitcoin address of {network}; got "{address}".':
    "une adresse Bitcoin de {network} ; reçu « {address} ».",
  "an address with a correct checksum: one of its characters may be wrong. Paste it again.":
    "une adresse avec une somme de contrôle correcte : l’un de ses caractères est peut-être faux. Collez-la à nouveau.",
  'an address that starts with 0x and has 40 more characters; got "{address}".':
    "une adresse qui commence par 0x et a 40 autres caractères ; reçu « {address} ».",
  'Expected a transaction id of 64 hexadecimal digits, or a link with one; got "{typed}".':
    "Un identifiant de transaction de 64 chiffres hexadécimaux, ou un lien qui en contient un, est attendu ; reçu « {typed} ».",
  "Expected whole percents, such as 5 or 10": "Des pourcentages entiers, tels que 5 ou 10, sont attendus",
  "Expected a title, which customers see": "Un titre, que les clients voient, est attendu",
  "Another user signs in as {name}. Choose another name.":
    "Un autre utilisateur se connecte sous le nom {name}. Choisissez un autre nom.",
  "The store has no member with this id. Invite the person.":
    "La boutique n’a pas de membre avec cet identifiant. Invitez la personne.",
  "There is no role {name}.": "Il n’y a pas de rôle {name}.",
  "The role {role} allows more than you may do yourself.":
    "Le rôle {role} permet plus que ce que vous pouvez faire vous-même.",
  "This is the store's last owner. Make another user an owner first.":
    "C’est le dernier propriétaire de la boutique. Nommez d’abord un autre utilisateur propriétaire.",
  "This is the server's last administrator. Make another user an administrator first.":
    "C’est le dernier administrateur du serveur. Nommez d’abord un autre utilisateur administrateur.",
  "The lines of what an older version booked are still being written. Try again in some minutes; the server has to run.":
    "Les lignes de ce qu’une version antérieure a comptabilisé sont encore en cours d’écriture. Réessayez dans quelques minutes ; le serveur doit tourner.",
  "Deposit {outpoint} is credited to invoice {invoice} already.":
    "Le dépôt {outpoint} est déjà crédité à la facture {invoice}.",
  "Deposit {outpoint} is in no block any more: wait until it is in one again.":
    "Le dépôt {outpoint} n’est plus dans aucun bloc : attendez qu’il soit de nouveau dans l’un d’eux.",
  "Deposit {outpoint} was assigned to another invoice.":
    "Le dépôt {outpoint} a été attribué à une autre facture.",
  "Deposit {outpoint} came to an address of store {store}, and its money goes there.":
    "Le dépôt {outpoint} est arrivé à une adresse de la boutique {store}, et son argent va là.",
  "Invoice {invoice} is using {address} now. Assign the deposit once that lease has ended.":
    "La facture {invoice} utilise {address} en ce moment. Attribuez le dépôt quand elle n’en aura plus besoin.",
  'Expected a time at least a minute ago ({newest} or before), so that the file stays the same for ever; without "to" it has everything until then':
    "Un moment passé d’au moins une minute ({newest} ou avant) est attendu, afin que le fichier reste toujours le même ; sans « to », il contient tout jusque-là",
  'Expected a time before "to" ({to})': "Un moment avant « to » ({to}) est attendu",
  "Expected a day (2026-11-01), a moment (2026-11-01T00:00:00Z) or unix seconds":
    "Un jour (2026-11-01), un moment (2026-11-01T00:00:00Z) ou des secondes Unix sont attendus",
  "This store is archived and takes no new invoices.":
    "Cette boutique est archivée et ne prend pas de nouvelles factures.",
  "Invoice {invoice} is {state} and cannot be marked; got {mark}.":
    "La facture {invoice} est {state} et ne peut pas être marquée ; reçu {mark}.",
  "Invoice {invoice} is {state} and can be marked {possible} only; got {mark}.":
    "La facture {invoice} est {state} et ne peut être marquée que {possible} ; reçu {mark}.",
  "Expected an invoice that is open and not paid; this one takes no payment, or has one.":
    "Une facture ouverte et non payée est attendue ; celle-ci ne prend pas de paiement, ou en a un.",
  'Expected "to": no recipient was named when the invoice was made.':
    "« to » est attendu : aucun destinataire n’a été nommé à la création de la facture.",
  "This gateway sends no e-mail: its operator has set no SMTP_URL (docs/how-to/email.md).":
    "Cette passerelle n’envoie pas d’e-mails : son exploitant n’a pas défini SMTP_URL (docs/how-to/email.md).",
  "The link of this invoice was mailed {most} times; more looks like spam.":
    "Le lien de cette facture a été envoyé {most} fois ; davantage ressemblerait à du spam.",
  "The link of this invoice was mailed less than a minute ago. Wait a minute.":
    "Le lien de cette facture a été envoyé il y a moins d’une minute. Attendez une minute.",
  "This store has named no accountant.": "Cette boutique n’a pas désigné de comptable.",
  "This month was mailed {most} times; more looks like spam.":
    "Ce mois a été envoyé {most} fois ; davantage ressemblerait à du spam.",
  "This month was mailed less than a minute ago. Wait a minute.":
    "Ce mois a été envoyé il y a moins d’une minute. Attendez une minute.",
  "The message about this month waits for the mail server, and goes out by itself.":
    "Le message sur ce mois attend le serveur de messagerie, et part de lui-même.",
  "There is no such message about this invoice.": "Il n’y a pas de tel message à propos de cette facture.",
  "The address was taken back or deleted.": "L’adresse a été retirée ou supprimée.",
  "Only the customer's address gets it, and none was given.":
    "Seule l’adresse du client le reçoit, et aucune n’a été donnée.",
  "What it says is not true any more.": "Ce qu’il dit n’est plus vrai.",
  'Expected an e-mail address; got "{text}".': "Une adresse e-mail est attendue ; reçu « {text} ».",
  "The mail server did not take the message: {reason}. Try again.":
    "Le serveur de messagerie n’a pas accepté le message : {reason}. Réessayez.",
  "Amount and currency stay as they are once the payment request has an invoice. Make another one.":
    "Le montant et la devise restent tels quels dès que la demande de paiement a une facture. Créez-en une autre.",
  "What left the wallet of the shop cannot be read now: chain {chain} does not answer. Try again in a minute.":
    "Ce qui a quitté le portefeuille de la boutique ne peut pas être lu maintenant : la chaîne {chain} ne répond pas. Réessayez dans une minute.",
  "The payout is less than {least} {coin}.": "Le versement est inférieur à {least} {coin}.",
  "It was tried before to pay this, and the intent service did not say what became of request {request}. Try again in a minute.":
    "On a déjà essayé de payer ceci, et le service de conversion n’a pas dit ce qu’est devenue la demande {request}. Réessayez dans une minute.",
  'It was tried before to pay this, and the intent service has got money for it: request {request} is "{word}". Paid again, the buyer might get it twice. Wait until that money has arrived or come back; then mark the payout, or pay it by hand.':
    "On a déjà essayé de payer ceci, et le service de conversion a reçu de l’argent pour cela : la demande {request} est « {word} ». Payé à nouveau, l’acheteur pourrait le recevoir deux fois. Attendez que cet argent soit arrivé ou revenu ; puis marquez le versement, ou payez-le à la main.",
  "A payout cannot be marked {state}.": "Un versement ne peut pas être marqué {state}.",
  "The wallet has sent {hashes}: paying again would pay twice if that is mined yet. Look into the wallet. Only when it was replaced, has failed or was sent back, say so (crosstill.nothingUnderWay, or the box on the payout's page).":
    "Le portefeuille a envoyé {hashes} : payer à nouveau paierait deux fois si cela entre encore dans un bloc. Regardez dans le portefeuille. Seulement si la transaction a été remplacée, a échoué ou a été renvoyée, dites-le (crosstill.nothingUnderWay, ou la case sur la page du versement).",
  "A wallet was asked to send a transaction for this payout, and may have sent it: paying again could pay twice. Look into the wallet. Only when it has sent nothing, say so (crosstill.nothingUnderWay, or the box on the payout's page).":
    "Un portefeuille devait envoyer une transaction pour ce versement et l’a peut-être envoyée : payer à nouveau pourrait payer deux fois. Regardez dans le portefeuille. Seulement s’il n’a rien envoyé, dites-le (crosstill.nothingUnderWay, ou la case sur la page du versement).",
  "The intent service did not say how far request {request} is: it may have paid this payout. Try again in a minute; if the money has arrived, mark the payout Completed.":
    "Le service de conversion n’a pas dit où en est la demande {request} : il a peut-être payé ce versement. Réessayez dans une minute ; si l’argent est arrivé, marquez le versement comme terminé.",
  "Transaction {hash} has paid nothing to {destination}. If it is the right one and was just sent, try again in a minute; else name another.":
    "La transaction {hash} n'a rien payé à {destination}. Si c'est la bonne et qu'elle vient d'être envoyée, réessayez dans une minute ; sinon, indiquez-en une autre.",
  "Expected a transaction that pays at least {least}; {hash} pays {amount}. Without a transaction the payout is taken as paid by your word.":
    "Une transaction qui paie au moins {least} est attendue ; {hash} paie {amount}. Sans transaction, le versement est tenu pour payé sur votre parole.",
  "The transaction {hash} has paid another payout. Name the one that paid this.":
    "La transaction {hash} a payé un autre versement. Nommez celle qui a payé celui-ci.",
  "The transaction {hash} was recorded for another payout. Name the one that paid this. Only when it truly paid both, say so (crosstill.paysSeveral, or the box on the payout's page).":
    "La transaction {hash} a été enregistrée pour un autre versement. Nommez celle qui a payé celui-ci. Seulement si elle a vraiment payé les deux, dites-le (crosstill.paysSeveral, ou la case sur la page du versement).",
  "A second person who may approve payouts must confirm this change, not the one who asked for it.":
    "Une seconde personne qui peut approuver des versements doit confirmer cette modification, pas celle qui l’a demandée.",
  "This payout is in {coin} on {chain}, in which the shop is paid: send it from your wallet, and mark the payout with the transaction.":
    "Ce versement est en {coin} sur {chain}, dans lequel la boutique est payée : envoyez-le depuis votre portefeuille, et marquez le versement avec la transaction.",
  "Expected a payout that is AwaitingPayment; this one is AwaitingApproval. Approve it first.":
    "Un versement à l’état AwaitingPayment est attendu ; celui-ci est AwaitingApproval. Approuvez-le d’abord.",
  "Expected a payout that is AwaitingPayment; this one is {state}.":
    "Un versement à l’état AwaitingPayment est attendu ; celui-ci est {state}.",
  "Expected an invoice that is final; this one is {state} ({additional}).":
    "Une facture définitive est attendue ; celle-ci est {state} ({additional}).",
  "Nothing that counts for this invoice has reached the shop, so there is nothing to refund.":
    "Rien de ce qui compte pour cette facture n’est arrivé à la boutique : il n’y a rien à rembourser.",
  "The invoice is not overpaid.": "La facture n’est pas trop payée.",
  "The invoice was paid in several coins ({coins}). Name the coin to refund, or refund an amount of money (Fiat, CurrentRate or Custom).":
    "La facture a été payée en plusieurs monnaies ({coins}). Indiquez celle qui est remboursée, ou remboursez un montant : Fiat, CurrentRate ou Custom.",
  "Nothing is left of that amount.": "Il ne reste rien de ce montant.",
  "Expected at most {most}, which is what was received and not refunded yet; this would be {amount}.":
    "Au plus {most} sont attendus, soit ce qui a été reçu et pas encore remboursé ; ceci ferait {amount}.",
  "The invoice's refunds are more than what the shop has of it now. Close or cancel one of them first.":
    "Les remboursements de la facture dépassent ce que la boutique en a maintenant. Fermez ou annulez d’abord l’un d’eux.",
  "{method} makes sense from {amount} on: below that, more than 5 % would go in fees.":
    "{method} a un sens à partir de {amount} : en dessous, plus de 5 % partiraient en frais.",
  "No rate from {base} to {quote}: state the price in {quote}, or add a source to RATES_URLS.":
    "Aucun cours de {base} vers {quote} : indiquez le prix en {quote}, ou ajoutez une source à RATES_URLS.",
  "The payment network (chain {chain}) cannot be seen now, so a payment on it could not be noticed. Try again in a minute, or choose another way to pay.":
    "Le réseau de paiement (chaîne {chain}) n’est pas visible maintenant ; un paiement y passerait inaperçu. Réessayez dans une minute, ou choisissez une autre façon de payer.",
  "The transaction {hash} cannot be looked up now: chain {chain} does not answer. Try again in a minute.":
    "La transaction {hash} ne peut pas être consultée maintenant : la chaîne {chain} ne répond pas. Réessayez dans une minute.",
  "Another store of this gateway signs as {domain}. Take it from that store first.":
    "Une autre boutique de cette passerelle signe comme {domain}. Retirez-le d’abord à cette boutique.",
  "The answer is not JSON.": "La réponse n’est pas du JSON.",
  "Expected a JSON file at {address}. {why} Put it there (without a redirect), and try again.":
    "Un fichier JSON est attendu à {address}. {why} Placez-le là (sans redirection), et réessayez.",
  "Expected {where} to have this gateway's key, {key}, as signing.publicKey.":
    "{where} doit contenir la clé de cette passerelle, {key}, comme signing.publicKey.",
  'Expected {where} to name this store, {store}, in the list "stores".':
    "{where} doit nommer cette boutique, {store}, dans la liste « stores ».",
  'Expected a domain such as shop.example; got "{typed}".':
    "Un domaine tel que shop.example est attendu ; reçu « {typed} ».",
  "The store is paid in another coin or at another address by now. Look at the present settlement, and fill in the form again.":
    "La boutique est maintenant payée dans une autre devise ou à une autre adresse. Regardez le règlement actuel, et remplissez à nouveau le formulaire.",
  "The service cannot settle {coin}. It lists:\n  {known}":
    "Le service ne peut pas régler en {coin}. Il propose :\n  {known}",
  "it is a burn address, from which nothing comes back":
    "c’est une adresse de destruction, d’où rien ne revient",
  "it is the zero address, from which nothing comes back": "c’est l’adresse zéro, d’où rien ne revient",
  "its checksum is wrong, so a character may be too: paste it again":
    "sa somme de contrôle est fausse, donc peut-être aussi un caractère : collez-la à nouveau",
  "an EVM address is 0x and 40 hexadecimal digits":
    "une adresse EVM est 0x suivi de 40 chiffres hexadécimaux",
  'Expected the merchant\'s own EVM address as recipient; "{recipient}": {why}.':
    "L’adresse EVM du marchand lui-même est attendue comme destinataire ; « {recipient} » : {why}.",
  "The recipient {recipient} is the {coin} contract itself: money sent there is lost. Give the merchant's own address.":
    "Le destinataire {recipient} est le contrat de {coin} lui-même : l’argent envoyé là est perdu. Donnez l’adresse du marchand lui-même.",
  "The recipient {recipient} is the intent service's own address. Give the merchant's own.":
    "Le destinataire {recipient} est l’adresse du service de conversion lui-même. Donnez celle du marchand.",
  "for how many days": "pour combien de jours",
  "none, or how many minutes before the price promise ends":
    "none, ou combien de minutes avant la fin de la garantie du prix",
  '{what}, from 1 to {most}; got "{text}".': "{what}, de 1 à {most} ; reçu « {text} ».",
  'Expected at most {most} stores. "crosstill stores create" on the server makes more.':
    "Il y a au plus {most} boutiques. « crosstill stores create » sur le serveur en crée d’autres.",
  "an invoice is open or being paid": "une facture est ouverte ou en cours de paiement",
  "a payout is not paid yet": "un versement n’est pas encore payé",
  "a pull payment can still be claimed": "un paiement à retirer peut encore être réclamé",
  "{before}, and {next}": "{before}, et {next}",
  "Expected a store in which no money moves: {why}. Wait until it is done, or close it first.":
    "Une boutique où aucun argent ne bouge est attendue : {why}. Attendez que ce soit terminé, ou fermez-le d’abord.",
  "Expected {expected}": "Attendu : {expected}",
  'a percentage such as 1.5, from 0 to 100; got "{text}".':
    "un pourcentage tel que 1.5, de 0 à 100 ; reçu « {text} ».",
  '{words} or {last}; got "{text}".': "{words} ou {last} ; reçu « {text} ».",
  'an amount of {coin} such as 0.50; got "{text}".': "un montant en {coin} tel que 0.50 ; reçu « {text} ».",
  '<from amount>=<number from 1 to {most}>, e.g. "1000=2,10000=6", or the number alone; got "{text}".':
    "<à partir du montant>=<nombre de 1 à {most}>, p. ex. « 1000=2,10000=6 », ou le nombre seul ; reçu « {text} ».",
  "a name of 1 to {most} characters, without control and format characters.":
    "un nom de 1 à {most} caractères, sans caractères de contrôle ni de mise en forme.",
  'an address that starts with https:// or mailto:; got "{text}".':
    "une adresse qui commence par https:// ou mailto: ; reçu « {text} ».",
  "a colour such as '#0F3B21' (in quotes), or none; got \"{text}\".":
    "une couleur telle que '#0F3B21' (entre guillemets), ou none ; reçu « {text} ».",
  'at most {most} currencies such as EUR,CHF, or none; got "{text}". There are {known}.':
    "au plus {most} devises telles que EUR,CHF, ou none ; reçu « {text} ». Il y a {known}.",
  'UTC or a time zone such as Europe/Berlin; got "{text}".':
    "UTC ou un fuseau horaire tel que Europe/Berlin ; reçu « {text} ».",
  'one e-mail address, or none; got "{text}".': "une seule adresse e-mail, ou none ; reçu « {text} ».",
  'one of {known}; got "{text}".': "l’une de ces valeurs : {known} ; reçu « {text} ».",
  'a payment method such as BTC-CHAIN, or none; got "{text}".':
    "un moyen de paiement tel que BTC-CHAIN, ou none ; reçu « {text} ».",
  'payment methods such as ETH-BASE,USDT-BASE, or none; got "{text}".':
    "des moyens de paiement tels que ETH-BASE,USDT-BASE, ou none ; reçu « {text} ».",
  'how long a price is held, from 1 to {most}; got "{text}".':
    "combien de temps un prix est tenu, de 1 à {most} ; reçu « {text} ».",
  '<chainId>:<address on that chain>, e.g. {example}; got "{text}".':
    "<chainId>:<adresse sur cette chaîne>, p. ex. {example} ; reçu « {text} ».",
  "What delivery {delivery} said is not kept any more: it is older than 60 days. Read the invoice instead.":
    "Ce que disait la livraison {delivery} n’est plus conservé : elle a plus de 60 jours. Lisez plutôt la facture.",
  'Webhook {webhook} is switched off: switch it on (PUT with "enabled": true) before anything is sent to it.':
    'Le webhook {webhook} est désactivé : activez-le (PUT avec "enabled": true) avant que quoi que ce soit lui soit envoyé.',
  '"{text}" can be read in two ways. Write 1234 or 1234.50: no sign between the thousands.':
    "« {text} » peut se lire de deux façons. Écrivez 1234 ou 1234.50 : aucun signe entre les milliers.",
  'Expected a positive decimal number such as "25.00", got "{text}".':
    "Un nombre décimal positif tel que « 25.00 » est attendu, et non « {text} ».",
  'Expected a decimal number such as "25.00", got "{text}".':
    "Un nombre décimal tel que « 25.00 » est attendu, et non « {text} ».",
  'Expected at most {decimals} decimals, got "{text}".':
    "Au plus {decimals} décimales sont attendues, et non « {text} ».",
  'Expected an amount of at most 78 digits in smallest units, got "{text}".':
    "Un montant d’au plus 78 chiffres en plus petites unités est attendu, et non « {text} ».",
  "Money at an address of this store that belongs to no invoice. Assign it to the invoice that the customer meant, or refund it. For transfers of your own choose Not a payment.":
    "De l’argent à une adresse de cette boutique qui n’appartient à aucune facture. Affectez-le à la facture que le client voulait payer, ou remboursez-le. Pour vos propres transferts, choisissez « Pas un paiement ».",
  "To the shop's own address, from": "À l’adresse de la boutique elle-même, depuis",
  "Invoice or order": "Facture ou commande",
  "Refund to this address": "Rembourser à cette adresse",
  "Ask the sender for an address. An exchange does not credit what comes back to the address that it has sent from.":
    "Demandez une adresse à l’expéditeur. Une plateforme d’échange ne crédite pas ce qui revient à l’adresse d’envoi.",
  "Do not list transfers of this sender from now on": "Ne plus afficher les transferts de cet expéditeur",
  "Not a payment": "Pas un paiement",
  "Senders that are not listed": "Expéditeurs non affichés",
  "Unattributed funds refunded": "Fonds non attribués remboursés",
  "Unattributed funds marked as not a payment": "Fonds non attribués marqués comme n’étant pas un paiement",
  "Ignored sender removed": "Expéditeur ignoré retiré",
  "This store has no such unattributed funds any more.": "Cette boutique n’a plus ces fonds non attribués.",
  "The money of {outpoint} was decided upon where the intent service sent it.":
    "L’argent de {outpoint} a fait l’objet d’une décision là où le service de conversion l’a envoyé.",
  "The intent service converts what comes to a deposit address and sends it to the settlement address. Assign the money to an invoice and refund that invoice.":
    "Le service de conversion convertit ce qui arrive à une adresse de dépôt et l’envoie à l’adresse d’encaissement. Attribuez l’argent à une facture, puis remboursez cette facture.",
  "This money was assigned, refunded or dismissed already.": "Quelqu’un a déjà décidé de cet argent.",
  "The money is in another coin than the one that the invoice is settled in, and is not converted. Mark the invoice as settled, or refund the money.":
    "L’argent est dans une autre monnaie que celle du règlement de la facture et n’est pas converti. Marquez la facture comme réglée, ou remboursez l’argent.",
  'The intent service has no such coin. Send it back from your wallet, then choose "Not a payment".':
    "Le service de conversion n’a pas cette monnaie. Renvoyez-la depuis votre portefeuille, puis choisissez « Pas un paiement ».",
  "There is no invoice or order {invoice} in this store.":
    "Cette boutique n’a pas de facture ni de commande {invoice}.",
  "Refunded before": "Déjà remboursé",
  "What was paid too much is refunded already.": "Le trop-perçu est déjà remboursé.",
  "The sale counted as paid, and then the payment went back or disappeared. If you have handed over the goods, ask the customer to pay again.":
    "La vente comptait comme payée, puis le paiement est reparti ou a disparu. Si vous avez remis la marchandise, demandez au client de payer à nouveau.",
  "no longer paid": "plus payée",
  "The payment of order {order} needs a decision: {kind}.":
    "Le paiement de la commande {order} demande une décision : {kind}.",
  "Paid too much, for your information": "Trop-perçus, pour information",
  "By the store's payment rules an excess stays with you and needs no decision. You can refund it.":
    "Selon les règles de paiement de la boutique, un trop-perçu vous reste et ne demande pas de décision. Vous pouvez le rembourser.",
  "What counts as paid": "Ce qui compte comme payé",
  "Late payments are looked for, in minutes": "Recherche des paiements tardifs, en minutes",
  "chain {chain}: {address}": "chaîne {chain} : {address}",
  "{name} asks to change the refund addresses of {store}":
    "{name} demande à changer les adresses de remboursement de {store}",
  "The refund addresses of {store} were changed": "Les adresses de remboursement de {store} ont été changées",
  "Money that cannot be converted is sent back there from now on. If it was not meant, change it back at once.":
    "L’argent qui ne peut pas être converti y est désormais renvoyé. Si ce n’était pas voulu, annulez ce changement tout de suite.",
  "It holds from now on. If it was not meant, change it back at once.":
    "Cela s’applique dès maintenant. Si ce n’était pas voulu, annulez ce changement tout de suite.",
  "{name} has changed what {store} accepts as paid": "{name} a changé ce que {store} accepte comme payé",
  "An API key has made a copy of {store}": "Une clé API a créé une copie de {store}",
  "The new store is paid at the same address. If it was not meant, revoke the key and archive the store.":
    "La nouvelle boutique est payée à la même adresse. Si ce n’était pas voulu, révoquez la clé et archivez la boutique.",
  "This takes two people who may approve payouts in this store, and there is one. Invite an owner or a manager first.":
    "Il faut deux personnes qui peuvent approuver des versements dans cette boutique, et il n’y en a qu’une. Invitez d’abord un propriétaire ou un gérant.",
  "This change was withdrawn, replaced or confirmed before. Look at the page again.":
    "Ce changement a déjà été retiré, remplacé ou confirmé. Regardez la page à nouveau.",
  "Who can be the second person now: {names}.": "Peuvent être la deuxième personne maintenant : {names}.",
  "No second person is available now.": "Personne ne peut être la deuxième personne pour le moment.",
  "{name} can from {time}.": "{name} peut l’être à partir de {time}.",
  "An account that another one has invited, reset, enabled or given a role is no second person beside it for 24 hours, also through further accounts.":
    "Un compte qu’un autre a invité, réinitialisé ou activé, ou auquel il a donné un rôle, n’est pas une deuxième personne à côté de lui pendant 24 heures, même par l’intermédiaire d’autres comptes.",
  "Refund addresses of a store changed": "Adresses de remboursement d’une boutique changées",
  "Change of the refund addresses asked for": "Changement des adresses de remboursement demandé",
  "Change of the refund addresses withdrawn": "Changement des adresses de remboursement retiré",
  "Change of the limit for payouts withdrawn": "Changement de la limite des versements retiré",
  "Where the service sends money of {store} that it cannot convert. Payouts of this store take two people, and so does a change of these addresses.":
    "Où le service envoie l’argent de {store} qu’il ne peut pas convertir. Les versements de cette boutique demandent deux personnes, et un changement de ces adresses aussi.",
  "Confirm the new addresses": "Confirmer les nouvelles adresses",
  "There is no exchange rate to compare it with the store’s limit. Two people must approve it.":
    "Il n’y a pas de taux de change pour le comparer à la limite de la boutique. Deux personnes doivent l’approuver.",
  "This payout of {own} is within the store’s limit of {limit}, but not together with {others} that one person or API keys have approved within 24 hours. Two people must approve it.":
    "Ce versement de {own} respecte la limite de la boutique de {limit}, mais pas avec les {others} qu’une personne ou des clés API ont approuvés en 24 heures. Deux personnes doivent l’approuver.",
  "{name} has opened this account. Until {time} it approves nothing that moves money, and gives no access to others.":
    "{name} a ouvert ce compte. Jusqu’au {time}, il n’approuve rien qui déplace de l’argent et ne donne accès à personne.",
  "{name} has opened this account. Until {time} it approves nothing that moves money, and gives no access to others. Sign in with the second factor that you had before to end this at once.":
    "{name} a ouvert ce compte. Jusqu’au {time}, il n’approuve rien qui déplace de l’argent et ne donne accès à personne. Connectez-vous avec le second facteur que vous aviez avant pour y mettre fin tout de suite.",
  "Within a day one of your accounts was invited, given a role, reset or enabled by the other, by a command, or through further accounts. You count as two people from {time}. Wait, or let another person approve.":
    "En l’espace d’un jour, l’un de vos comptes a été invité, réinitialisé, activé ou doté d’un rôle par l’autre, par une commande ou par d’autres comptes. Vous comptez comme deux personnes à partir de {time}. Attendez, ou laissez une autre personne approuver.",
  "What one person and API keys approve alone within 24 hours is added up, so a small payout can be above the limit too. Changes of the settlement and of refund addresses then take two people as well.":
    "Ce qu’une personne et des clés API approuvent seules en 24 heures est additionné, donc un petit versement peut aussi dépasser la limite. Les changements du règlement et des adresses de remboursement demandent alors aussi deux personnes.",
  "Payouts of this store take two people. So does a change of the settlement or of a refund address.":
    "Les versements de cette boutique demandent deux personnes. Un changement du règlement ou d’une adresse de remboursement aussi.",
  "A change of the refund addresses waits for a second person.":
    "Un changement des adresses de remboursement attend une deuxième personne.",
  "The payout is valued. The books have a corrected line.":
    "Le versement est évalué. Les livres ont une ligne corrigée.",
  "This payout is valued already.": "Ce versement est déjà évalué.",
  "Payout valued by hand": "Versement évalué à la main",
  "These payments and payouts have no value in {currency}, so they are in no sum of {store}, and files for other programs leave them out. Enter the rates of the day of each.":
    "Ces paiements et versements n’ont pas de valeur en {currency}. Ils ne sont donc dans aucune somme de {store}, et les fichiers pour d’autres programmes les omettent. Saisissez les taux du jour de chacun.",
  "Every payment and payout is valued.": "Tous les paiements et versements sont évalués.",
  "Payments and payouts without a value appear here.":
    "Les paiements et versements sans valeur apparaissent ici.",
  "requested <span>{time}</span>": "demandé <span>{time}</span>",
  "Value the payout": "Évaluer le versement",
  "Payout {id}": "Versement {id}",
  "{count} bookings are left out: they have no value in {currency}.": {
    one: "{count} écriture est omise : elle n’a pas de valeur en {currency}.",
    other: "{count} écritures sont omises : elles n’ont pas de valeur en {currency}.",
  },
  "{count} bookings are left out: their amounts are unknown.": {
    one: "{count} écriture est omise : son montant est inconnu.",
    other: "{count} écritures sont omises : leurs montants sont inconnus.",
  },
  "The cost of {count} conversions is unknown": {
    one: "Le coût de {count} conversion est inconnu",
    other: "Le coût de {count} conversions est inconnu",
  },
  "The refund addresses below are those of {store}.":
    "Les adresses de remboursement ci-dessous sont celles de {store}.",
  Refunded: "Remboursée",
  "partly refunded": "remboursée en partie",
  "Tip in the price": "Pourboire compris dans le prix",
  "Files for other programs leave out payments and payouts without a value in {currency}.":
    "Les fichiers pour d’autres programmes omettent les paiements et versements sans valeur en {currency}.",
  "At most {amount} can be refunded: what has arrived, less earlier refunds.":
    "{amount} au plus peuvent être remboursés : ce qui est arrivé, moins les remboursements précédents.",
  "The intent service needs attention": "Le service de conversion demande votre attention",
  "The intent service does not accept the API key: coins that it converts cannot be offered. Check INTENTS_API_KEY.":
    "Le service de conversion n’accepte pas la clé d’API : les monnaies qu’il convertit ne peuvent pas être proposées. Vérifiez INTENTS_API_KEY.",
  "The intent service takes no calls without an API key: coins that it converts cannot be offered. Set INTENTS_API_KEY.":
    "Le service de conversion n’accepte aucun appel sans clé d’API : les monnaies qu’il convertit ne peuvent pas être proposées. Définissez INTENTS_API_KEY.",
  "The intent service has announced the end of {path} for {day}. The page of the server says what to do.":
    "Le service de conversion a annoncé la fin de {path} pour le {day}. La page du serveur dit que faire.",
  "does not accept the API key: check INTENTS_API_KEY":
    "n’accepte pas la clé d’API : vérifiez INTENTS_API_KEY",
  "takes no calls without an API key: set INTENTS_API_KEY":
    "n’accepte aucun appel sans clé d’API : définissez INTENTS_API_KEY",
  "Nothing: the gateway does not use it any more.": "Rien : la passerelle ne l’utilise plus.",
  "has ended": "a pris fin",
  "has ended; announced for {time}": "a pris fin ; annoncé pour {time}",
  "deprecated, without a date of its end": "obsolète, sans date de fin",
  "ends on {time}": "prend fin le {time}",
  "was to end on {time}, and has answered since then": "devait prendre fin le {time} et a répondu depuis",
  "was to end on {time}, and has not been asked since then":
    "devait prendre fin le {time} et n’a pas été interrogé depuis",
  "The gateway changes to the other version by itself when this one has ended. Compare both versions below.":
    "La passerelle passe d’elle-même à l’autre version quand celle-ci prend fin. Comparez les deux versions ci-dessous.",
  "{setting} keeps the gateway at this version: set it to auto, and start the server again.":
    "{setting} maintient la passerelle sur cette version : mettez auto, puis redémarrez le serveur.",
  "The gateway changes to the next version by itself.":
    "La passerelle passe d’elle-même à la version suivante.",
  "Set INTENTS_API_KEY: the next version of this list needs a key. Without a list the gateway asks for the status of each request.":
    "Définissez INTENTS_API_KEY : la version suivante de cette liste exige une clé. Sans liste, la passerelle demande l’état de chaque demande.",
  "Install a version of Crosstill that does not use this path.":
    "Installez une version de Crosstill qui n’utilise pas ce chemin.",
  "The gateway changes to the other version by itself when this one has ended. Compare both versions below before that day.":
    "La passerelle passe d’elle-même à l’autre version quand celle-ci prend fin. Comparez les deux versions ci-dessous avant ce jour.",
  "Prices are asked by version 3 of its quotes.": "Les prix sont demandés avec la version 3 de ses devis.",
  "Prices are asked by version 2 of its quotes.": "Les prix sont demandés avec la version 2 de ses devis.",
  "Announced ends": "Fins annoncées",
  Path: "Chemin",
  "What to do": "Que faire",
  "replaced by {path}": "remplacé par {path}",
  "The service's guide: {guide}": "Guide du service : {guide}",
  "Compare versions 2 and 3": "Comparer les versions 2 et 3",
  "Asks one quote by both versions, for the first store. It is no offer, and nothing is stored.":
    "Demande un devis avec les deux versions, pour la première boutique. Ce n’est pas une offre et rien n’est enregistré.",
  "Amount in the settlement coin": "Montant dans la monnaie de règlement",
  "Ask for deposit addresses as well (the service makes two, which are not used)":
    "Demander aussi des adresses de dépôt (le service en crée deux, qui ne sont pas utilisées)",
  "Compare both versions": "Comparer les deux versions",
  "Both versions": "Les deux versions",
  "Version 2": "Version 2",
  "Version 3": "Version 3",
  "Enter an amount above zero, such as 25.": "Saisissez un montant supérieur à zéro, par exemple 25.",
  "The intent service does not accept the API key. The operator checks INTENTS_API_KEY.":
    "Le service de conversion n’accepte pas la clé d’API. L’exploitant vérifie INTENTS_API_KEY.",
  "The intent service takes no calls without an API key. The operator sets INTENTS_API_KEY.":
    "Le service de conversion n’accepte aucun appel sans clé d’API. L’exploitant définit INTENTS_API_KEY.",
  "The money that this payout refunds is no longer on its chain. Wait until a block has it again, or cancel the payout.":
    "L’argent que ce versement rembourse n’est plus sur sa chaîne. Attendez qu’un bloc le contienne à nouveau, ou annulez le versement.",
  "Another store on this server is or was paid at the new address too.":
    "Une autre boutique de ce serveur est ou était aussi payée à la nouvelle adresse.",
  "Another store on this server is or was paid at this address too.":
    "Une autre boutique de ce serveur est ou était aussi payée à cette adresse.",
  "Money that reaches it and belongs to no invoice is listed in this store.":
    "L’argent qui y arrive et ne correspond à aucune facture est affiché dans cette boutique.",
  "Money that reaches it and belongs to no invoice is listed in the other store.":
    "L’argent qui y arrive et ne correspond à aucune facture est affiché dans l’autre boutique.",
  "Payment link {title}": "Lien de paiement {title}",
  "Paid too much": "Payé en trop",
  "More invoices were paid than this link asks for. Refund the excess on the page of an invoice.":
    "Plus de factures ont été payées que ce lien n’en demande. Remboursez l’excédent sur la page d’une facture.",
  "The sender is the intent service, which payments come from. Take off this transfer alone, without its sender.":
    "L’expéditeur est le service de conversion, d’où viennent les paiements. Retirez seulement ce transfert, sans son expéditeur.",
  "This money came to a deposit address. Only senders to the store's own address can be ignored: dismiss it without ignoring its sender.":
    "Cet argent est arrivé à une adresse de dépôt. Seuls les expéditeurs vers l’adresse propre de la boutique peuvent être ignorés : retirez-le de la liste sans ignorer son expéditeur.",
  "This money has a refund to another address, {address}. Cancel payout {payout} first, or leave that address.":
    "Cet argent a déjà un remboursement vers une autre adresse, {address}. Annulez d’abord le versement {payout}, ou gardez cette adresse.",
  "have a payment": "ont un paiement",
};
