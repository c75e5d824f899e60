import type { Texts } from "../../entry.ts";
import type { pay as english } from "../en/pay.ts";

export const pay = {
  "pay.sheet": "Paiement à {store}",
  "pay.pageTitle": "Payer {amount}",
  "pay.offline":
    "Le serveur est injoignable : cette page n’est peut-être plus à jour. Un paiement déjà envoyé n’est pas affecté.",
  "pay.invoice": "Facture",
  "pay.byItself": "Ouvrir cette page à part",
  "pay.keepLink":
    "Conservez ce lien : pendant 90 jours après la fin de la facture, il indique ce qu’est devenu votre paiement.",
  "pay.keepItsLink":
    "<a>Ouvrez cette page à part</a> et conservez son lien : pendant 90 jours après la fin de la facture, il indique ce qu’est devenu votre paiement.",
  "pay.price": "Prix",
  "pay.anyAmount": "Montant libre",
  "pay.order": "Commande {id}",
  "pay.held": "Prix garanti",
  "pay.heldFor": "pendant",
  "pay.methods": "Moyens de paiement",
  "pay.notNow": "indisponible pour le moment",
  "pay.makesSense": "{method} convient à partir de {minimum} : en dessous, plus de 5 % partiraient en frais.",
  "pay.methodUnseen": "Ce réseau n’est pas visible pour le moment. Réessayez dans une minute.",
  "pay.methodSilent": "Le service de paiement n’a pas répondu. Réessayez dans une minute.",
  "pay.methodRefused": "Ce moyen de paiement n’est pas utilisable pour le moment.",
  "pay.with": "Vous payez avec",
  "pay.otherWay": "Payer autrement",
  "pay.restOtherWay": "Payer le reste autrement",
  "pay.orOtherWay": "Ou payer autrement",
  "pay.chooseRest": "Choisissez comment payer le reste",
  "pay.stillList": "Ouvrir cette liste sur une page qui ne se recharge pas",
  "pay.stillForm": "Ouvrir ce formulaire sur une page qui ne se recharge pas",
  "pay.stillThis": "Ouvrir ceci sur une page qui ne se recharge pas",
  "pay.changed":
    "Le montant a été renouvelé : <s>{from}</s> → <strong>{to}</strong>. Vous avez déjà envoyé l’ancien montant ? Ne l’envoyez pas de nouveau : cette page montre ce qui est arrivé.",
  "pay.scan": "Scannez avec votre portefeuille",
  "pay.scanAddress": "L’adresse seule : choisissez {network} et le montant dans votre portefeuille",
  "pay.qrLink": "Code QR avec le lien de paiement",
  "pay.qrAddress": "Code QR avec l’adresse",
  "pay.qrAll": "Code QR avec l’adresse, le montant et le réseau",
  "pay.qrForLinks":
    "Code QR avec le montant et le réseau, pour les portefeuilles qui lisent les liens EIP-681",
  "pay.youChoose": "Vous choisissez le montant",
  "pay.stillToPay": "Reste à payer",
  "pay.sendExactly": "Envoyez exactement",
  "pay.rate": "{rate}, frais compris",
  "pay.sandboxWallet": "Payer avec le portefeuille de test",
  "pay.openWallet": "Ouvrir dans le portefeuille",
  "pay.copyAmount": "Copier le montant",
  "pay.copyLink": "Copier le lien",
  "pay.paymentLink": "Lien de paiement",
  "pay.addressOf": "Adresse {method}",
  "pay.copyAddress": "Copier l’adresse",
  "pay.psbt": "<a>Payer avec une PSBT</a>, pour les portefeuilles qui signent ailleurs",
  "pay.youSend": "Vous envoyez <strong>{amount}</strong>",
  "pay.shopReceives": "{store} reçoit au moins <strong>{amount}</strong>",
  "pay.fee": "frais d’environ {amount}, compris",
  "pay.exactly":
    "Il doit arriver exactement <strong>{amount}</strong>. Si vous payez depuis une plateforme d’échange, ses frais s’ajoutent : augmentez votre retrait d’autant.",
  "pay.only":
    "Envoyez uniquement des <strong>{coin}</strong> sur le réseau <strong>{network}</strong>. Les autres jetons et les NFT envoyés à cette adresse sont perdus.",
  "pay.testNetwork": "<strong>Ceci est un réseau de test : n’envoyez jamais de vrais {coin}.</strong>",
  "pay.toPay": "À payer",
  "pay.network":
    "Vous payez en <strong>{coin}</strong> sur le réseau <strong>{network}</strong>. La même adresse existe aussi sur d’autres réseaux : ce qui y est envoyé peut être perdu.",
  "pay.agree": "J’enverrai sur {network}",
  "pay.networkName": "Réseau",
  "pay.chainNumber": "(chaîne {id})",
  "pay.token": "Jeton",
  "pay.coin": "Monnaie",
  "pay.ownCoin": "(la monnaie propre au réseau)",
  "pay.contractOf": "Son contrat",
  "pay.contract": "Contrat",
  "pay.copyContract": "Copier le contrat",
  "pay.signedBy": "Signé par <strong>{domain}</strong>",
  "pay.signature":
    "Cette adresse et son montant portent la signature de la passerelle de la boutique. Si l’adresse a été remplacée en chemin, la signature ne correspond pas. <a>Vérifiez-la</a>, de préférence avec une copie de cette page que vous avez conservée.",
  "pay.whatWasSigned": "Ce qui a été signé",
  "pay.signedText": "Texte signé",
  "pay.copySigned": "Copier le texte signé",
  "pay.facts": "Bon à savoir",
  "pay.topUp":
    "Ce que vous envoyez est crédité à peu près à ce taux, moins le coût de la conversion. De petits montants peuvent coûter plus qu’ils ne rapportent, ou être renvoyés.",
  "pay.priceHeld": "Le prix de {price} est garanti jusqu’à la fin du délai.",
  "pay.refreshed": "Le montant en {coin} est actualisé <span>{when}</span> ; tout changement est affiché.",
  "pay.minimum": "Minimum",
  "pay.sendAtLeast": "Envoyez au moins {amount}. Un montant inférieur ne peut pas être converti.",
  "pay.refunds": "Remboursements",
  "pay.refundToYou":
    "Un paiement qui ne peut pas être converti est renvoyé automatiquement à <strong>votre propre adresse</strong> :",
  "pay.refundToShop":
    "Un paiement qui ne peut pas être converti est renvoyé automatiquement <strong>au commerçant</strong>, à une adresse fixe. Peu importe d’où vous payez : une plateforme d’échange convient.",
  "pay.showRefundAddress": "Afficher l’adresse de remboursement",
  "pay.ownRefund": "Recevoir les remboursements à votre propre adresse",
  "pay.changeRefund": "Modifier votre adresse de remboursement",
  "pay.refundPending": "Votre adresse {address} sera utilisée dès que le prochain prix sera disponible.",
  "pay.refundField": "Votre adresse {coin} sur {network}",
  "pay.noExchange":
    "N’utilisez pas l’adresse de dépôt d’une plateforme d’échange : elle pourrait ne pas créditer les remboursements.",
  "pay.refundFromNow":
    "Elle vaut pour ce que vous payez à partir de maintenant ; ce que vous avez déjà payé garde l’adresse d’alors.",
  "pay.refundBefore":
    "Indiquez-la avant de payer ; un paiement garde l’adresse avec laquelle il a été effectué.",
  "pay.saveRefund": "Utiliser cette adresse",
  "pay.refundRefused":
    "Cette adresse ne peut pas servir à un remboursement. Indiquez une adresse de votre propre portefeuille, pour la monnaie et le réseau indiqués ci-dessus.",
  "pay.refundTooLate":
    "L’adresse de remboursement ne peut plus être modifiée : la facture est payée ou close.",
  "pay.next": "La suite",
  "pay.soonest": "dans moins d’une minute",
  "pay.soon": "dans environ {minutes} min",
  "pay.moreMinutes": {
    one: "Le prix est encore garanti {count} minute.",
    other: "Le prix est encore garanti {count} minutes.",
  },
  "pay.copied": "Copié",
  "pay.copiedWhat": "{name} : copie effectuée.",
  "pay.selected": "{name} : texte sélectionné. Copiez-le avec votre clavier ou le menu.",
} as const satisfies Texts<typeof english>;
