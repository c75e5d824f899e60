import type { Texts } from "../../entry.ts";
import type { status as english } from "../en/status.ts";

export const status = {
  "stage.awaiting": "Aguardando o seu pagamento",
  "stage.awaitingText": "Esta página se atualiza sozinha.",
  "stage.choose": "Escolha como pagar",
  "stage.chooseText": "O valor e o endereço aparecem a seguir.",
  "stage.heldText": "{store} decide o que acontece a seguir. Consulte a loja e não pague novamente.",
  "stage.slow": "A rede está lenta",
  "stage.slowText":
    "O seu pagamento foi visto, mas ainda não está em nenhum bloco. Nada se perdeu; não pague duas vezes. Pode fechar esta página e voltar mais tarde.",
  "stage.seen": "Pagamento visto",
  "stage.seenText": {
    one: "O seu pagamento está a caminho e aguarda uma confirmação. Não há mais nada a fazer; pode fechar esta página.",
    other:
      "O seu pagamento está a caminho e aguarda {count} confirmações. Não há mais nada a fazer; pode fechar esta página.",
  },
  "stage.confirmed": "Pagamento confirmado",
  "stage.confirmedText":
    "O seu pagamento está na blockchain e a conversão está sendo preparada. Não há mais nada a fazer; pode fechar esta página.",
  "stage.converting": "Convertendo o seu pagamento",
  "stage.convertingText": "O seu pagamento está sendo convertido para a moeda em que {store} recebe.",
  "stage.thenMissing": "Depois, esta página informa se falta alguma coisa.",
  "stage.nothingLeft": "Não há mais nada a fazer; pode fechar esta página.",
  "stage.claimedText": "Informado pelo serviço: ele diz que {store} já recebeu. Isso está sendo verificado.",
  "stage.arrivedText": "O dinheiro para {store} está na cadeia, mas ainda não é definitivo.",
  "stage.finalSoon": "Será definitivo {when}.",
  "stage.settled": "Pago",
  "stage.settledText": "Obrigado. {store} recebeu o seu pagamento.",
  "stage.acceptedText": "Obrigado. {store} recebeu o seu pagamento e o aceitou para esta fatura.",
  "stage.markedText": "{store} aceitou esta fatura como paga.",
  "stage.expired": "Esta fatura expirou",
  "stage.expiredText":
    "O preço não está mais garantido. Não envie mais dinheiro para esta fatura; peça uma nova a {store}.",
  "stage.invalid": "Pagamento não aceito",
  "stage.invalidText":
    "O pagamento desta fatura não foi concluído. Contacte {store} antes de enviar qualquer outra coisa.",
  "stage.refunded": "Pagamento devolvido",
  "stage.refundedToYou":
    "O pagamento não pôde ser convertido e foi devolvido automaticamente ao seu endereço de reembolso.",
  "stage.refundedToShop":
    "O pagamento não pôde ser convertido e foi devolvido automaticamente ao endereço de reembolso de {store}. Contacte {store} para recebê-lo.",
  "stage.unpayable": "Este preço não pode ser pago aqui",
  "stage.notCharged": "Nada foi cobrado.",
  "stage.noAddress": "Ainda não há endereço de pagamento",
  "stage.noAddressText":
    "O serviço de pagamento não respondeu; por isso não há valor nem endereço. Nada foi cobrado.",
  "stage.unseenText":
    "A rede de pagamento não está visível no momento; por isso não há endereço. Nada foi cobrado. Tente novamente em um minuto.",
  "stage.uncertainText":
    "A rede de pagamento não está visível com certeza no momento; por isso não há endereço. Nada foi cobrado, e nada expira enquanto isso. Tente novamente em um minuto.",
  "part.onItsWay": "Parte do pagamento está a caminho",
  "part.arrived": "Parte do pagamento chegou",
  "part.paid": "Foram pagos {paid} de {price}.",
  "part.paidAbout": "Foram pagos cerca de {paid} de {price}, antes das taxas.",
  "part.about": "cerca de {amount}",
  "part.missing": "Faltam {missing}.",
  "part.contact": "Faltam {missing}; contacte {store} sobre isso.",
  "part.send": "Ainda faltam {missing}: envie {amount}.",
  "part.only": "Só uma parte do preço foi paga.",
  "part.workingOut":
    "Ainda faltam {missing}; o equivalente na sua moeda está sendo calculado. Esta página se atualiza sozinha.",
  "part.workingOutAll": "O que falta pagar está sendo calculado. Esta página se atualiza sozinha.",
  "part.tooSmall":
    "Ainda faltam {missing}. Um valor tão pequeno não pode ser pago sozinho: a conversão custaria mais do que rende. Consulte {store}. {store} vê o que chegou e decide se basta ou se volta.",
  "part.tooSmallIn":
    "Ainda faltam {missing}. Um valor tão pequeno não pode ser pago agora em {coin} por {network}: a conversão custaria mais do que rende. Pague de outra forma ou consulte {store}. {store} vê o que chegou e decide se basta ou se volta.",
  "odd.uncertainPaying":
    "No momento não vemos a blockchain com certeza. Já fez o pagamento? Então aguarde: ele aparecerá aqui mais tarde. Nada expira enquanto isso.",
  "odd.uncertain":
    "No momento não vemos a blockchain com certeza. Não pague duas vezes; nada expira enquanto isso.",
  "odd.wrongAsset": "Foi enviada uma moeda diferente da solicitada.",
  "odd.wrongChain": "O envio foi por uma rede diferente da solicitada.",
  "odd.converted": "O pagamento é convertido se possível e conta pelo que render.",
  "odd.notAgain": "Não envie novamente.",
  "odd.belowMinimum":
    "O valor enviado é pequeno demais para ser convertido. O que sobrar após a taxa da rede vai para o endereço de reembolso; consulte {store}.",
  "odd.failed": "O serviço de pagamento ainda não conseguiu converter o seu pagamento.",
  "odd.failedOne": "O serviço de pagamento ainda não conseguiu converter um dos seus pagamentos.",
  "odd.goesBack": "Ele volta para o endereço de reembolso, ou alguém analisa o caso. Nada se perdeu.",
  "odd.goesBackTwice":
    "Ele volta para o endereço de reembolso, ou alguém analisa o caso. Nada se perdeu; não pague duas vezes.",
  "odd.goesBackWithout":
    "Ele volta para o endereço de reembolso, ou alguém analisa o caso. Nada se perdeu, e o valor pedido nesta página não o inclui.",
  "odd.over":
    "Foram enviados {amount} a mais do que esta fatura pedia. Tudo vai para {store}; consulte a loja sobre a diferença.",
  "odd.marked": "{store} definiu manualmente o estado desta fatura.",
  "odd.late": "O seu pagamento chegou depois do fim da garantia de preço.",
  "odd.lateAccepted": "O seu pagamento chegou depois do fim da garantia de preço e foi aceito.",
  "odd.lateAsk": "Consulte {store}.",
  "odd.lateDecides":
    "Ele é convertido à cotação de hoje; {store} o vê e decide o que acontece a seguir. Nada se perdeu; não pague duas vezes.",
  "notice.notConverted": "Os seus {amount} não puderam ser convertidos.",
  "notice.paymentNotConverted": "O seu pagamento não pôde ser convertido.",
  "notice.toYou": "O valor foi para o seu endereço de reembolso.",
  "notice.toShop": "O valor foi para o endereço de reembolso de {store}: consulte a loja.",
  "notice.restToYou": "{amount} (o resto foi a taxa da rede) foram para o seu endereço de reembolso.",
  "notice.restToShop":
    "{amount} (o resto foi a taxa da rede) foram para o endereço de reembolso de {store}: consulte a loja.",
  "notice.payAgain": "Ainda é possível pagar o valor inteiro.",
  "status.paidOf": "{received} de {price}",
  "status.goingBack": "Retorno a {store} em cinco segundos.",
  "status.stay": "Ficar aqui",
  "status.return": "Voltar a {store}",
  "status.print": "Imprimir recibo",
  "status.payWith": "Pagar com {method}",
  "status.tryAgainWith": "Tentar novamente com {method}",
  "status.tryMethodAgain": "Tentar {method} novamente",
  "status.showAmount": "Mostrar o valor em {method}",
  "status.alreadySent": "Já enviou o pagamento?",
  "status.alreadySentText":
    "Ele não se perdeu, e não é preciso pagar novamente. Ele aparecerá nesta página assim que a rede o vir, e {store} será avisado. Guarde o número da fatura abaixo e entre em contato.",
  "step.progress": "Andamento do pagamento",
  "step.seen": "Visto",
  "step.seenNote": "na rede",
  "step.confirmed": "Confirmado {have}/{need}",
  "step.inBlock": "em um bloco",
  "step.inBlocks": "em blocos",
  "step.converting": "Conversão",
  "step.convertingNote": "para o comerciante",
  "step.settled": "Liquidado",
  "step.settledNote": "o comerciante recebeu o dinheiro",
  "step.claimedNote": "informado pelo serviço",
  "step.arrivedNote": "visto, ainda não definitivo",
  "record.date": "Data",
  "record.paidTo": "Pago a",
  "record.order": "pedido {id}",
  "record.youPaid": "Pagamento",
  "record.late": "atrasado",
  "record.seen": "visto, ainda não confirmado",
  "record.confirmed": "confirmado",
  "record.dropped": "descartado pela rede",
  "record.droppedNote":
    "A rede substituiu ou esqueceu esta transação; o dinheiro não saiu da sua carteira com ela.",
  "record.otherCoin": "Um valor em outra moeda",
  "record.wrongAsset": "Uma moeda diferente da solicitada.",
  "record.wrongChain": "Por uma rede diferente da solicitada.",
  "record.foundByShop": "A loja constatou que este é o seu pagamento.",
  "record.delayed": "A rede está lenta: ainda não está em nenhum bloco.",
  "record.sentBack": "Devolvido",
  "record.noAmount": "Valor não informado",
  "record.transaction": "Transação",
  "record.explorer": " (abre um explorador em uma nova aba)",
  "stage.noWay":
    "Nenhuma forma de pagamento funciona para esta fatura. Peça a {store} outro valor ou outra forma.",
  "odd.wrongNetwork": "Foi enviado {sent}; o solicitado era {asked}.",
  "record.wrongNetwork": "Por uma rede diferente da solicitada: {sent} em vez de {asked}.",
  "record.someCoin": "uma moeda",
  "part.notWhole": "Não pague novamente o preço inteiro.",
} as const satisfies Texts<typeof english>;
