import type { Texts } from "../../entry.ts";
import type { status as english } from "../en/status.ts";

export const status = {
  "stage.awaiting": "En attente de votre paiement",
  "stage.awaitingText": "Cette page s’actualise d’elle-même.",
  "stage.choose": "Choisissez comment payer",
  "stage.chooseText": "Le montant et l’adresse s’affichent à l’étape suivante.",
  "stage.heldText": "{store} décide de la suite. Veuillez vous y renseigner et ne payez pas de nouveau.",
  "stage.slow": "Le réseau est lent",
  "stage.slowText":
    "Paiement détecté, pas encore confirmé. Ne payez pas à nouveau. Vous pouvez fermer cette page et revenir plus tard.",
  "stage.seen": "Paiement détecté",
  "stage.seenText": {
    one: "Votre paiement est en route et attend une confirmation. Vous n’avez plus rien à faire ; vous pouvez fermer cette page.",
    other:
      "Votre paiement est en route et attend {count} confirmations. Vous n’avez plus rien à faire ; vous pouvez fermer cette page.",
  },
  "stage.confirmed": "Paiement confirmé",
  "stage.confirmedText":
    "Votre paiement est inscrit dans la chaîne et sa conversion se prépare. Vous n’avez plus rien à faire ; vous pouvez fermer cette page.",
  "stage.converting": "Conversion de votre paiement",
  "stage.convertingText": "Votre paiement est converti dans la monnaie que reçoit {store}.",
  "stage.thenMissing": "Cette page dira ensuite s’il manque quelque chose.",
  "stage.nothingLeft": "Vous n’avez plus rien à faire ; vous pouvez fermer cette page.",
  "stage.claimedText": "Le service de paiement indique que {store} a été payé. Nous le vérifions.",
  "stage.arrivedText": "L’argent destiné à {store} est dans la chaîne, mais pas encore définitif.",
  "stage.finalSoon": "Il le sera {when}.",
  "stage.settled": "Payé",
  "stage.settledText": "Merci. {store} a reçu votre paiement.",
  "stage.acceptedText": "Merci. {store} a reçu votre paiement et l’a accepté pour cette facture.",
  "stage.markedText": "{store} a accepté cette facture comme payée.",
  "stage.expired": "Cette facture a expiré",
  "stage.expiredText":
    "Le prix n’est plus garanti. N’envoyez plus d’argent pour cette facture ; demandez-en une nouvelle à {store}.",
  "stage.invalid": "Paiement non accepté",
  "stage.invalidText":
    "Le paiement de cette facture n’a pas abouti. Veuillez contacter {store} avant tout nouvel envoi.",
  "stage.refunded": "Paiement renvoyé",
  "stage.refundedToYou":
    "Le paiement n’a pas pu être converti et a été renvoyé automatiquement à votre adresse de remboursement.",
  "stage.refundedToShop":
    "Le paiement n’a pas pu être converti et a été renvoyé automatiquement à l’adresse de remboursement de {store}. Veuillez contacter {store} pour le récupérer.",
  "stage.unpayable": "Ce prix ne peut pas être payé ici",
  "stage.notCharged": "Rien n’a été débité.",
  "stage.noAddress": "Pas encore d’adresse de paiement",
  "stage.noAddressText":
    "Le service de paiement n’a pas répondu : il n’y a donc ni montant ni adresse. Rien n’a été débité. Cette page réessaie d’elle-même.",
  "stage.unseenText":
    "Le réseau de paiement n’est pas visible pour le moment : il n’y a donc pas d’adresse. Rien n’a été débité. Réessayez dans une minute.",
  "stage.uncertainText":
    "Nous ne pouvons pas vérifier le réseau pour le moment : il n’y a donc pas d’adresse. Rien n’a été débité. Cette facture n’expire pas entre-temps. Réessayez dans une minute.",
  "part.onItsWay": "Une partie du paiement est en route",
  "part.arrived": "Une partie du paiement est arrivée",
  "part.paid": "Vous avez payé {paid} sur {price}.",
  "part.paidAbout": "Vous avez payé environ {paid} sur {price}, avant frais.",
  "part.about": "environ {amount}",
  "part.missing": "Il manque {missing}.",
  "part.contact": "Il manque {missing} ; veuillez contacter {store} à ce sujet.",
  "part.send": "Il manque encore {missing} : veuillez envoyer {amount}.",
  "part.only": "Seule une partie du prix a été payée.",
  "part.workingOut":
    "Il manque encore {missing} ; l’équivalent dans votre monnaie est en cours de calcul. Cette page s’actualise d’elle-même.",
  "part.workingOutAll": "Le reste à payer est en cours de calcul. Cette page s’actualise d’elle-même.",
  "part.tooSmall": "{missing}, c’est trop peu pour un paiement séparé. Contactez {store}.",
  "part.tooSmallIn":
    "{missing}, c’est trop peu pour payer en {coin} sur {network} pour le moment. Payez autrement, ou contactez {store}.",
  "odd.uncertainPaying":
    "Nous ne pouvons pas vérifier le réseau pour le moment. Si vous avez payé, patientez : cette page sera actualisée dès qu’il pourra être vérifié. Cette facture n’expire pas entre-temps.",
  "odd.uncertain":
    "Nous ne pouvons pas vérifier le réseau pour le moment. Ne payez pas à nouveau. Cette facture n’expire pas entre-temps.",
  "odd.wrongAsset": "Vous avez envoyé une autre monnaie que celle demandée.",
  "odd.wrongChain": "Vous avez envoyé sur un autre réseau que celui demandé.",
  "odd.converted": "Il est converti si possible, et ce qui arrive est crédité.",
  "odd.notAgain": "Ne l’envoyez pas de nouveau.",
  "odd.belowMinimum":
    "Ce que vous avez envoyé est trop petit pour être converti. S’il en reste quelque chose après les frais du réseau, cela va à l’adresse de remboursement ; renseignez-vous auprès de {store}.",
  "odd.failed": "Le service de paiement n’a pas pu convertir votre paiement jusqu’à présent.",
  "odd.failedOne": "Le service de paiement n’a pas pu convertir l’un de vos paiements jusqu’à présent.",
  "odd.goesBack": "Il sera remboursé automatiquement ou examiné par {store}.",
  "odd.goesBackTwice": "Il sera remboursé automatiquement ou examiné par {store}. Ne payez pas à nouveau.",
  "odd.goesBackWithout":
    "Il sera remboursé automatiquement ou examiné par {store}. Le montant dû ici n’en tient pas compte.",
  "odd.refundArranged": "{store} a prévu de vous rembourser {amount}.",
  "odd.over":
    "Vous avez envoyé {amount} de plus que ne demande cette facture. Tout revient à {store} ; renseignez-vous-y au sujet de la différence.",
  "odd.marked": "{store} a fixé manuellement l’état de cette facture.",
  "odd.late": "Votre paiement est arrivé après l’expiration du prix.",
  "odd.lateAccepted": "Votre paiement est arrivé après l’expiration du prix et a été accepté.",
  "odd.lateAsk": "Renseignez-vous auprès de {store}.",
  "odd.lateDecides":
    "Il est converti au prix actuel si possible. {store} le voit et décide. Ne payez pas à nouveau.",
  "notice.notConverted": "Vos {amount} n’ont pas pu être convertis.",
  "notice.paymentNotConverted": "Votre paiement n’a pas pu être converti.",
  "notice.toYou": "Le montant a été envoyé à votre adresse de remboursement.",
  "notice.toShop": "Le montant a été envoyé à l’adresse de remboursement de {store} : renseignez-vous-y.",
  "notice.restToYou":
    "{amount} (le reste étant les frais du réseau) ont été envoyés à votre adresse de remboursement.",
  "notice.restToShop":
    "{amount} (le reste étant les frais du réseau) ont été envoyés à l’adresse de remboursement de {store} : renseignez-vous-y.",
  "notice.outdated":
    "Cette page ne peut pas être actualisée pour le moment. Elle montre l’état d’il y a quelques minutes. Si vous avez payé depuis, ne payez pas une seconde fois : attendez cette page ou contactez la boutique.",
  "notice.payAgain": "Vous pouvez toujours payer le montant entier.",
  "status.paidOf": "{received} sur {price}",
  "status.goingBack": "Retour vers {store} dans cinq secondes.",
  "status.stay": "Rester ici",
  "status.return": "Retour vers {store}",
  "status.print": "Imprimer le reçu",
  "status.newPrice": "Obtenir un nouveau prix chez {store}",
  "status.payWith": "Payer avec {method}",
  "status.tryAgainWith": "Réessayer avec {method}",
  "status.tryMethodAgain": "Réessayer {method}",
  "status.showAmount": "Afficher le montant en {method}",
  "status.alreadySent": "Vous avez déjà payé ?",
  "status.alreadySentText":
    "Ne payez pas de nouveau. {store} voit les paiements en retard et décide de leur suite. Conservez le numéro de facture ci-dessous et contactez {store}.",
  "step.progress": "Progression du paiement",
  "step.seen": "Vu",
  "step.seenNote": "dans le réseau",
  "step.confirmed": "Confirmé {have}/{need}",
  "step.inBlock": "dans un bloc",
  "step.inBlocks": "dans des blocs",
  "step.converting": "Conversion",
  "step.convertingNote": "pour le commerçant",
  "step.settled": "Réglé",
  "step.settledNote": "le commerçant a reçu l’argent",
  "step.claimedNote": "annoncé par le service",
  "step.arrivedNote": "vu, pas encore définitif",
  "record.date": "Date",
  "record.paidTo": "Payé à",
  "record.order": "commande {id}",
  "record.youPaid": "Vous avez payé",
  "record.late": "en retard",
  "record.seen": "vu, pas encore confirmé",
  "record.confirmed": "confirmé",
  "record.dropped": "abandonné par le réseau",
  "record.droppedNote":
    "Le réseau a remplacé ou oublié cette transaction ; l’argent n’a pas quitté votre portefeuille avec elle.",
  "record.otherCoin": "Un montant dans une autre monnaie",
  "record.wrongAsset": "Une autre monnaie que celle demandée.",
  "record.wrongChain": "Sur un autre réseau que celui demandé.",
  "record.foundByShop": "La boutique a constaté qu’il s’agit de votre paiement.",
  "record.delayed": "Le réseau est lent : aucun bloc ne l’a encore pris.",
  "record.sentBack": "Renvoyé",
  "record.noAmount": "Montant non communiqué",
  "record.transaction": "Transaction",
  "record.explorer": " (ouvre un explorateur dans un nouvel onglet)",
  "stage.noWay":
    "Aucun moyen de paiement ne fonctionne pour cette facture. Veuillez demander à {store} un autre montant ou un autre moyen.",
  "odd.wrongNetwork": "Vous avez envoyé {sent} ; il était demandé {asked}.",
  "record.wrongNetwork": "Sur un autre réseau que celui demandé : {sent} au lieu de {asked}.",
  "record.someCoin": "une monnaie",
  "part.notWhole": "Ne payez pas de nouveau le prix entier.",
} as const satisfies Texts<typeof english>;
