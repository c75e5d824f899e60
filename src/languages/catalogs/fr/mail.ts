import type { Texts } from "../../entry.ts";
import type { mail as english } from "../en/mail.ts";

export const mail = {
  "mail.pay": "Payer {amount}",
  "mail.open": "Ouvrir la page de paiement",
  "mail.anyAmount": "le montant de votre choix",
  "mail.invoice.subject": "Facture de {store} : {amount}",
  "mail.invoice.lead":
    "{store} vous demande de payer {amount}. Sur la page ci-dessous, vous choisissez une monnaie, puis voyez combien en envoyer et à quelle adresse.",
  "mail.reminder.subject": "Pas encore payé : {amount} à {store}",
  "mail.reminder.lead":
    "{store} n’a pas encore vu votre paiement de {amount}. Si vous l’avez envoyé entre-temps, ne l’envoyez pas à nouveau : votre paiement et ce message se sont croisés.",
  "mail.confirmed.subject": "Votre paiement à {store} est confirmé",
  "mail.confirmed.lead":
    "Votre paiement est inscrit dans la chaîne et en route vers {store}. Vous n’avez plus rien à faire ; un dernier message vous dira quand il est terminé.",
  "mail.underpaid.subject": "Il manque encore {missing} pour {store}",
  "mail.underpaid.lead":
    "Une partie de votre paiement à {store} a été détectée. Sur {amount}, il manque encore environ {missing}. La page ci-dessous indique le montant exact et où l’envoyer.",
  "mail.settled.subject": "Reçu : {amount} payés à {store}",
  "mail.settled.lead": "Merci. {store} a reçu votre paiement. Votre reçu se trouve sur la page ci-dessous.",
  "mail.settled.link": "Ouvrir le reçu",
  "mail.expired.subject": "La facture de {store} a expiré",
  "mail.expired.lead":
    "Le prix de {amount} n’est plus garanti. N’envoyez plus rien pour cette facture et demandez-en une nouvelle à {store}. Si vous avez déjà envoyé quelque chose, ne l’envoyez pas de nouveau : la page ci-dessous en indique l’état, et {store} peut vous aider.",
  "mail.refunded.subject": "Votre paiement à {store} a été renvoyé",
  "mail.refunded.payer":
    "Votre paiement n’a pas pu être converti et a été renvoyé automatiquement à votre adresse de remboursement.",
  "mail.refunded.shop":
    "Votre paiement n’a pas pu être converti et a été renvoyé automatiquement à l’adresse de remboursement de {store}. Veuillez contacter {store} pour le récupérer.",
  "mail.refund.subject": "{store} vous propose un remboursement",
  "mail.refund.lead":
    "{store} vous rembourse {amount}. Sur la page ci-dessous, vous indiquez à quelle adresse. Quiconque possède ce lien peut réclamer le remboursement : gardez-le pour vous.",
  "mail.refund.link": "Réclamer le remboursement",
  "mail.statement.subject": "{store} : relevé de {month}",
  "mail.statement.lead":
    "Le mois de {month} est complet dans les livres de {store}. Le lien ci-dessous mène au relevé, à lire ou à imprimer, et à ses fichiers : paiements, factures, remboursements, frais et grand livre.",
  "mail.statement.link": "Ouvrir le relevé",
  "mail.statement.expires": {
    one: "Le lien est valable {count} jour.",
    other: "Le lien est valable {count} jours.",
  },
  "mail.statement.secret":
    "Il ne demande pas de mot de passe : quiconque le possède peut lire ce mois. Ne le transmettez qu’aux personnes autorisées.",
  "mail.fact.what": "Objet",
  "mail.fact.order": "Commande",
  "mail.fact.amount": "Montant",
  "mail.fact.missing": "Reste à payer",
  "mail.request.subject": "Demande de paiement de {store} : {amount}",
  "mail.fact.payUntil": "Payable jusqu’au",
  "mail.whyRequest":
    "Vous recevez ce message parce que {store} a envoyé une demande de paiement à votre adresse.",
  "mail.fact.until": "Prix garanti jusqu’au",
  "mail.fact.sentBack": "Renvoyé",
  "mail.fact.transaction": "N° de transaction",
  "mail.fact.invoice": "Facture",
  "mail.fact.store": "Boutique",
  "mail.fact.month": "Mois",
  "mail.fact.zone": "Fuseau horaire",
  "mail.whyCustomer": "Vous recevez ce message parce que {store} a établi une facture pour votre adresse.",
  "mail.whyPayer":
    "Vous recevez ce message parce que votre adresse a été laissée sur la page de paiement de {store}. Vous pouvez l’y retirer.",
  "mail.whyAccountant":
    "Vous recevez ce message parce que {store} a indiqué votre adresse comme celle de sa comptabilité.",
  "mail.sender":
    "{store} l’envoie par sa passerelle de paiement {host}. Personne ne vous demandera de mot de passe, de clé ni de mots de récupération : fermez toute page qui le fait.",
  "mail.kept": {
    one: "Votre adresse ne sert qu’aux messages sur ce paiement et est supprimée {count} jour après sa fin.",
    other:
      "Votre adresse ne sert qu’aux messages sur ce paiement et est supprimée {count} jours après sa fin.",
  },
  "mail.sandbox": "Environnement de test : argent fictif. Rien ici n’a de valeur.",
} as const satisfies Texts<typeof english>;
