import type { Texts } from "../../entry.ts";
import type { psbt as english } from "../en/psbt.ts";

export const psbt = {
  "psbt.title": "Payer avec une PSBT",
  "psbt.back": "Retour à la facture de {store}",
  "psbt.lead":
    "Pour les portefeuilles matériels ou hors ligne. Il faut payer exactement <strong>{amount}</strong> à :",
  "psbt.sign": "1. Signez-la",
  "psbt.spends":
    "Elle dépense des fonds confirmés de vos adresses, coûte <strong>{fee}</strong> de frais de réseau et renvoie le reste à :",
  "psbt.download": "Télécharger la PSBT",
  "psbt.copy": "Copier en texte",
  "psbt.showText": "Afficher en texte",
  "psbt.asText": "La PSBT en texte",
  "psbt.showQr": "Afficher en code QR",
  "psbt.qr": "Code QR avec la PSBT",
  "psbt.tooLong": "Elle est trop longue pour un seul code QR : utilisez le fichier ou le texte.",
  "psbt.where": "1. Indiquez où se trouvent vos fonds",
  "psbt.addresses":
    "Jusqu’à {most} adresses de votre portefeuille, une par ligne ; le reste revient à la première",
  "psbt.lookup": "La passerelle de la boutique cherche ces fonds dans un explorateur et n’en note rien.",
  "psbt.make": "Créer la PSBT",
  "psbt.paste": "2. Collez-la ici, signée",
  "psbt.signed": "La PSBT signée en texte",
  "psbt.check": "Elle est vérifiée avant l’envoi : seul ce qui paie exactement cette facture est diffusé.",
  "psbt.send": "Vérifier et diffuser",
  "psbt.unchosen": "Choisissez d’abord Bitcoin sur la page de la facture.",
  "psbt.addressesWanted":
    "Indiquez une à {most} adresses de votre portefeuille ; vous en avez donné {given}.",
  "psbt.noAddress":
    "« {text} » n’est pas une adresse Bitcoin de ce réseau. Indiquez les adresses où se trouvent vos fonds.",
  "psbt.hardToSign":
    "Dépenser les fonds de {address} demande plus qu’une simple signature. Payez plutôt à l’adresse, ou avec les fonds d’une autre.",
  "psbt.dust":
    "Un si petit montant ne peut pas être envoyé sur Bitcoin : le réseau ne relaie qu’à partir de {least} sats.",
  "psbt.manyCoins":
    "Il faudrait plus de {most} de vos pièces. Indiquez des adresses qui en ont de plus grandes, ou payez à l’adresse.",
  "psbt.poor":
    "Ces adresses contiennent {held} confirmés. Il faut {needed} et les frais de réseau : il manque au moins {missing}.",
  "psbt.coinsChanged": "Vos fonds viennent de changer à l’instant. Réessayez.",
  "psbt.unpriced":
    "Cette facture ne demande pas de paiement en bitcoins pour le moment. Rien n’a été envoyé.",
  "psbt.otherAmount":
    "Cette PSBT paie {paid} à {address} ; il faut exactement {expected}. Rien n’a été envoyé : créez une nouvelle PSBT ici.",
  "psbt.networkRefuses":
    "Le réseau Bitcoin refuse cette transaction : {words}. Ses fonds ont-ils été dépensés entre-temps ? Créez une nouvelle PSBT ici.",
  "psbt.closed":
    "Cette facture est payée ou close, rien n’a donc été envoyé. Demandez-en une nouvelle à la boutique.",
  "psbt.paid": "Cette facture est payée. Rien n’a été envoyé.",
  "psbt.busy":
    "Trop de demandes portent sur le réseau Bitcoin en ce moment. Rien n’a été envoyé ; réessayez dans une minute.",
  "psbt.unseen":
    "Le réseau Bitcoin n’est pas visible pour le moment. Réessayez dans une minute ; la même PSBT ne paie jamais deux fois.",
  "psbt.unsigned.empty": "Collez la PSBT signée : un texte qui commence par cHNidP.",
  "psbt.unsigned.finished":
    "C’est une transaction terminée, pas une PSBT. Votre portefeuille peut la diffuser lui-même.",
  "psbt.unsigned.foreign":
    "Ce n’est pas une PSBT. Collez la version signée telle que votre portefeuille l’exporte : un texte qui commence par cHNidP.",
  "psbt.unsigned.input":
    "L’entrée {input} sur {inputs} n’est pas signée. Signez-la dans votre portefeuille avec toutes les clés demandées, puis exportez de nouveau la PSBT.",
  "psbt.unsigned.misfit":
    "La signature de l’entrée {input} ne correspond pas. Signez tel quel le fichier créé ici.",
  "psbt.unsigned.incomplete": "L’entrée {input} ne peut pas être complétée : {words}",
  "psbt.unsigned.crowded":
    "Elle contient {words} signatures, plus qu’il n’en est vérifié ici. Diffusez-la avec votre portefeuille.",
  "psbt.unsigned.whole": "Elle ne peut pas être diffusée : {words}",
} as const satisfies Texts<typeof english>;
