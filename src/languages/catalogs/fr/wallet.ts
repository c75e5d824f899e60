import type { Texts } from "../../entry.ts";
import type { wallet as english } from "../en/wallet.ts";

export const wallet = {
  "wallet.here": "Portefeuille dans ce navigateur",
  "wallet.refund": "Envoyer un éventuel remboursement à ce portefeuille",
  "wallet.steps": "Ce que fait le portefeuille",
  "wallet.payWith": "Payer avec {wallet}",
  "wallet.payWithAny": "Payer avec le portefeuille de ce navigateur",
  "wallet.connect": "Connecter le portefeuille",
  "wallet.check": "Vérifier le paiement",
  "wallet.pays": "Vous payez {amount}, plus les frais du réseau.",
  "wallet.move": "Passer le portefeuille sur {network}",
  "wallet.funds": "Vérifier que le solde suffit",
  "wallet.confirm": "Confirmer le paiement dans le portefeuille",
  "wallet.wait": "Attendre le bloc",
  "wallet.noAccount":
    "Le portefeuille n’a indiqué aucun compte. Ouvrez-le, déverrouillez-le, choisissez le compte qui paie et réessayez.",
  "wallet.declinedAsk":
    "Vous avez refusé dans le portefeuille. Rien n’a été envoyé ; réessayez quand vous voulez.",
  "wallet.pending":
    "Le portefeuille attend déjà une réponse de votre part. Ouvrez-le, répondez-y et réessayez. Rien n’a été envoyé.",
  "wallet.walletSaid": "Le portefeuille a répondu : {words}. Rien n’a été envoyé ; réessayez.",
  "wallet.unknownChain":
    "Le portefeuille ne connaît pas {network} (chaîne {chain}). Ajoutez-le et réessayez. Rien n’a été envoyé.",
  "wallet.otherChain":
    "Le portefeuille n’est pas sur {network} (chaîne {chain}). Changez-y de réseau et réessayez. Rien n’a été envoyé.",
  "wallet.otherAccount":
    "Le portefeuille est passé à un autre compte. Rien n’a été envoyé ; réessayez avec celui qui doit payer.",
  "wallet.tooPoor":
    "Ce compte contient {have}, et il faut payer {need}. Choisissez un autre compte ou payez autrement. Rien n’a été envoyé.",
  "wallet.declined": "Vous avez refusé dans le portefeuille. Rien n’a été envoyé.",
  "wallet.unsure":
    "Le portefeuille n’a pas indiqué s’il a envoyé le paiement ({words}). Consultez son historique avant de payer de nouveau : ce qui a été envoyé apparaît ici.",
  "wallet.failed":
    "La transaction {hash} a échoué dans la chaîne : rien n’a donc été payé. Vous pouvez réessayer.",
  "wallet.slow":
    "La transaction {hash} a été envoyée et n’est encore dans aucun bloc. Elle apparaîtra ici ; ne payez pas de nouveau.",
  "wallet.wasSent":
    "Le portefeuille de ce navigateur a envoyé {hash} pour cette facture. Ne payez pas de nouveau : le paiement apparaîtra ici.",
  "wallet.wasAsked":
    "Ce paiement a déjà été demandé au portefeuille de ce navigateur. Consultez son historique : s’il a été envoyé, ne payez pas de nouveau, il apparaîtra ici.",
  "wallet.again": "Il n’a pas été envoyé : payer de nouveau",
  "wallet.silent": "La passerelle de la boutique n’a pas répondu ({words}). Rien n’a été envoyé ; réessayez.",
  "choice.cheapest": "frais les plus bas",
  "choice.fastest": "le plus rapide",
  "choice.sent": "environ {amount}",
  "choice.fee": "frais d’environ {amount}",
  "choice.received": "{store} reçoit environ {amount}",
  "choice.seconds": "environ {seconds} s",
  "choice.minutes": "environ {minutes} min",
  "choice.hours": "environ {hours} h",
  "choice.needs": "{method} à partir de {amount}",
  "choice.notOffered":
    "Non proposé pour ce montant, car les frais en absorberaient une trop grande part : {methods}.",
} as const satisfies Texts<typeof english>;
