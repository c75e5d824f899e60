import type { Texts } from "../../entry.ts";
import type { request as english } from "../en/request.ts";

export const request = {
  "request.name": "Pedido de pagamento",
  "request.reference": "Referência {id}",
  "request.howMuch": "Quanto pagar agora, em {currency}",
  "request.pay": "Pagar",
  "request.payAmount": "Pagar {amount}",
  "request.until": "Pode ser pago até <time>{time}</time>.",
  "request.paid": "Pago",
  "request.onItsWay": "A caminho",
  "request.doneText": "Obrigado. {store} recebeu {amount}.",
  "request.moving": "Pagamento a caminho",
  "request.movingText":
    "Foram vistos pagamentos no valor total, mas ainda não estão concluídos. Esta página avisará quando estiverem.",
  "request.expired": "Este pedido expirou",
  "request.withdrawn": "Este pedido foi retirado",
  "request.askNew": "Peça um novo a {store}.",
  "request.left": "Faltam {amount} a pagar",
  "request.ready": "Pronto para pagar",
  "request.next": "A moeda é escolhida a seguir. O preço nela é calculado no momento do pagamento.",
  "request.refused": "Assim não é possível pagar. Verifique o valor e tente novamente, ou consulte {store}.",
  "problem.notFound": "Não encontrado",
  "problem.notFoundText": "Não há nada neste endereço. O link pode estar incompleto.",
  "problem.noInvoice":
    "Não há nenhuma fatura neste link: ele pode estar incompleto, ou a fatura não existe mais. Já fez o pagamento? Então contacte a loja com o identificador da transação e o endereço para o qual pagou. Com ambos, o seu pagamento pode ser encontrado.",
  "problem.tooMany": "Pedidos demais",
  "problem.tooManyText": "Vieram pedidos demais do seu endereço. Aguarde um minuto.",
  "problem.notNow": "Indisponível no momento",
  "problem.notNowText": "Isto não é possível no momento. Nada foi alterado; tente novamente em um minuto.",
  "problem.wrong": "Algo deu errado",
  "problem.wrongText": "Algo deu errado aqui. Tente novamente; se continuar, contacte a loja.",
  "problem.didNotWork": "Não funcionou",
  "problem.didNotWorkText":
    "O pedido não pôde ser executado. Volte, verifique o que foi informado e tente novamente.",
  "problem.code": "Código",
  "problem.reference": "Referência",
  "problem.home": "Página inicial",
} as const satisfies Texts<typeof english>;
