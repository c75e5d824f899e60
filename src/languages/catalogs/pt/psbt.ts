import type { Texts } from "../../entry.ts";
import type { psbt as english } from "../en/psbt.ts";

export const psbt = {
  "psbt.title": "Pagar com uma PSBT",
  "psbt.back": "Voltar à fatura de {store}",
  "psbt.lead": "Para carteiras físicas ou offline. Ela deve pagar exatamente <strong>{amount}</strong> para:",
  "psbt.sign": "1. Assine",
  "psbt.spends":
    "Ela gasta moedas confirmadas dos seus endereços, custa <strong>{fee}</strong> de taxa de rede e devolve o restante para:",
  "psbt.download": "Baixar a PSBT",
  "psbt.copy": "Copiar como texto",
  "psbt.showText": "Mostrar como texto",
  "psbt.asText": "A PSBT como texto",
  "psbt.showQr": "Mostrar como código QR",
  "psbt.qr": "Código QR com a PSBT",
  "psbt.tooLong": "Ela é longa demais para um único código QR: use o arquivo ou o texto.",
  "psbt.where": "1. Informe onde estão as suas moedas",
  "psbt.addresses": "Até {most} endereços da sua carteira, um por linha; o que sobrar volta para o primeiro",
  "psbt.lookup": "O sistema de pagamento da loja consulta essas moedas em um explorador e não anota nada.",
  "psbt.make": "Criar a PSBT",
  "psbt.paste": "2. Cole de volta, assinada",
  "psbt.signed": "A PSBT assinada como texto",
  "psbt.check": "Ela é conferida antes do envio: só é transmitido o que paga exatamente esta fatura.",
  "psbt.send": "Conferir e transmitir",
  "psbt.unchosen": "Escolha primeiro Bitcoin na página da fatura.",
  "psbt.addressesWanted": "Informe de um a {most} endereços da sua carteira; foram informados {given}.",
  "psbt.noAddress":
    "“{text}” não é um endereço Bitcoin desta rede. Informe endereços que tenham as suas moedas.",
  "psbt.hardToSign":
    "Gastar as moedas de {address} exige mais do que uma assinatura simples. Pague ao endereço, ou com moedas de outro.",
  "psbt.dust": "Tão pouco não pode ser enviado em Bitcoin: a rede só retransmite a partir de {least} sats.",
  "psbt.manyCoins":
    "Seriam necessárias mais de {most} das suas moedas. Informe endereços com moedas maiores, ou pague ao endereço.",
  "psbt.poor":
    "Estes endereços têm {held} confirmados. São necessários {needed} e a taxa de rede: faltam pelo menos {missing}.",
  "psbt.coinsChanged": "As suas moedas mudaram neste instante. Tente novamente.",
  "psbt.unpriced": "Esta fatura não pede pagamento em bitcoin agora. Nada foi enviado.",
  "psbt.otherAmount":
    "Esta PSBT paga {paid} para {address}; o esperado é exatamente {expected}. Nada foi enviado: crie uma nova PSBT aqui.",
  "psbt.networkRefuses":
    "A rede Bitcoin recusa esta transação: {words}. As moedas foram gastas nesse meio-tempo? Crie uma nova PSBT aqui.",
  "psbt.closed": "Esta fatura está paga ou encerrada, por isso nada foi enviado. Peça uma nova à loja.",
  "psbt.paid": "Esta fatura está paga. Nada foi enviado.",
  "psbt.busy":
    "Há consultas demais à rede Bitcoin no momento. Nada foi enviado; tente novamente em um minuto.",
  "psbt.unseen":
    "A rede Bitcoin não está visível no momento. Tente novamente em um minuto; a mesma PSBT nunca paga duas vezes.",
  "psbt.unsigned.empty": "Cole a PSBT assinada: um texto que começa com cHNidP.",
  "psbt.unsigned.finished":
    "Isto é uma transação finalizada, não uma PSBT. A sua carteira pode transmiti-la.",
  "psbt.unsigned.foreign":
    "Isto não é uma PSBT. Cole a assinada como a sua carteira a exporta: um texto que começa com cHNidP.",
  "psbt.unsigned.input":
    "A entrada {input} de {inputs} não está assinada. Assine na sua carteira com todas as chaves pedidas e exporte a PSBT novamente.",
  "psbt.unsigned.misfit":
    "A assinatura da entrada {input} não confere. Assine o arquivo criado aqui, sem alterações.",
  "psbt.unsigned.incomplete": "A entrada {input} não pode ser concluída: {words}",
  "psbt.unsigned.crowded":
    "Contém {words} assinaturas, mais do que as verificadas aqui. Transmita-a com a sua carteira.",
  "psbt.unsigned.whole": "Ela não pode ser transmitida: {words}",
} as const satisfies Texts<typeof english>;
