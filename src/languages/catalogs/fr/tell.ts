import type { Texts } from "../../entry.ts";
import type { tell as english } from "../en/tell.ts";

export const tell = {
  "tell.title": "M’informer par e-mail",
  "tell.text": {
    one: "Vous recevez un message lorsque votre paiement est terminé, lorsqu’il manque quelque chose ou lorsqu’il est renvoyé. Votre adresse ne sert à rien d’autre et est supprimée {count} jour après la fin du paiement.",
    other:
      "Vous recevez un message lorsque votre paiement est terminé, lorsqu’il manque quelque chose ou lorsqu’il est renvoyé. Votre adresse ne sert à rien d’autre et est supprimée {count} jours après la fin du paiement.",
  },
  "tell.label": "Votre adresse e-mail",
  "tell.button": "M’informer",
  "tell.saved": "Les messages sont envoyés à {address}.",
  "tell.change": "Changer l’adresse",
  "tell.stop": "Ne plus envoyer de messages",
  "tell.still": "Ouvrir ce formulaire sur une page qui ne se recharge pas",
  "tell.refused": "Veuillez saisir une adresse e-mail, par exemple nom@example.com.",
  "tell.tooMany":
    "Cette adresse ne peut pas être acceptée pour le moment : trop d’adresses ont été données. Cette page indique ce que devient votre paiement.",
  "tell.closed": "Il n’y aura plus de nouvelles de ce paiement.",
  "tell.off": "Aucun e-mail n’est envoyé d’ici. Cette page indique ce que devient votre paiement.",
} as const satisfies Texts<typeof english>;
