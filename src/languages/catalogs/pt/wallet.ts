import type { Texts } from "../../entry.ts";
import type { wallet as english } from "../en/wallet.ts";

export const wallet = {
  "wallet.here": "Carteira neste navegador",
  "wallet.refund": "Enviar um eventual reembolso para esta carteira",
  "wallet.steps": "O que a carteira faz",
  "wallet.payWith": "Pagar com {wallet}",
  "wallet.payWithAny": "Pagar com a carteira deste navegador",
  "wallet.connect": "Conectar a carteira",
  "wallet.check": "Verificar o pagamento",
  "wallet.pays": "O pagamento é de {amount}, mais a taxa da rede.",
  "wallet.move": "Mudar a carteira para {network}",
  "wallet.funds": "Verificar se há saldo",
  "wallet.confirm": "Confirmar o pagamento na carteira",
  "wallet.wait": "Aguardar o bloco",
  "wallet.noAccount":
    "A carteira não informou nenhuma conta. Abra-a, desbloqueie-a, escolha a conta que paga e tente novamente.",
  "wallet.declinedAsk": "O pedido foi recusado na carteira. Nada foi enviado; tente novamente quando quiser.",
  "wallet.pending":
    "A carteira já está aguardando uma resposta. Abra-a, responda e tente novamente. Nada foi enviado.",
  "wallet.walletSaid": "A carteira respondeu: {words}. Nada foi enviado; tente novamente.",
  "wallet.unknownChain":
    "A carteira não conhece {network} (rede {chain}). Adicione-a e tente novamente. Nada foi enviado.",
  "wallet.otherChain":
    "A carteira não está em {network} (rede {chain}). Mude a rede nela e tente novamente. Nada foi enviado.",
  "wallet.otherAccount":
    "A carteira mudou para outra conta. Nada foi enviado; tente novamente com a que deve pagar.",
  "wallet.tooPoor":
    "Esta conta tem {have}, e é preciso pagar {need}. Escolha outra conta ou pague de outra forma. Nada foi enviado.",
  "wallet.declined": "O pedido foi recusado na carteira. Nada foi enviado.",
  "wallet.unsure":
    "A carteira não informou se enviou o pagamento ({words}). Consulte o histórico dela antes de pagar novamente: o que foi enviado aparece aqui.",
  "wallet.failed":
    "A transação {hash} falhou na blockchain; portanto nada foi pago. É possível tentar novamente.",
  "wallet.slow":
    "A transação {hash} foi enviada e ainda não está em nenhum bloco. Ela aparecerá aqui; não pague novamente.",
  "wallet.wasSent":
    "A carteira deste navegador enviou {hash} para esta fatura. Não pague novamente: o pagamento aparecerá aqui.",
  "wallet.wasAsked":
    "Este pagamento já foi pedido à carteira deste navegador. Consulte o histórico dela: se foi enviado, não pague novamente, ele aparecerá aqui.",
  "wallet.again": "Não foi enviado: pagar novamente",
  "wallet.silent":
    "O sistema de pagamento da loja não respondeu ({words}). Nada foi enviado; tente novamente.",
  "choice.cheapest": "menor taxa",
  "choice.fastest": "mais rápido",
  "choice.sent": "cerca de {amount}",
  "choice.fee": "taxa de cerca de {amount}",
  "choice.received": "{store} recebe cerca de {amount}",
  "choice.seconds": "cerca de {seconds} s",
  "choice.minutes": "cerca de {minutes} min",
  "choice.hours": "cerca de {hours} h",
  "choice.needs": "{method} a partir de {amount}",
  "choice.notOffered": "Não oferecido para este valor, porque as taxas consumiriam demais: {methods}.",
} as const satisfies Texts<typeof english>;
