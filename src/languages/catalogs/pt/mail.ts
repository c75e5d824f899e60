import type { Texts } from "../../entry.ts";
import type { mail as english } from "../en/mail.ts";

export const mail = {
  "mail.pay": "Pagar {amount}",
  "mail.open": "Abrir a página de pagamento",
  "mail.anyAmount": "um valor à sua escolha",
  "mail.invoice.subject": "Fatura de {store}: {amount}",
  "mail.invoice.lead":
    "{store} solicita o pagamento de {amount}. Na página abaixo, escolha uma moeda e veja quanto enviar e para qual endereço.",
  "mail.reminder.subject": "Ainda não pago: {amount} a {store}",
  "mail.reminder.lead":
    "{store} ainda não viu o seu pagamento de {amount}. Se o enviou entretanto, não o envie de novo: o seu pagamento e esta mensagem cruzaram-se.",
  "mail.confirmed.subject": "O seu pagamento a {store} está confirmado",
  "mail.confirmed.lead":
    "O seu pagamento está na cadeia e a caminho de {store}. Não há mais nada a fazer; receberá outra mensagem quando estiver concluído.",
  "mail.underpaid.subject": "Ainda faltam {missing} para {store}",
  "mail.underpaid.lead":
    "Foi detetada uma parte do seu pagamento a {store}. De {amount} faltam ainda cerca de {missing}. A página abaixo mostra o valor exato e para onde o enviar.",
  "mail.settled.subject": "Recibo: {amount} pagos a {store}",
  "mail.settled.lead": "Obrigado. {store} recebeu o seu pagamento. O seu recibo está na página abaixo.",
  "mail.settled.link": "Abrir o recibo",
  "mail.expired.subject": "A fatura de {store} expirou",
  "mail.expired.lead":
    "O preço de {amount} já não está garantido. Não envie mais nada para esta fatura e peça uma nova a {store}. Se já enviou algo, não envie novamente: a página abaixo mostra o estado, e {store} pode ajudar.",
  "mail.refunded.subject": "O seu pagamento a {store} foi devolvido",
  "mail.refunded.payer":
    "O seu pagamento não pôde ser convertido e foi devolvido automaticamente ao seu endereço de reembolso.",
  "mail.refunded.shop":
    "O seu pagamento não pôde ser convertido e foi devolvido automaticamente ao endereço de reembolso de {store}. Contacte {store} para o receber.",
  "mail.refund.subject": "{store} oferece-lhe um reembolso",
  "mail.refund.lead":
    "{store} devolve-lhe {amount}. Na página abaixo, indique para qual endereço. Quem tiver este link pode pedir o reembolso: não o partilhe.",
  "mail.refund.link": "Pedir o reembolso",
  "mail.statement.subject": "{store}: extrato de {month}",
  "mail.statement.lead":
    "O mês de {month} está completo nos livros de {store}. Na ligação abaixo encontra o extrato, para ler ou imprimir, e os seus ficheiros: pagamentos, faturas, reembolsos, taxas e o livro-razão.",
  "mail.statement.link": "Abrir o extrato",
  "mail.statement.expires": {
    one: "A ligação é válida por {count} dia.",
    other: "A ligação é válida por {count} dias.",
  },
  "mail.statement.secret":
    "Não precisa de palavra-passe: quem a tiver pode ler este mês. Partilhe-a apenas com quem o deva ler.",
  "mail.fact.what": "Descrição",
  "mail.fact.order": "Encomenda",
  "mail.fact.amount": "Valor",
  "mail.fact.missing": "Ainda em falta",
  "mail.request.subject": "Pedido de pagamento de {store}: {amount}",
  "mail.fact.payUntil": "Pode ser pago até",
  "mail.whyRequest":
    "Recebe esta mensagem porque {store} enviou um pedido de pagamento para o seu endereço de e-mail.",
  "mail.fact.until": "Preço garantido até",
  "mail.fact.sentBack": "Devolvido",
  "mail.fact.transaction": "Transação",
  "mail.fact.invoice": "Fatura",
  "mail.fact.store": "Loja",
  "mail.fact.month": "Mês",
  "mail.fact.zone": "Fuso horário",
  "mail.whyCustomer": "Recebe esta mensagem porque {store} emitiu uma fatura para o seu endereço de e-mail.",
  "mail.whyPayer":
    "Recebe esta mensagem porque o seu endereço de e-mail foi deixado na página de pagamento de {store}. Pode removê-lo ali.",
  "mail.whyAccountant":
    "Recebe esta mensagem porque {store} indicou o seu endereço como o da sua contabilidade.",
  "mail.sender":
    "{store} envia-a através do seu gateway de pagamento em {host}. Ninguém lhe pedirá uma palavra-passe, uma chave ou palavras de recuperação: feche qualquer página que o faça.",
  "mail.kept": {
    one: "O seu endereço é usado apenas para mensagens sobre este pagamento e é eliminado {count} dia após o fim deste.",
    other:
      "O seu endereço é usado apenas para mensagens sobre este pagamento e é eliminado {count} dias após o fim deste.",
  },
  "mail.sandbox": "Ambiente de teste: dinheiro fictício. Nada aqui tem valor.",
} as const satisfies Texts<typeof english>;
