import type { Texts } from "../../entry.ts";
import type { request as english } from "../en/request.ts";

export const request = {
  "request.name": "Demande de paiement",
  "request.reference": "Référence {id}",
  "request.howMuch": "Montant à payer maintenant, en {currency}",
  "request.pay": "Payer",
  "request.payAmount": "Payer {amount}",
  "request.until": "Payable jusqu’au <time>{time}</time>.",
  "request.paid": "Payé",
  "request.onItsWay": "En route",
  "request.doneText": "Merci. {store} a reçu {amount}.",
  "request.moving": "Paiement en route",
  "request.movingText":
    "Des paiements du montant total ont été vus, mais ne sont pas encore terminés. Cette page indiquera quand ils le seront.",
  "request.expired": "Cette demande a expiré",
  "request.withdrawn": "Cette demande a été retirée",
  "request.askNew": "Demandez-en une nouvelle à {store}.",
  "request.left": "Encore {amount} à payer",
  "request.ready": "Prêt à être payé",
  "request.next":
    "Vous choisissez la monnaie à l’étape suivante. Le prix y est calculé au moment du paiement.",
  "request.refused":
    "Ce paiement n’est pas possible ainsi. Vérifiez le montant et réessayez, ou adressez-vous à {store}.",
  "problem.notFound": "Introuvable",
  "problem.notFoundText": "Il n’y a rien à cette adresse. Le lien est peut-être incomplet.",
  "problem.noInvoice":
    "Aucune facture ne correspond à ce lien : il est peut-être incomplet, ou la facture n’existe plus. Vous avez déjà payé ? Alors contactez la boutique avec l’identifiant de la transaction et l’adresse à laquelle vous avez payé. Avec les deux, votre paiement peut être retrouvé.",
  "problem.tooMany": "Trop de requêtes",
  "problem.tooManyText": "Trop de requêtes sont venues de votre adresse. Attendez une minute.",
  "problem.notNow": "Indisponible pour le moment",
  "problem.notNowText":
    "Ce n’est pas possible pour le moment. Rien n’a été modifié ; réessayez dans une minute.",
  "problem.wrong": "Une erreur s’est produite",
  "problem.wrongText": "Une erreur s’est produite ici. Réessayez ; si elle persiste, contactez la boutique.",
  "problem.didNotWork": "Cela n’a pas fonctionné",
  "problem.didNotWorkText":
    "La requête n’a pas pu être exécutée. Revenez en arrière, vérifiez vos indications et réessayez.",
  "problem.code": "Code d’erreur",
  "problem.reference": "Référence",
  "problem.home": "Page d’accueil",
} as const satisfies Texts<typeof english>;
