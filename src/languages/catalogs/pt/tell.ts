import type { Texts } from "../../entry.ts";
import type { tell as english } from "../en/tell.ts";

export const tell = {
  "tell.title": "Avisar-me por e-mail",
  "tell.text": {
    one: "Recebe uma mensagem quando o seu pagamento estiver concluído, quando faltar algo ou quando for devolvido. O seu endereço não é usado para mais nada e é eliminado {count} dia após o fim do pagamento.",
    other:
      "Recebe uma mensagem quando o seu pagamento estiver concluído, quando faltar algo ou quando for devolvido. O seu endereço não é usado para mais nada e é eliminado {count} dias após o fim do pagamento.",
  },
  "tell.label": "O seu endereço de e-mail",
  "tell.button": "Avisar-me",
  "tell.saved": "Os avisos são enviados para {address}.",
  "tell.change": "Alterar o endereço",
  "tell.stop": "Não enviar mais mensagens",
  "tell.still": "Abrir este formulário numa página que não recarrega",
  "tell.refused": "Indique um endereço de e-mail, por exemplo nome@example.com.",
  "tell.tooMany":
    "Este endereço não pode ser aceite agora: foram indicados demasiados. Esta página mostra o que acontece com o seu pagamento.",
  "tell.closed": "Não haverá mais novidades sobre este pagamento.",
  "tell.off": "Daqui não são enviados e-mails. Esta página mostra o que acontece com o seu pagamento.",
} as const satisfies Texts<typeof english>;
