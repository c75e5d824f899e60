import type { Entry } from "../entry.ts";

/** The merchant's pages. The English text is the key; of a plural its form `other`. */
export const pt: Readonly<Record<string, Entry>> = {
  Database: "Banco de dados",
  ok: "tudo certo",
  "missing after a failover: {count} invoices; run crosstill recover":
    "faltam {count} faturas após um failover; execute crosstill recover",
  Journal: "Diário",
  Jobs: "Tarefas",
  running: "em andamento",
  "late: {jobs}": "com atraso: {jobs}",
  "Intent service": "Serviço de conversão",
  Explorers: "Exploradores",
  "uncertain: {reason}": "em dúvida: {reason}",
  "E-mail": "E-mail",
  "set up": "configurado",
  "off: SMTP_URL is not set": "sem uso: SMTP_URL não está definido",
  Backup: "Backup",
  "none yet": "ainda não há",
  "within the last day": "no último dia",
  "{count} days ago": { one: "há {count} dia", other: "há {count} dias" },
  "In the coin that was paid": "Na moeda do pagamento",
  "Expected a time to come; this one is over.": "Era esperado um momento futuro; este já passou.",
  "Expected at most {most} minutes (30 days); got {came}.":
    "Eram esperados no máximo {most} minutos (30 dias); veio {came}.",
  "There is nothing here, or it belongs to a store that you are no member of.":
    "Não há nada aqui, ou pertence a uma loja da qual você não é membro.",
  "Your role in this store does not allow: {permission}. An owner of the store can give you another role.":
    "Sua função nesta loja não permite: {permission}. Um proprietário da loja pode dar a você outra função.",
  "This form must be sent from a page at {origin}. Open {page} and try again.":
    "Este formulário deve ser enviado de uma página em {origin}. Abra {page} e tente de novo.",
  "This form is from before you signed in. Go back, load the page again, and repeat.":
    "Este formulário é de antes de você entrar. Volte, recarregue a página e repita.",
  "Over plain http your password can be read by anyone on the network path. Set PUBLIC_URL to an https address; on this machine alone http://localhost works too.":
    "Em http simples, sua senha pode ser lida por qualquer um no caminho da rede. Defina PUBLIC_URL como um endereço https; somente nesta máquina http://localhost também funciona.",
  "QR code with the payment link": "Código QR com o link de pagamento",
  "QR code with the address of this counter": "Código QR com o endereço deste caixa",
  "QR code for the authenticator app": "Código QR para o aplicativo autenticador",
  "The invoice was made.": "A fatura foi criada.",
  "A price was shown: {amount} to {address}.": "Um preço foi mostrado: {amount} para {address}.",
  "Payment {amount} ({outpoint}) was seen first.":
    "O pagamento {amount} ({outpoint}) foi visto pela primeira vez.",
  "Payment {amount} ({outpoint}) was in a block.": "O pagamento {amount} ({outpoint}) estava em um bloco.",
  "Payment {amount} ({outpoint}) had {need} confirmations.":
    "O pagamento {amount} ({outpoint}) tinha {need} confirmações.",
  "{amount} reached the merchant, for {outpoint}.": "{amount} chegaram ao lojista, por {outpoint}.",
  "{amount} is said to have reached the merchant, for {outpoint}.":
    "Segundo o serviço, {amount} chegaram ao lojista, por {outpoint}.",
  "{amount} went back, of {outpoint}.": "{amount} foram devolvidos, de {outpoint}.",
  "The invoice became {state}.": "A fatura passou ao estado: {state}.",
  "{name} marked the invoice {state}: {reason}": "{name} marcou a fatura: {state}. Motivo: {reason}",
  "An unreported amount": "Um valor não informado",
  "the gateway": "o gateway",
  "a block": "um bloco",
  "the mempool": "a mempool",
  "the chain": "a rede",
  "a transfer": "uma transferência",
  "a reorganisation": "uma reorganização",
  "the intent service": "o serviço de conversão",
  "the journal": "o diário",
  "a person": "uma pessoa",
  "The connection failed: {code}.": "A conexão falhou: {code}.",
  "No answer within {seconds} seconds.": "Sem resposta em {seconds} segundos.",
  "not reached yet": "ainda sem contato",
  "reached within the last minute": "contato no último minuto",
  "last reached {count} min ago": "último contato há {count} min",
  "not reached: {reason}": "sem contato: {reason}",
  "last reached {count} min ago: {reason}": "último contato há {count} min: {reason}",
  Disk: "Disco",
  "{size} GiB free": "{size} GiB livres",
  unknown: "desconhecido",
  "It asks for no permission: the link must name at least one.":
    "Não pede nenhuma permissão: o link deve indicar pelo menos uma.",
  "It asks for what Crosstill does not know: {names}.": "Pede algo que o Crosstill não conhece: {names}.",
  "It asks for several stores at once, and a key is for one store.":
    "Pede várias lojas de uma vez, e uma chave é para uma só loja.",
  "You have approved this already. Start again from the application if its key did not arrive.":
    "Isto já foi aprovado. Comece novamente pela aplicação se a chave dela não chegou.",
  "There is no store of which you may make keys with these permissions.":
    "A sua função não permite criar chaves com estas permissões em nenhuma loja.",
  "The store that it asks for is none of which you may make keys with these permissions.":
    "Na loja que ela pede, a sua função não permite criar chaves com estas permissões.",
  "Choose the store that the key is for.": "Escolha a loja à qual a chave se destina.",
  "Leave at least one permission, or press Cancel.": "Deixe pelo menos uma permissão ou pressione Cancelar.",
  "The two passwords are not the same.": "As duas senhas não coincidem.",
  "Too many attempts. Try again in {minutes} min.": "Tentativas demais. Tente novamente em {minutes} min.",
  "The current password is wrong.": "A senha atual está incorreta.",
  "Expected an e-mail address such as ada@example.com.":
    "Era esperado um endereço de e-mail, por exemplo ada@example.com.",
  "This code is not of the present setup. Begin the setup again.":
    "Este código não é da configuração atual. Comece a configuração de novo.",
  "This code is wrong. Wait for the next one.": "Este código está incorreto. Aguarde o próximo.",
  "The passkey was not kept. Try again.": "A chave de acesso não foi salva. Tente novamente.",
  "Unknown browser": "Navegador desconhecido",
  "{browser} on {system}": "{browser} em {system}",
  "This is not your password.": "Esta não é a sua senha.",
  "This second factor was not accepted. A code works once.":
    "Este segundo fator não foi aceito. Um código funciona uma vez.",
  "A payment needs a decision": "Um pagamento requer uma decisão",
  "You were paid": "Você foi pago",
  "What a day has brought": "O que um dia rendeu",
  "The payment of an invoice of {price} needs a decision: {kind}.":
    "O pagamento de uma fatura de {price} requer uma decisão: {kind}.",
  "A payment of {amount} for order {order} has settled.":
    "Um pagamento de {amount} do pedido {order} foi liquidado.",
  "A payment of {amount} has settled.": "Um pagamento de {amount} foi liquidado.",
  "On {day} {store} received payments without a known value. Number of payments: {count}.":
    "Em {day}, {store} recebeu pagamentos sem valor conhecido. Número de pagamentos: {count}.",
  "On {day} {store} received {amount}. Number of payments: {count}.":
    "Em {day}, {store} recebeu {amount}. Número de pagamentos: {count}.",
  "An invoice of {amount} was lost with the database.":
    "Uma fatura de {amount} foi perdida com o banco de dados.",
  "An invoice was lost with the database.": "Uma fatura foi perdida com o banco de dados.",
  "The refund of {amount} for order {order} waits for an approval.":
    "O reembolso de {amount} do pedido {order} aguarda uma aprovação.",
  "The refund of {amount} for order {order} is to be paid.":
    "O reembolso de {amount} do pedido {order} está por pagar.",
  "The refund of {amount} for order {order} is more than the shop has of its invoice.":
    "O reembolso de {amount} do pedido {order} é mais do que a loja tem da sua fatura.",
  "The refund of {amount} waits for an approval.": "O reembolso de {amount} aguarda uma aprovação.",
  "The refund of {amount} is to be paid.": "O reembolso de {amount} está por pagar.",
  "The refund of {amount} is more than the shop has of its invoice.":
    "O reembolso de {amount} é mais do que a loja tem da sua fatura.",
  "The payout of {amount} waits for an approval.": "O desembolso de {amount} aguarda uma aprovação.",
  "The payout of {amount} is to be paid.": "O desembolso de {amount} está por pagar.",
  "Check the payment of the payout of {amount}. The payout does not complete by itself.":
    "Verifique o envio do pagamento de {amount}: ele não se conclui sozinho.",
  "Unattributed funds": "Fundos não atribuídos",
  "An e-mail did not arrive": "Um e-mail não chegou",
  "A webhook was disabled": "Um webhook foi desativado",
  "A refund is not covered": "Um reembolso não está coberto",
  "A payout waits for an approval": "Um desembolso aguarda aprovação",
  "A payout is to be paid": "Um desembolso está por pagar",
  "Another person changed settings": "Outra pessoa alterou configurações",
  "The audit found a violation": "A auditoria encontrou uma violação",
  "The name must have 1 to {most} characters.": "O nome deve ter de 1 a {most} caracteres.",
  "Too many attempts. Try again in {minutes} min, or on a browser on which you have signed in before.":
    "Tentativas demais. Tente novamente em {minutes} min, ou em um navegador já usado antes para entrar.",
  "Many are trying to sign in at this moment. Try again in some seconds.":
    "Muitas pessoas estão tentando entrar neste momento. Tente novamente em alguns segundos.",
  "Name and password do not belong together.": "O nome e a senha não correspondem.",
  "This code is wrong, or was used already. A code works once.":
    "Este código está incorreto ou já foi usado. Um código funciona uma vez.",
  "This passkey is not known here, or was too slow. Try again.":
    "Esta chave de acesso não é conhecida aqui ou demorou demais. Tente novamente.",
  Website: "Site",
  "Support address": "Endereço de suporte",
  "Less than the price has arrived. Accept it (mark the invoice settled), or refund it.":
    "Chegou menos do que o preço. Aceite (marque a fatura como liquidada) ou reembolse.",
  "More than the price has arrived. Keep it, or refund the difference.":
    "Chegou mais do que o preço. Mantenha o valor ou reembolse a diferença.",
  "The money arrived after the time was over. Accept it (mark the invoice settled), or refund it.":
    "O dinheiro chegou depois do fim do prazo. Aceite (marque a fatura como liquidada) ou reembolse.",
  "The intent service does not convert a payment, and has not sent it back so far. Ask it to refund, or accept the payment (mark the invoice settled) once the money is with you.":
    "O serviço de conversão não converte um pagamento e até agora não o devolveu. Peça a ele a devolução, ou aceite o pagamento (marque a fatura como liquidada) quando o dinheiro estiver com a loja.",
  "Money came, stayed or went back after you had decided what the invoice is.":
    "Dinheiro chegou, ficou ou voltou depois que o estado da fatura já tinha sido decidido.",
  "A payment takes far longer than usual, and nothing has come of it. Ask the intent service.":
    "Um pagamento está a demorar muito mais do que o habitual e nada resultou dele. Consulte o serviço de conversão.",
  "Something happened that should not. Open the invoice, see what it names as odd, and compare with the chain.":
    "Aconteceu algo que não deveria. Abra a fatura, veja o que ela indica em “Particularidades” e compare com a blockchain.",
  underpaid: "pagamento a menos",
  overpaid: "pagamento a mais",
  late: "atrasado",
  failed: "falhou",
  "after a decision": "após uma decisão",
  stalled: "parado",
  anomaly: "anomalia",
  "The key would be allowed more than you are.": "A chave teria mais permissões do que a sua conta.",
  "{coin} on {network}": "{coin} em {network}",
  "without a label": "sem rótulo",
  "The label must have 1 to {most} characters.": "O rótulo deve ter de 1 a {most} caracteres.",
  "Choose what the key may do.": "Escolha o que a chave pode fazer.",
  "Choose when the key expires.": "Escolha quando a chave expira.",
  "API keys": "Chaves de API",
  Webhooks: "Webhooks",
  Events: "Eventos",
  "API reference": "Referência da API",
  "Nothing is left to deliver.": "Não resta nada a entregar.",
  "Tried again now: {count}.": "Novas tentativas feitas agora: {count}.",
  "not sent yet": "ainda não enviado",
  "accepted with {code}": "aceito com {code}",
  "refused with {code}": "recusado com {code}",
  "all events": "todos os eventos",
  "A second person must confirm it.": "Uma segunda pessoa precisa confirmar.",
  "Added.": "Adicionado.",
  "The invoice is archived.": "A fatura está arquivada.",
  "The funds are assigned to the invoice.": "Os fundos estão atribuídos à fatura.",
  "Signed out.": "Sessão encerrada.",
  "The invoice is marked invalid.": "A fatura está marcada como inválida.",
  "The refund is made. Send the customer its link.": "O reembolso está criado. Envie o link ao cliente.",
  "Removed.": "Removido.",
  "That was done already. The secret is shown only once: make a new one if you did not copy it.":
    "Isso já foi feito. O segredo é mostrado apenas uma vez: crie um novo se não o copiou.",
  "Taken off the list.": "Retirado da lista.",
  "Saved.": "Salvo.",
  "Sent.": "Enviado.",
  "The invoice is marked settled.": "A fatura está marcada como liquidada.",
  "Store made.": "Loja criada.",
  "The invoice is in the lists again.": "A fatura está de novo nas listas.",
  "any amount in {currency}": "qualquer valor em {currency}",
  "{units} units of {currency}": "{units} unidades de {currency}",
  "Choose what the invoice is: settled or invalid.": "Escolha o estado da fatura: liquidada ou inválida.",
  "Expected a reason of at most {most} characters.": "Era esperado um motivo de no máximo {most} caracteres.",
  "Expected a JSON object; this has more than {most} characters. Nothing was changed.":
    "Era esperado um objeto JSON; este texto tem mais de {most} caracteres. Nada foi alterado.",
  "Expected a JSON object; this is not JSON. Nothing was changed.":
    "Era esperado um objeto JSON; isto não é JSON. Nada foi alterado.",
  "Expected a JSON object; this is null. Nothing was changed.":
    "Era esperado um objeto JSON; isto é null. Nada foi alterado.",
  "Expected one e-mail address, such as ada@example.com.":
    "Era esperado um único endereço de e-mail, por exemplo ada@example.com.",
  "Choose what to refund: all of it, the rest, what was too much, or an amount.":
    "Escolha o que reembolsar: tudo, o restante, o que foi pago a mais ou um valor.",
  All: "Todas",
  "waits for you": "requer a sua atenção",
  archived: "em arquivo",
  "from {day}": "de {day}",
  "to {day}": "até {day}",
  "paid in {coin}": "paga em {coin}",
  "“{word}”": "“{word}”",
  "Expected an amount above 0 and at most {amount}, which is what was received and not refunded yet.":
    "Era esperado um valor acima de 0 e de no máximo {amount}, que é o que foi recebido e ainda não reembolsado.",
  "delivered to {webhook}": "entregue a {webhook}",
  "given up for {webhook}": "abandonado para {webhook}",
  "a webhook that was deleted": "um webhook que foi excluído",
  "waits for {webhook}": "aguardando para {webhook}",
  "{what}, attempt {count}": "{what}, tentativa {count}",
  "an unreported amount": "um valor não informado",
  Payment: "Pagamento",
  "Received by the merchant": "Recebido pelo comerciante",
  "Sent back": "Devolvido",
  "Not looked up: {reason}": "Não consultado: {reason}",
  "A node has it in block {number}, {hash}.": "Um nó o tem no bloco {number}, {hash}.",
  "The transaction is in the pack.": "A transação está no pacote.",
  "In block {number}, with the work of {count} blocks in the pack.": {
    one: "No bloco {number}, com o trabalho de {count} bloco no pacote.",
    other: "No bloco {number}, com o trabalho de {count} blocos no pacote.",
  },
  "Choose what to do with the invoices.": "Escolha o que fazer com as faturas.",
  New: "Nova",
  Processing: "Em processamento",
  Settled: "Liquidada",
  Expired: "Expirada",
  Invalid: "Inválida",
  None: "Nenhuma",
  "paid in part": "paga em parte",
  "paid late": "paga com atraso",
  "marked by a person": "marcada por uma pessoa",
  "sent back": "devolvido",
  settled: "liquidado",
  "not converted": "não convertido",
  "not on the chain any more": "já não está na rede",
  Created: "Criada",
  Archived: "Arquivada",
  "E-mail: {what}": "E-mail: {what}",
  "Refund of {amount} made": "Reembolso de {amount} criado",
  "Refund of {amount} claimed": "Reembolso de {amount} resgatado",
  "Refund of {amount} paid": "Reembolso de {amount} pago",
  "{units} units": "{units} unidades",
  "Payment of {amount} seen": "Pagamento de {amount} visto",
  "counts for {amount}": "conta por {amount}",
  "You received {amount}": "Recebido: {amount}",
  "The payment was sent back": "O pagamento foi devolvido",
  "Paid, waits for confirmation": "Paga, aguardando confirmação",
  "A payment is not confirmed yet, later than usual":
    "Um pagamento ainda não está confirmado, mais tarde do que o habitual",
  "A payment has disappeared from its network": "Um pagamento desapareceu da rede",
  "Open again": "Aberta novamente",
  "Settled by {name}": "Liquidada por {name}",
  "Invalid by {name}": "Marcada como inválida por {name}",
  "Taken off the inbox by {name}": "Retirada da caixa de entrada por {name}",
  "More than {count} e-mails did not arrive": "Mais de {count} e-mails não chegaram",
  "{count} e-mails did not arrive": { one: "Um e-mail não chegou", other: "{count} e-mails não chegaram" },
  Month: "Mês",
  Invoice: "Fatura",
  "The link to pay": "O link para pagar",
  "The reminder": "O lembrete",
  "The payment is confirmed": "O pagamento está confirmado",
  "A part is missing": "Falta uma parte",
  "The receipt": "O recibo",
  "The invoice has expired": "A fatura expirou",
  "The link of a refund": "O link de um reembolso",
  "The link to the month": "O link para o mês",
  customer: "cliente",
  payer: "pagador",
  accountant: "contabilidade",
  "to the customer": "ao cliente",
  "to the payer": "ao pagador",
  "to the accountant": "à contabilidade",
  "waits to be sent": "aguardando envio",
  sent: "enviado",
  "refused by the mail server": "recusado pelo servidor de e-mail",
  "given up after two days": "abandonado após dois dias",
  "not sent": "não enviado",
  Overview: "Visão geral",
  Inbox: "Caixa de entrada",
  Invoices: "Faturas",
  "Payment links": "Links de pagamento",
  "Point of sale": "Ponto de venda",
  "Pay buttons": "Botões de pagamento",
  Payouts: "Desembolsos",
  Reports: "Relatórios",
  Exports: "Exportações",
  Developers: "Desenvolvedores",
  People: "Pessoas",
  "Audit log": "Registro de auditoria",
  Settings: "Configurações",
  Server: "Servidor",
  Today: "Hoje",
  "7 days": "7 dias",
  "30 days": "30 dias",
  "Payments that need a decision": "Pagamentos que requerem uma decisão",
  "Refunds and payouts to be paid": "Reembolsos e desembolsos por pagar",
  "Lost invoices": "Faturas perdidas",
  "An invoice was lost": "Uma fatura foi perdida",
  "Invoice {id} was lost with the database.": "A fatura {id} foi perdida com a base de dados.",
  "Lost invoice taken off the inbox": "Fatura perdida retirada da caixa de entrada",
  "A failover of the database or a restored backup has lost these invoices or their addresses. What comes to the addresses is listed as unattributed funds. Where a customer still wants to pay, make the invoice again, and assign to it what has come.":
    "Uma comutação da base de dados ou a restauração de uma cópia de segurança perdeu estas faturas ou os seus endereços. O que chega aos endereços aparece nos fundos não atribuídos. Se um cliente ainda quiser pagar, crie a fatura de novo e atribua-lhe o que chegou.",
  "issued <span>{time}</span>": "emitida <span>{time}</span>",
  "To be paid to the shop directly: look for a transfer of exactly this amount yourself.":
    "De pagamento direto à loja: procure uma transferência de exatamente este valor.",
  "Done: take the lost invoice {id} off the list": "Concluído: retirar da lista a fatura perdida {id}",
  "E-mails that did not arrive": "E-mails que não chegaram",
  "Webhooks that were disabled": "Webhooks desativados",
  "This store has made {most} invitations within an hour. Try again in {minutes} min.":
    "Esta loja criou {most} convites em uma hora. Tente de novo em {minutes} min.",
  'Expected a currency such as USD; got "{got}".':
    "Era esperada uma moeda, por exemplo USD; foi recebido “{got}”.",
  'Expected an amount such as 500, with at most {decimals} decimals; got "{got}".':
    "Era esperado um valor, por exemplo 500, com no máximo {decimals} casas decimais; foi recebido “{got}”.",
  "The name of a role has 1 to 40 letters, digits, blanks or dashes.":
    "O nome de uma função tem de 1 a 40 letras, algarismos, espaços ou hifens.",
  "{name} is a built-in role. Choose another name.": "{name} é uma função predefinida. Escolha outro nome.",
  "Choose what the role may do.": "Escolha o que a função pode fazer.",
  "The role would be allowed more than you are.": "A função teria mais permissões do que a sua conta.",
  "The role {name} allows more than you may do yourself.":
    "A função {name} permite mais do que é permitido a quem edita.",
  "Only an owner of the store can let a role do without a second factor.":
    "Só um proprietário da loja pode dispensar uma função do segundo fator.",
  "Everything in the store": "Tudo na loja",
  "Do everything in the store": "Fazer tudo na loja",
  "Change the store's settings, and do everything in it":
    "Alterar as configurações da loja e fazer tudo nela",
  "See the store's settings, payment methods and rates, and everything in it":
    "Ver as configurações, as formas de pagamento e as cotações da loja, e tudo o que há nela",
  "Create invoices, mark unpaid ones as invalid, and change their notes":
    "Criar faturas, marcar as não pagas como inválidas e alterar as notas delas",
  "Mark invoices as paid, and assign unattributed funds to them":
    "Marcar faturas como pagas e atribuir a elas fundos não atribuídos",
  "Invite people to the store, and change their roles":
    "Convidar pessoas para a loja e alterar as funções delas",
  "Make and revoke the store's API keys": "Criar e revogar as chaves de API da loja",
  "See the audit log": "Ver o registro de auditoria",
  "See invoices and their payments": "Ver as faturas e os pagamentos delas",
  "Create invoices": "Criar faturas",
  "Set up webhooks, which report payments to the shop":
    "Configurar webhooks, que informam os pagamentos à loja",
  "Create and change payment requests": "Criar e alterar pedidos de pagamento",
  "See payment requests": "Ver pedidos de pagamento",
  "Create, approve and end refunds and pull payments":
    "Criar, aprovar e encerrar reembolsos e pagamentos sob solicitação",
  "Create refunds and pull payments that need no approval":
    "Criar reembolsos e pagamentos sob solicitação que dispensam aprovação",
  "Propose refunds, which you approve before anything is paid":
    "Propor reembolsos, sujeitos à sua aprovação antes de qualquer pagamento",
  "End refunds and pull payments": "Encerrar reembolsos e pagamentos sob solicitação",
  "See refunds and pull payments": "Ver reembolsos e pagamentos sob solicitação",
  "Approve, pay and cancel payouts": "Aprovar, pagar e cancelar desembolsos",
  "See payouts": "Ver desembolsos",
  "See reports": "Ver relatórios",
  "Send the e-mails of an invoice again": "Reenviar os e-mails de uma fatura",
  "Use a Lightning node (Crosstill has none)": "Usar um nó Lightning (o Crosstill não tem nenhum)",
  "See your own name and e-mail address": "Ver o próprio nome e e-mail",
  "Choose your own language and theme": "Escolher o próprio idioma e tema",
  "See your own notifications": "Ver as próprias notificações",
  "Mark and remove your own notifications, and choose them":
    "Marcar, remover e escolher as próprias notificações",
  "Enter one e-mail address, such as ada@example.com.":
    "Informe um único endereço de e-mail, por exemplo ada@example.com.",
  "Your account": "A sua conta",
  "A store: {name}": "Uma loja: {name}",
  "Settlement in {coin}": "Liquidação em {coin}",
  "Refund addresses": "Endereços de reembolso",
  "A second factor for your account": "Um segundo fator para a sua conta",
  "Make a test payment": "Fazer um pagamento de teste",
  "Pay a small invoice yourself": "Pagar por conta própria uma fatura pequena",
  "Connect a shop, or make a key": "Conectar uma loja online ou criar uma chave",
  "Make a backup": "Fazer um backup",
  Store: "Loja",
  Name: "Nome",
  "Customers see it.": "Os clientes o veem.",
  "Currency of prices": "Moeda dos preços",
  "Time zone": "Fuso horário",
  "In which days and months begin, such as Europe/Berlin.":
    "No qual começam os dias e os meses, por exemplo Europe/Berlin.",
  Settlement: "Liquidação",
  "Coin and chain": "Moeda e rede",
  "Your address": "O seu endereço",
  "From a wallet whose keys you hold. Exchanges may refuse or lose such payments.":
    "De uma carteira cujas chaves são suas. Corretoras podem recusar ou perder esses pagamentos.",
  "The service sends money there that it cannot convert. Coins of a chain without an address are not offered; name at least one.":
    "O serviço envia para lá o dinheiro que não consegue converter. Moedas de uma rede sem endereço não são oferecidas; informe pelo menos um.",
  "Enter a name of at most {count} characters.": "Informe um nome de no máximo {count} caracteres.",
  "Enter a name without control and format characters.":
    "Digite um nome sem caracteres de controle nem de formatação.",
  "Enter an address for at least one chain.": "Informe um endereço para pelo menos uma rede.",
  "Refund address on {chain}": "Endereço de reembolso em {chain}",
  "{coin}, directly": "{coin}, diretamente",
  "Coins that customers are offered": "Moedas oferecidas aos clientes",
  "The service sends money there that it cannot convert. Coins of a chain without an address are not offered: empty a field to remove its address.":
    "O serviço envia para lá o dinheiro que não consegue converter. Moedas de uma rede sem endereço não são oferecidas. Esvazie um campo para remover o endereço.",
  "When a payment is not as asked for": "Quando um pagamento não é como foi pedido",
  "It holds for invoices from now on; those that were made keep theirs.":
    "Vale para as faturas a partir de agora; as já criadas mantêm as suas regras.",
  "Start from": "Ponto de partida",
  "Another choice resets tolerance, too little, too much and too late.":
    "Outra escolha redefine a tolerância, o pagamento a menos, a mais e com atraso.",
  "A shop: goods at a price": "Uma loja: mercadorias com preço",
  "Top-ups: whatever arrives counts": "Recargas: conta o que chegar",
  "Tolerance, in percent": "Tolerância, em porcentagem",
  "So much of the price may be missing, and the invoice is still paid.":
    "Pode faltar esta parte do preço, e a fatura ainda conta como paga.",
  "Tolerance, as an amount of {symbol}": "Tolerância, como valor em {symbol}",
  "Or so much, whichever of the two allows more.": "Ou este valor; vale o que permitir mais dos dois.",
  "Write off small remainders, up to percent of the price":
    "Perdoar restos pequenos, até uma porcentagem do preço",
  "A remaining amount that is too small to be paid on its own is written off.":
    "Um resto pequeno demais para ser pago separadamente é perdoado.",
  "Too little": "Pagamento a menos",
  "What happens when a customer pays less than the price.":
    "O que acontece quando um cliente paga menos do que o preço.",
  "Ask for the rest while the price holds": "Pedir o restante enquanto o preço estiver garantido",
  "Accept it as the payment": "Aceitar como o pagamento",
  "Let a person decide": "Deixar que uma pessoa decida",
  "Too much": "Pagamento a mais",
  "What happens when a customer pays more than the price.":
    "O que acontece quando um cliente paga mais do que o preço.",
  "Late payments count from, in percent of the price":
    "Pagamentos atrasados contam a partir de, em porcentagem do preço",
  "Money that comes after the price ended pays the invoice if it is worth at least this.":
    "O dinheiro que chega depois que o preço expirou paga a fatura se valer pelo menos isto.",
  Proof: "Prova",
  "Proof of a settlement": "Prova de uma liquidação",
  "What must show that the money reached you before the invoice is settled.":
    "O que deve mostrar que o dinheiro chegou à loja antes de a fatura ser liquidada.",
  "Automatic: the chain where a node is set up, else a transaction hash":
    "Automático: a blockchain onde houver um nó configurado; senão, um hash de transação",
  "Read from the chain": "Lido na blockchain",
  "A transaction hash from the service": "Um hash de transação do serviço",
  "The word of the service": "A palavra do serviço",
  Confirmations: "Confirmações",
  "A number, or by price: 1000=2,10000=6 waits for two from 1,000 on and six from 10,000 on.":
    "Um número, ou conforme o preço: 1000=2,10000=6 aguarda duas a partir de 1.000 e seis a partir de 10.000.",
  "What a single invoice may ask for itself": "O que uma única fatura pode pedir para si",
  "A key that makes invoices cannot go beyond this.": "Uma chave que cria faturas não pode ir além disso.",
  "Accept whatever comes": "Aceitar o que chegar",
  "Weaker proof, fewer confirmations": "Prova mais fraca, menos confirmações",
  Policy: "Regras",
  Payments: "Pagamentos",
  Price: "Preço",
  "Used where a shop names no currency.": "Usada quando uma loja online não informa a moeda.",
  "Price fixed for, in minutes": "Preço garantido por, em minutos",
  "How long a customer has to pay at the price shown.":
    "Quanto tempo um cliente tem para pagar ao preço mostrado.",
  "Who pays for the conversion": "Quem paga a conversão",
  "The customer: you receive the whole price": "O cliente: a loja recebe o preço inteiro",
  "You: the customer pays the price and no more": "A loja: o cliente paga o preço e nada mais",
  "Margin in percent": "Margem em porcentagem",
  "Added to the price for services whose quotes state no minimum.":
    "Somada ao preço em serviços cujas cotações não informam um mínimo.",
  Addresses: "Endereços",
  "Take the settlement coin directly": "Receber diretamente na moeda de liquidação",
  "Customers who have it send it straight to your address, without a conversion.":
    "Os clientes que a têm a enviam direto para o endereço da loja, sem conversão.",
  "A new order for each address": "Uma nova ordem para cada endereço",
  "Each address is an order of its own at the service and is not used again.":
    "Cada endereço é uma ordem própria no serviço e não é usado novamente.",
  Coins: "Moedas",
  "Coin shown first": "Moeda mostrada primeiro",
  "The first of the list": "A primeira da lista",
  "Checkout and e-mail": "Página de pagamento e e-mail",
  Checkout: "Página de pagamento",
  "Language of payment pages": "Idioma das páginas de pagamento",
  "What the customer's browser asks for": "O que o navegador do cliente pedir",
  "E-mail to customers": "E-mail aos clientes",
  "Mail each new invoice to its buyer": "Enviar cada nova fatura por e-mail ao comprador",
  "To the address that the shop gives as buyerEmail.": "Para o endereço que a loja informa como buyerEmail.",
  "Remind so many minutes before the price ends": "Minutos antes de o preço expirar para enviar um lembrete",
  "Empty: no reminder.": "Vazio: sem lembrete.",
  "Keep addresses for so many days": "Dias em que os endereços são mantidos",
  "After an invoice has ended; then they are deleted.":
    "Depois que uma fatura termina; então são eliminados.",
  Books: "Contabilidade",
  "Currencies in which payments are valued": "Moedas em que os pagamentos são avaliados",
  "At most {count}, with commas, such as EUR,CHF. The first is that of your books.":
    "No máximo {count}, separadas por vírgulas, por exemplo EUR,CHF. A primeira é a dos seus livros.",
  "E-mail of your accountant": "E-mail da sua contabilidade",
  "Gets a link to each month that has ended. Empty: no e-mail.":
    "Recebe um link para cada mês encerrado. Vazio: nenhum e-mail.",
  Shops: "Lojas online",
  "How shop plugins are answered": "Como os plugins das lojas são respondidos",
  "One invoice for an order": "Uma fatura por pedido",
  "A shop that asks twice for an order gets its open invoice again.":
    "Uma loja que pede duas vezes por um pedido recebe novamente a fatura aberta dele.",
  "Install its plugin for BTCPay Server: it speaks the same API.":
    "Instale o plugin dela para BTCPay Server: ele usa a mesma API.",
  "Enter the server address below in the plugin's settings.":
    "Informe nas configurações do plugin o endereço do servidor indicado abaixo.",
  "Use the plugin's button for a key, or make one below; it opens this server and asks you to approve.":
    "Use o botão do plugin para obter uma chave, ou crie uma abaixo; ele abre este servidor e pede a sua aprovação.",
  "Order something in your shop: the invoice appears in the list of invoices here.":
    "Faça um pedido na sua loja: a fatura aparece aqui, na lista de faturas.",
  "Enter the store id below as well.": "Informe também o identificador da loja indicado abaixo.",
  "Make a key, and send it as “Authorization: token …” with each call.":
    "Crie uma chave e envie-a como “Authorization: token …” em cada chamada.",
  "Create an invoice by POST to the address of invoices below, and send the customer to its checkoutLink.":
    "Crie uma fatura com um POST ao endereço de faturas abaixo e envie o cliente ao checkoutLink dela.",
  "Add a webhook, which tells your server when an invoice is settled.":
    "Adicione um webhook, que avisa o seu servidor quando uma fatura é liquidada.",
  "Own code": "Código próprio",
  "Server address": "Endereço do servidor",
  "Store id": "Identificador da loja",
  "Address of invoices": "Endereço de faturas",
  "General and brand": "Geral e marca",
  Archive: "Arquivar",
  "This month has not ended.": "Este mês não terminou.",
  "A payout of your own": "Um desembolso próprio",
  "Refund of invoice {id}": "Reembolso da fatura {id}",
  "Claim of a pull payment": "Solicitação de um pagamento sob solicitação",
  "Claim of “{name}”": "Solicitação de “{name}”",
  "At least {amount}, by the quote that is being carried out.":
    "Pelo menos {amount}, pela cotação que está sendo executada.",
  "As it was approved, and what you send by hand. Through the service the fees of the conversion come off.":
    "Como foi aprovado, e o que for enviado manualmente. Pelo serviço, as taxas da conversão são descontadas.",
  "At the rate of this moment; it is fixed when you approve.":
    "À cotação deste momento; ela é fixada na aprovação.",
  "Waits for you": "Requer a sua atenção",
  "Check its payment": "Verifique o envio",
  "Check the payment of this payout": "Verifique o envio deste pagamento",
  "Approve this payout?": "Aprovar este desembolso?",
  "You have approved this payout": "Você aprovou este desembolso",
  "Waits for a second person": "Aguarda uma segunda pessoa",
  "You can approve it from {time}.": "Você pode aprová-lo a partir de {time}.",
  "To be paid": "A pagar",
  "Pay this payout": "Pagar este desembolso",
  "On its way": "A caminho",
  "This payout is on its way": "Este desembolso está a caminho",
  Paid: "Pago",
  "This payout was paid": "Este desembolso foi pago",
  Cancelled: "Cancelado",
  "This payout was cancelled": "Este desembolso foi cancelado",
  Claimed: "Solicitado",
  Approved: "Aprovado",
  Sent: "Enviado",
  Arrived: "Recebido",
  "Seen on the chain": "Visto na blockchain",
  "Told by the intent service": "Informado pelo serviço de conversão",
  "By your word": "Informado pela loja",
  "It was marked as on its way. Record the transaction once it has arrived.":
    "Foi marcado como a caminho. Registre a transação quando tiver chegado.",
  "Less has arrived than the quote promised: {amount}. Ask the service, or record it as paid without a transaction if you accept that.":
    "Chegou menos do que a cotação prometia: {amount}. Consulte o serviço, ou registre como pago sem transação se aceitar isso.",
  "The intent service has not seen your payment yet.":
    "O serviço de conversão ainda não viu o seu pagamento.",
  "The intent service has your payment and converts it.":
    "O serviço de conversão tem o seu pagamento e o está convertendo.",
  "The intent service says that it has paid the buyer. The gateway looks for it on the chain.":
    "O serviço de conversão informa que pagou ao comprador. O gateway procura o pagamento na blockchain.",
  "The intent service could not convert it. As a rule it sends the money back to your wallet; until then it is not back.":
    "O serviço de conversão não conseguiu convertê-lo. Em geral, ele devolve o dinheiro à sua carteira; até lá, o dinheiro não voltou.",
  "The intent service has sent the money back to your wallet.":
    "O serviço de conversão devolveu o dinheiro à sua carteira.",
  "The intent service says “{word}”.": "O serviço de conversão informa “{word}”.",
  "Expected at most {count} items. Remove one first.":
    "Eram esperados no máximo {count} artigos. Remova um primeiro.",
  "Expected at least the least amount.": "Era esperado pelo menos o valor mínimo.",
  "Expected at most {count} amounts.": "Eram esperados no máximo {count} valores.",
  "Expected amounts from {least} to {most}, such as 5 10 20.":
    "Eram esperados valores de {least} a {most}, por exemplo 5 10 20.",
  "Expected a redirect address that starts with https://.":
    "Era esperado um endereço de redirecionamento que comece com https://.",
  "A button can lead back only to the store's website. Enter the website in the settings of the store.":
    "Um botão só pode voltar para o site da loja. Indique o site nas configurações da loja.",
  "A button can lead back only to the store's website: {hosts}.":
    "Um botão só pode voltar para o site da loja: {hosts}.",
  Pay: "Pagar",
  "Sent to {to}.": "Enviado para {to}.",
  "Expected {currency}: the currency stays while there are items. Remove them first, or make another point of sale.":
    "Era esperado {currency}: a moeda se mantém enquanto houver artigos. Remova-os primeiro ou crie outro ponto de venda.",
  "each payment with what came, what it became, its rate and its fees":
    "cada pagamento com o que chegou, em que se tornou, a cotação e as taxas",
  "each invoice that was settled, or that had money": "cada fatura que foi liquidada ou que recebeu dinheiro",
  "refunds, and what the shop has paid out": "os reembolsos e o que a loja desembolsou",
  "each fee by its kind": "cada taxa por tipo",
  "every movement, in double entry": "cada movimento, em partidas dobradas",
  "money that no invoice explains": "dinheiro que nenhuma fatura explica",
  "the ledger for hledger": "o livro-razão para o hledger",
  "for Koinly": "para o Koinly",
  "a bank statement for Xero": "um extrato bancário para o Xero",
  "sales for Xero": "vendas para o Xero",
  "a bank statement for QuickBooks Online": "um extrato bancário para o QuickBooks Online",
  "a bank statement in the coin that the shop is paid in":
    "um extrato bancário na moeda em que a loja recebe",
  "{what}: its first part, the next ones over the API": "{what}: a primeira parte; as seguintes, pela API",
  "{name}, part {part} of {parts}": "{name}, parte {part} de {parts}",
  "Received from payers": "Recebido dos clientes",
  "Brought by conversion, before fees": "Trazido pela conversão, antes das taxas",
  "Converted into another coin": "Convertido para outra moeda",
  Fees: "Taxas",
  "Gained by moving prices": "Ganho com a variação dos preços",
  "Lost to moving prices": "Perdido com a variação dos preços",
  "Sent back to payers by the service": "Devolvido aos clientes pelo serviço",
  "Passed on to the shop’s address": "Repassado ao endereço da loja",
  "On its way at the beginning": "A caminho no início",
  "On its way at the end": "A caminho no fim",
  "Unknown coin": "Moeda desconhecida",
  "{by} invites you to {store}": "Convite de {by} para {store}",
  "Accept the invitation": "Aceitar o convite",
  "E-mail address confirmed": "Endereço de e-mail confirmado",
  "Another account has confirmed this address. Use another address, or change the other account.":
    "Outra conta confirmou este endereço. Use outro endereço ou altere a outra conta.",
  "Confirm your e-mail address": "Confirme seu endereço de e-mail",
  "The account {name} names this address as its own. If the account is yours, confirm the address. If it is not, ignore this message.":
    "A conta {name} indica este endereço como seu. Se a conta é sua, confirme o endereço. Se não for, ignore esta mensagem.",
  "Confirm the address": "Confirmar o endereço",
  "This link does not work any more. Sign in and send another one from the page of your account.":
    "Este link não funciona mais. Entre e envie outro na página da sua conta.",
  "The address {email} is confirmed.": "O endereço {email} está confirmado.",
  "The address {email} then belongs to the account {account}.":
    "O endereço {email} passa então a pertencer à conta {account}.",
  "You have confirmed this address.": "Você confirmou este endereço.",
  "This address is not confirmed. Follow the link in the message that was sent to it. Until then you cannot be added to a store by the address.":
    "Este endereço não está confirmado. Siga o link da mensagem enviada a ele. Até lá, ninguém pode adicionar você a uma loja pelo endereço.",
  "This address is not confirmed, because this server sends no e-mail. You cannot be added to a store by the address.":
    "Este endereço não está confirmado porque este servidor não envia e-mails. Ninguém pode adicionar você a uma loja pelo endereço.",
  "Send the link again": "Enviar o link novamente",
  "The password must have at least {least} characters; this one has {count}.":
    "A senha deve ter pelo menos {least} caracteres; esta tem {count}.",
  "The password must have at most {most} characters.": "A senha deve ter no máximo {most} caracteres.",
  "This password is one of the first that attackers try. Take another: four unrelated words are good.":
    "Esta senha é uma das primeiras que os invasores tentam. Escolha outra: quatro palavras sem relação entre si são uma boa opção.",
  "Sign-in from a new device": "Acesso a partir de um novo dispositivo",
  "Your password was changed": "A sua senha foi alterada",
  "Your e-mail address was changed": "O seu endereço de e-mail foi alterado",
  "A second factor was added to your account": "Um segundo fator foi adicionado à sua conta",
  "A second factor was removed from your account": "Um segundo fator foi removido da sua conta",
  "A new API key was made": "Uma nova chave de API foi criada",
  "The rule for approving payouts was changed": "A regra para aprovar desembolsos foi alterada",
  "Another person can approve payouts now": "Outra pessoa pode aprovar desembolsos agora",
  Account: "Conta",
  When: "Quando",
  From: "De",
  What: "O quê",
  "If this was not you, change your password and sign out everywhere at once.":
    "Se não reconhece esta ação, altere a sua senha e encerre todas as sessões imediatamente.",
  "Open your account": "Abrir a sua conta",
  "This is a sandbox. No real money moves here.":
    "Este é um ambiente de testes. Nenhum dinheiro real se move aqui.",
  "Sent by Crosstill at {host}, because this address belongs to an account there.":
    "Enviado pelo Crosstill em {host}, porque este endereço pertence a uma conta ali.",
  "See what can be done": "Ver o que pode ser feito",
  "No limit: one person approves": "Sem limite: uma pessoa aprova",
  "{name} asks to change the rule for approving payouts":
    "{name} pede para mudar a regra de aprovação de desembolsos",
  "Present limit": "Limite atual",
  "New limit": "Novo limite",
  "Look at the change": "Ver a mudança",
  Cancel: "Cancelar",
  "Copy {what}": "Copiar {what}",
  Copy: "Copiar",
  Pages: "Páginas",
  Newer: "Mais recentes",
  Older: "Anteriores",
  "Your role asks for a second factor. Set one up to go on.":
    "A sua função exige um segundo fator. Configure um para continuar.",
  "The authenticator app is on.": "O aplicativo autenticador está ativado.",
  "You are asked for a code from it when you sign in.": "Ao entrar, será pedido um código dele.",
  "Your recovery codes": "Os seus códigos de recuperação",
  "Each of them replaces your second factor once. Keep them where you keep important papers: they are shown only now.":
    "Cada um substitui uma vez o seu segundo fator. Guarde-os com os seus documentos importantes: eles só são mostrados agora.",
  Download: "Baixar",
  Language: "Idioma",
  "Language of these pages": "Idioma destas páginas",
  "As the browser asks": "O que o navegador pedir",
  "What payers read follows their own browser.": "O que os clientes leem segue o navegador deles.",
  "Save the language": "Salvar o idioma",
  "Address for security notices": "Endereço para avisos de segurança",
  "Save the address": "Salvar o endereço",
  Password: "Senha",
  "Current password": "Senha atual",
  "New password": "Nova senha",
  "At least {count} characters. A few words that do not belong together are easy to keep.":
    "Pelo menos {count} caracteres. Algumas palavras sem relação entre si são fáceis de guardar.",
  "New password again": "Nova senha novamente",
  "Changing it signs you out everywhere else.":
    "Ao alterá-la, a sua sessão é encerrada em todos os outros lugares.",
  "Change the password": "Alterar a senha",
  "Second factor": "Segundo fator",
  "After your password, something that only you have. A passkey also signs you in alone.":
    "Depois da senha, algo que só o titular da conta tem. Uma chave de acesso também permite entrar por si só.",
  "Authenticator app": "Aplicativo autenticador",
  on: "em uso",
  "Scan this with your authenticator app, or enter the key by hand.":
    "Leia isto com o seu aplicativo autenticador ou digite a chave.",
  "The code that it shows": "O código que ele mostra",
  "Turn it on": "Ativar",
  "{count} recovery codes are left.": {
    one: "Resta {count} código de recuperação.",
    other: "Restam {count} códigos de recuperação.",
  },
  "Make new recovery codes": "Criar novos códigos de recuperação",
  "Turn it off": "Desativar",
  "Turn the authenticator app off?": "Desativar o aplicativo autenticador?",
  "Your password and your passkeys are then all that protects this account.":
    "A sua senha e as suas chaves de acesso serão então a única proteção desta conta.",
  "Set up an authenticator app": "Configurar um aplicativo autenticador",
  Passkeys: "Chaves de acesso",
  "added <span>{time}</span>": "adicionada <span>{time}</span>",
  "used <span>{time}</span>": "usada <span>{time}</span>",
  "never used": "nunca usada",
  "Made by {name}": "Criada por {name}",
  "The key does not work, because the account of {name} is disabled.":
    "A chave não funciona porque a conta de {name} está desativada.",
  "The key was made for more. It may do only what {name} may do now.":
    "A chave foi criada para mais. Ela só pode fazer o que {name} pode fazer agora.",
  Remove: "Remover",
  "Remove the passkey {name}": "Remover a chave de acesso {name}",
  "Remove the passkey “{name}”?": "Remover a chave de acesso “{name}”?",
  "It does not sign you in any more. Remove it from the device as well.":
    "Ela não permitirá mais entrar. Remova-a também do dispositivo.",
  "Remove the passkey": "Remover a chave de acesso",
  "Name of the passkey": "Nome da chave de acesso",
  "For example “laptop”": "Por exemplo, “notebook”",
  "Add a passkey": "Adicionar uma chave de acesso",
  "The passkey was not made. Try again.": "A chave de acesso não foi criada. Tente novamente.",
  "Adding a passkey needs JavaScript.": "Para adicionar uma chave de acesso é preciso JavaScript.",
  "Where you are signed in": "Onde a sua sessão está iniciada",
  here: "aqui",
  "last seen <span>{time}</span>": "vista pela última vez <span>{time}</span>",
  "Sign out of {browser}": "Encerrar a sessão de {browser}",
  "Sign out": "Sair",
  "Sign out everywhere else": "Encerrar todas as outras sessões",
  "The key “{label}”": "A chave “{label}”",
  "That key was made already, and a key is shown only once. If you did not copy it, revoke it and make another one.":
    "Essa chave já foi criada, e uma chave só é mostrada uma vez. Se não a copiou, revogue-a e crie outra.",
  "None yet.": "Ainda não há nada.",
  expired: "expirou",
  used: "usada",
  expires: "expira",
  "Revoke the key {label}": "Revogar a chave {label}",
  "Revoke…": "Revogar…",
  "Permissions: {count}": "Permissões: {count}",
  "These are the newest {count}.": "Estas são as {count} mais recentes.",
  "Make a key": "Criar uma chave",
  Label: "Rótulo",
  "For example “shop server”": "Por exemplo, “servidor da loja”",
  Expires: "Expira",
  Never: "Nunca",
  "In {days} days": "Em {days} dias",
  "Permissions of a shop plugin": "Permissões de um plugin de loja",
  "What it may do": "O que pode fazer",
  "Make the key": "Criar a chave",
  Stores: "Lojas",
  "Is paid in {coin}, at": "Recebe em {coin}, em",
  "See which": "Ver quais",
  "Name, logo and colour": "Nome, logotipo e cor",
  Statements: "Extratos",
  "New store": "Nova loja",
  "API key": "Chave de API",
  command: "comando",
  system: "sistema",
  "What people, keys and commands have changed. Nothing here can be changed or removed.":
    "O que pessoas, chaves e comandos alteraram. Nada aqui pode ser alterado nem removido.",
  "Download as CSV": "Baixar como CSV",
  all: "qualquer",
  To: "Até",
  Action: "Ação",
  Show: "Mostrar",
  "No entries": "Nenhuma entrada",
  "Nothing was changed in this range, or by this person.":
    "Nada foi alterado neste período, ou por esta pessoa.",
  "Show everything": "Mostrar tudo",
  Entries: "Entradas",
  Who: "Quem",
  Changed: "Alteração",
  "Give access": "Dar acesso",
  "{application} asks for access": "{application} pede acesso",
  "It gets a key, which is sent to <strong>{host}</strong>. The name above is what it calls itself: go by the address.":
    "Recebe uma chave, que é enviada para <strong>{host}</strong>. O nome acima é o que a própria aplicação informa: confie no endereço.",
  "It gets a key, which is shown to you here.": "Recebe uma chave, que é mostrada aqui.",
  "The key would travel over plain http: anyone on the network path can read it.":
    "A chave passaria por http sem criptografia: qualquer um no caminho da rede pode lê-la.",
  "For the store": "Para a loja",
  "It may then": "Poderá então",
  "Replace the earlier connection of {host}": "Substituir a ligação anterior de {host}",
  "Revoke the key made on {time}": "Revogar a chave criada em {time}",
  "Delete the webhook to {url}": "Eliminar o webhook para {url}",
  "Make a key below, and paste it into the plugin's settings.":
    "Crie uma chave abaixo e cole-a nas definições do plugin.",
  "It can approve refunds and payouts, up to the store's limit if there is one. What it approves is paid from the store's wallet.":
    "Ela pode aprovar reembolsos e pagamentos, até o limite da loja, se houver. O que ela aprovar é pago pela carteira da loja.",
  "The key that it got for this before is revoked.": "A chave que tinha recebido antes para isto é revogada.",
  Approve: "Aprovar",
  "Confirm that it is you": "Confirme a sua identidade",
  "This moves money or gives access. Your second factor is asked for again after ten minutes.":
    "Isto move dinheiro ou dá acesso. O segundo fator é pedido novamente após dez minutos.",
  "This moves money or gives access. Your password is asked for again after ten minutes.":
    "Isto move dinheiro ou dá acesso. A senha é pedida novamente após dez minutos.",
  "Code from your authenticator app, or a recovery code":
    "Código do seu aplicativo autenticador ou um código de recuperação",
  Confirm: "Confirmar",
  "Password of {name}": "Senha de {name}",
  Continue: "Continuar",
  "This link is used up": "Este link não vale mais",
  "It was used or withdrawn, or its time is over. Ask the person who sent it for a new one. The operator gets another from this command on the machine of the gateway:":
    "Foi usado ou retirado, ou o seu prazo terminou. Peça um novo à pessoa que o enviou. O operador obtém outro com este comando na máquina do gateway:",
  Command: "Comando",
  "Sign in": "Entrar",
  Delivery: "Entrega",
  "Delivery of {time}": "Entrega de {time}",
  "What was sent": "O que foi enviado",
  "It is not kept any more: it is older than 60 days. Read the invoice instead.":
    "Não é mais mantido: tem mais de 60 dias. Consulte a fatura.",
  "The answer": "A resposta",
  "It had no text.": "Não continha texto.",
  "Send it again": "Enviar novamente",
  delivered: "entregue",
  waits: "aguardando",
  "given up": "abandonado",
  "What was announced of <strong>{store}</strong>, the newest first. The same events come by <a>webhooks</a> and by the API.":
    "O que foi anunciado de <strong>{store}</strong>, o mais recente primeiro. Os mesmos eventos chegam por <a>webhooks</a> e pela API.",
  Type: "Tipo",
  About: "Sobre",
  "The id of an invoice or a payout": "O identificador de uma fatura ou de um desembolso",
  "All events": "Todos os eventos",
  "None like this.": "Nada corresponde.",
  "None yet. Each change of an invoice makes one.":
    "Ainda não há nenhum. Cada alteração de uma fatura cria um.",
  Deliveries: "Entregas",
  Message: "Mensagem",
  "none wanted": "nenhuma pedida",
  "JSON of event {number}": "JSON do evento {number}",
  "Older ones": "Anteriores",
  "Revoke a key": "Revogar uma chave",
  "Revoke the key “{label}”?": "Revogar a chave “{label}”?",
  "Begins with": "Começa com",
  "Last used": "Último uso",
  Made: "Criação",
  May: "Permissões",
  "Programs that have this key are refused at once. It cannot be given back; make a new one instead.":
    "Programas que têm esta chave são recusados imediatamente. Ela não pode ser restituída; crie uma nova no lugar dela.",
  "Revoke the key": "Revogar a chave",
  "Files for accountants of {store}. A range that was exported once gives the same file later.":
    "Arquivos para a contabilidade de {store}. Um período já exportado gera depois o mesmo arquivo.",
  File: "Arquivo",
  "A day. Empty: the beginning.": "Um dia. Vazio: o início.",
  Before: "Antes de",
  "Days begin at midnight in {zone}. Whole months are on Reports.":
    "Os dias começam à meia-noite em {zone}. Meses completos estão em Relatórios.",
  "Back to {host}": "Voltar a {host}",
  "{application} gets its key now, at <strong>{host}</strong>.":
    "{application} recebe agora a sua chave, em <strong>{host}</strong>.",
  "Continue to {host}": "Continuar para {host}",
  Sandbox: "Ambiente de testes",
  "<strong>Sandbox.</strong> Pretend money on private chains. Nothing here has value.":
    "<strong>Ambiente de testes.</strong> Dinheiro fictício em redes privadas. Nada aqui tem valor.",
  "Nothing waits for you.": "Nada requer a sua atenção.",
  "Payments that are too small, too large or late appear here, with what you can do about each.":
    "Aqui aparecem os pagamentos a menos, a mais ou atrasados, com o que pode ser feito em cada caso.",
  "Order {order}": "Pedido {order}",
  "Invoice {id}": "Fatura {id}",
  "of {price}, {state}": "de {price}, {state}",
  "Missing: {amount}.": "Em falta: {amount}.",
  "At stake: {amount}.": "Em jogo: {amount}.",
  "Since <span>{time}</span>": "Desde: <span>{time}</span>",
  "accepted in the inbox": "aceita na caixa de entrada",
  "Accept the payment of invoice {id}": "Aceitar o pagamento da fatura {id}",
  "Accept…": "Aceitar…",
  "Refund…": "Reembolsar…",
  "Done: take the {kind} entry of invoice {id} off the list":
    "Concluído: retirar da lista a entrada “{kind}” da fatura {id}",
  Done: "Concluído",
  "seen <span>{time}</span>": "visto <span>{time}</span>",
  Transaction: "Transação",
  "The address belonged last to <a>{id}</a>.": "O endereço pertenceu por último a <a>{id}</a>.",
  Assign: "Atribuir",
  "waits for an approval": "aguarda aprovação",
  "to be paid": "por pagar",
  "The recipient has claimed it.": "O destinatário já o resgatou.",
  "See the payout of {amount}": "Ver o desembolso de {amount}",
  "See the payout": "Ver o desembolso",
  "Refunds that are not covered": "Reembolsos sem cobertura",
  "They refund more than what the shop has of their invoice by now. Cancel one of them, or wait until more has arrived.":
    "Reembolsam mais do que a loja tem, por enquanto, da fatura deles. Cancele um deles ou aguarde até que chegue mais.",
  "Cancel the refund of {amount}": "Cancelar o reembolso de {amount}",
  "Look and enable": "Ver e ativar",
  "See and send again": "Ver e enviar novamente",
  "Invoice of any amount in {currency}": "Fatura de qualquer valor em {currency}",
  "Invoice of {price}": "Fatura de {price}",
  "order {order}": "pedido {order}",
  "The refund of {amount} was made.": "O reembolso de {amount} foi criado.",
  "Send this link to the customer. With it they say where the money goes; then you pay it from Payouts.":
    "Envie este link ao cliente. Com ele, o cliente informa para onde vai o dinheiro; depois você paga em Desembolsos.",
  "Link for the customer": "Link para o cliente",
  "Waits for you.": "Requer a sua atenção.",
  "Done: {what}": "Concluído: {what}",
  "This invoice cannot be paid: it is too small.": "Esta fatura não pode ser paga: é pequena demais.",
  "Ask for more at once, or be paid in another way and mark the invoice settled.":
    "Peça mais de uma só vez, ou receba de outra forma e marque a fatura como liquidada.",
  "An e-mail did not arrive.": "Um e-mail não chegou.",
  "<a>See why, and send it again</a>.": "<a>Veja por quê e envie novamente</a>.",
  Amounts: "Valores",
  "Still to be paid": "Falta pagar",
  "Asked for last": "Último valor pedido",
  "You are paid in": "A loja recebe em",
  "Price held until": "Preço garantido até",
  For: "Descrição",
  "Refunds go to": "Os reembolsos vão para",
  "given on the payer's page": "informado na página do cliente",
  since: "desde",
  Exceptions: "Exceções",
  "What you can do": "O que pode ser feito",
  "QR code of the payer's page": "Código QR da página do pagador",
  "What happened": "O que aconteceu",
  "Counts for {amount}.": "Conta por {amount}.",
  "Another {what} than was asked for.": "Diferente do que foi pedido: {what}.",
  "claimed by the service": "informado pelo serviço",
  "Sent back: {amount}.": "Devolvido: {amount}.",
  "did not arrive": "não chegou",
  "Not sent again.": "Não é enviado novamente.",
  "Send again: {what}": "Enviar novamente: {what}",
  "Send again": "Enviar novamente",
  "Technical details": "Detalhes técnicos",
  Number: "Número",
  "You are paid at": "A loja recebe no endereço",
  "Outpoint of {what}": "Saída de {what}",
  Evidence: "Evidência",
  "Request of the intent service": "Pedido ao serviço de conversão",
  Quote: "Cotação",
  "Proof for a dispute": "Prova para uma disputa",
  "Events and deliveries": "Eventos e entregas",
  "No webhook wanted it.": "Nenhum webhook o pedia.",
  Actions: "Ações",
  Link: "Link",
  "Copy link": "Copiar link",
  "The payer's page": "Página do cliente",
  "Accept as paid": "Aceitar como paga",
  "Mark as invalid": "Marcar como inválida",
  "The shop ships the order. Later payments no longer change the state.":
    "A loja envia o pedido. Pagamentos posteriores não mudam mais o estado.",
  "The shop does not ship the order. Money that comes later waits for you in the inbox.":
    "A loja não envia o pedido. O dinheiro que chegar depois aguarda na caixa de entrada.",
  Reason: "Motivo",
  "kept with the decision": "guardado com a decisão",
  "Mark settled…": "Marcar como liquidada…",
  "Mark invalid…": "Marcar como inválida…",
  Refund: "Reembolso",
  "Makes a link on which the customer says where the refund goes. You pay it from Payouts.":
    "Cria um link em que o cliente informa para onde vai o reembolso. O pagamento é feito em Desembolsos.",
  "How much": "Quanto",
  "All that was paid, in the coin of the payment": "Tudo o que foi pago, na moeda do pagamento",
  "The rest: {amount}": "O restante: {amount}",
  "All that was paid: {amount}": "Tudo o que foi pago: {amount}",
  "What was too much: {amount}": "O que foi pago a mais: {amount}",
  "An amount in {currency}": "Um valor em {currency}",
  "Amount in {currency}": "Valor em {currency}",
  "for the last choice": "para a última opção",
  "kept in the audit log": "guardado no registro de auditoria",
  "Send link by e-mail": "Enviar link por e-mail",
  Address: "Endereço",
  "empty: the former recipient": "vazio: o destinatário anterior",
  Send: "Enviar",
  "Edit order details": "Editar os dados do pedido",
  "Order number": "Número do pedido",
  Description: "Descrição",
  "Customer's e-mail": "E-mail do cliente",
  Save: "Salvar",
  "Edit metadata": "Editar os metadados",
  "JSON of the invoice": "JSON da fatura",
  "Show in lists again": "Mostrar novamente nas listas",
  "Your role may look at this invoice only.": "A sua função só permite ver esta fatura.",
  Refunds: "Reembolsos",
  closed: "encerrado",
  claimed: "solicitado",
  open: "em aberto",
  paid: "pago",
  State: "Estado",
  "Paid in": "Pago em",
  Customer: "Cliente",
  "Export as CSV": "Exportar como CSV",
  "Export what is listed": "Exportar o que está listado",
  "New invoice": "Nova fatura",
  "{count} invoices were archived.": {
    one: "{count} fatura foi arquivada.",
    other: "{count} faturas foram arquivadas.",
  },
  "{count} invoices are in the lists again.": {
    one: "{count} fatura está novamente nas listas.",
    other: "{count} faturas estão novamente nas listas.",
  },
  "{count} links are on their way.": {
    one: "{count} link está a caminho.",
    other: "{count} links estão a caminho.",
  },
  Search: "Buscar",
  "More filters": "Mais filtros",
  States: "Estados",
  "Only those that": "Somente as que",
  "wait for you": "requerem a sua atenção",
  "are archived": "estão arquivadas",
  "any coin": "qualquer moeda",
  Apply: "Aplicar",
  Filters: "Filtros",
  "remove this filter": "remover este filtro",
  "Too many invoices have a word that begins so. Search for more of the word, or without the other filters.":
    "Faturas demais têm uma palavra que começa assim. Busque com mais letras da palavra ou sem os outros filtros.",
  "No older ones.": "Não há anteriores.",
  "Make the first one": "Criar a primeira",
  "Choose every invoice of this page": "Selecionar todas as faturas desta página",
  Order: "Pedido",
  "show the newest first": "mostrar primeiro as mais recentes",
  "show the oldest first": "mostrar primeiro as mais antigas",
  "show the highest price first": "mostrar primeiro o preço mais alto",
  "show the lowest price first": "mostrar primeiro o preço mais baixo",
  "No more.": "Não há mais.",
  "Next page": "Página seguinte",
  "Order of the list": "Ordem da lista",
  "With those that are chosen:": "Com as selecionadas:",
  "1 chosen": "1 selecionada",
  "{count} chosen": "{count} selecionadas",
  "Newer ones": "Mais recentes",
  Columns: "Colunas",
  "Columns of the list": "Colunas da lista",
  "The list has changed.": "A lista mudou.",
  "Refund {amount}?": "Reembolsar {amount}?",
  "Mark the invoice of {price} settled?": "Marcar a fatura de {price} como liquidada?",
  "Mark the invoice of {price} invalid?": "Marcar a fatura de {price} como inválida?",
  "none given": "não informado",
  "The customer gets a link to claim it. The money leaves you once you pay the claim from Payouts.":
    "O cliente recebe um link para solicitá-lo. O dinheiro só sai da loja quando a solicitação é paga em Desembolsos.",
  "Make the refund": "Criar o reembolso",
  "Mark settled": "Marcar como liquidada",
  "Mark invalid": "Marcar como inválida",
  "Choose {name}": "Selecionar {name}",
  "Without an order": "Sem pedido",
  "Any amount in {currency}": "Qualquer valor em {currency}",
  "{count} invoices were left as they are": {
    one: "{count} fatura ficou como está",
    other: "{count} faturas ficaram como estão",
  },
  "{count} others were done.": {
    one: "{count} outra foi processada.",
    other: "{count} outras foram processadas.",
  },
  "Back to the list": "Voltar à lista",
  "Archive {count} invoices?": { one: "Arquivar {count} fatura?", other: "Arquivar {count} faturas?" },
  "Show {count} invoices in the lists again?": {
    one: "Mostrar {count} fatura novamente nas listas?",
    other: "Mostrar {count} faturas novamente nas listas?",
  },
  "Send the links of {count} invoices?": {
    one: "Enviar o link de {count} fatura?",
    other: "Enviar os links de {count} faturas?",
  },
  "They leave the lists. They can still be read and paid, and you can show them again.":
    "Elas saem das listas. Ainda podem ser lidas e pagas, e é possível mostrá-las novamente.",
  "They are listed and counted as before.": "Elas são listadas e contadas como antes.",
  "Each goes to the customer's address that the invoice has. An invoice without one, or that takes no payment any more, is left out.":
    "Cada um vai para o endereço do cliente que consta na fatura. Uma fatura sem endereço, ou que não aceita mais pagamentos, fica de fora.",
  "Copy it now. It is shown only this once, and it cannot be looked up later.":
    "Copie-a agora. Ela só é mostrada esta vez e não pode ser consultada depois.",
  Key: "Chave",
  "Copy key": "Copiar chave",
  "For a customer of <strong>{store}</strong>. You get a page with a QR code, whose link you send.":
    "Para um cliente de <strong>{store}</strong>. O resultado é uma página com um código QR, cujo link pode ser enviado.",
  Amount: "Valor",
  "empty: any amount": "vazio: qualquer valor",
  Currency: "Moeda",
  optional: "opcional",
  "optional; the customer sees it": "opcional; o cliente vê",
  "optional; the link is sent there": "opcional; o link é enviado para lá",
  "Price held for, in minutes": "Preço garantido por, em minutos",
  "empty: as the store has it": "vazio: conforme a loja",
  "Make the invoice": "Criar a fatura",
  "A new key": "Uma nova chave",
  "The key for {application}": "A chave para {application}",
  "Stores and keys": "Lojas e chaves",
  Notifications: "Notificações",
  "Mark all as seen": "Marcar tudo como visto",
  "Nothing has happened that you were to be told of.": "Não aconteceu nada que precisasse de aviso.",
  "Mark as seen: {what}": "Marcar como visto: {what}",
  Seen: "Visto",
  "What you are told of": "Quais avisos são enviados",
  "You are told of what your roles let you do something about.":
    "Os avisos tratam daquilo em que as suas funções permitem agir.",
  "E-mail takes a mail server and an address in your account.":
    "O e-mail requer um servidor de e-mail e um endereço na sua conta.",
  Event: "Evento",
  Page: "Página",
  "{event}: on this page": "{event}: nesta página",
  "{event}: by e-mail": "{event}: por e-mail",
  "Notifications are on in {most} browsers already, which is the most. Remove one first.":
    "As notificações já estão ativas em {most} navegadores, o máximo. Remova um primeiro.",
  "This browser's push service cannot be used: it needs a public https address and a valid key. Nothing was changed.":
    "O serviço push deste navegador não pode ser usado: precisa de um endereço https público e de uma chave válida. Nada foi alterado.",
  "That browser has ended its notifications, and was removed. Switch them on there again.":
    "Esse navegador terminou as suas notificações e foi removido. Ative-as lá novamente.",
  "The push service did not take the test. {reason}": "O serviço push não aceitou o teste. {reason}",
  "Notifications work in this browser": "As notificações chegam a este navegador",
  "Sent: it shows in that browser in a moment.": "Enviado: esse navegador mostra-o dentro de momentos.",
  Browsers: "Navegadores",
  "{event}: in browsers": "{event}: em navegadores",
  "Notifications in your browsers": "Notificações nos seus navegadores",
  "Browsers that you switch on show the events ticked under “Browsers” above, also on a locked screen, until you sign out there. They show the event and the name of the store: no amounts, no names of people, no addresses.":
    "Os navegadores que ativar mostram os eventos assinalados acima em “Navegadores”, também num ecrã bloqueado, até terminar lá a sessão. Mostram o evento e o nome da loja: nem valores, nem nomes de pessoas, nem endereços.",
  Problem: "Problema",
  "Send a test to {browser}": "Enviar um teste para {browser}",
  "Remove {browser}": "Remover {browser}",
  "Switch on in this browser": "Ativar neste navegador",
  "This browser cannot show notifications here. It needs web push and a page over https or on localhost; a private window has no web push. On an iPhone or iPad, add this page to the home screen and open it from there.":
    "Este navegador não pode mostrar notificações aqui. Precisa de web push e de uma página por https ou em localhost; uma janela privada não tem web push. Num iPhone ou iPad, adicione esta página ao ecrã principal e abra-a a partir daí.",
  "This browser does not allow this site to show notifications. Allow it in the site's settings, then load the page again.":
    "Este navegador não permite que este site mostre notificações. Permita-o nas definições do site e volte a carregar a página.",
  "The browser made no subscription. It may not reach its maker's push service. Try again.":
    "O navegador não criou nenhuma subscrição. Talvez não alcance o serviço push do seu fabricante. Tente novamente.",
  "Switching it on needs JavaScript.": "Para ativar é preciso JavaScript.",
  "There is no store yet.": "Ainda não há nenhuma loja.",
  "It says what you are paid in, and to which address.": "Ela define em que moeda e em que endereço recebe.",
  "Make a store": "Criar uma loja",
  "An administrator of the server makes one, and invites you to it.":
    "Um administrador do servidor cria uma e envia um convite.",
  "Open the inbox": "Abrir a caixa de entrada",
  "Last invoices": "Últimas faturas",
  "By coin, 30 days": "Por moeda, 30 dias",
  "by coin": "por moeda",
  "{count} payments": { one: "{count} pagamento", other: "{count} pagamentos" },
  Health: "Funcionamento",
  Part: "Componente",
  Received: "Recebido",
  "conversion cost {amount}": "custo de conversão {amount}",
  "{count} without a rate are not in the sum": {
    one: "{count} sem cotação não está na soma",
    other: "{count} sem cotação não estão na soma",
  },
  "Received by day, in {currency}": "Recebido por dia, em {currency}",
  "Nothing was received in these days.": "Nada foi recebido nestes dias.",
  "As a table": "Como tabela",
  "Day ({zone})": "Dia ({zone})",
  "The passkey was not used. Try again, or take another way.":
    "A chave de acesso não foi usada. Tente novamente ou escolha outra forma.",
  "Amounts and destination": "Valores e destino",
  "The buyer gets": "O comprador recebe",
  about: "cerca de",
  "There is no exchange rate at the moment.": "Não há cotação no momento.",
  "The shop pays": "A loja paga",
  "{coin} on {network}, at the rate of this moment": "{coin} em {network}, à cotação deste momento",
  "It was paid outside the service.": "Foi pago fora do serviço.",
  "{coin}, to the address": "{coin}, para o endereço",
  "Copy address": "Copiar endereço",
  "This payout is above the store’s limit. Two people must approve it.":
    "Este desembolso está acima do limite da loja. Duas pessoas devem aprová-lo.",
  "{name} approved it on {time}.": "{name} aprovou em {time}.",
  "It waits for a second person.": "Aguarda uma segunda pessoa.",
  "Tried before": "Tentativas anteriores",
  "Requests of the intent service by which this payout was to be paid, the oldest first. The service is asked after each before the payout can be paid through it again.":
    "Pedidos ao serviço de conversão pelos quais este desembolso deveria ser pago, o mais antigo primeiro. O serviço é consultado sobre cada um antes que o desembolso possa ser pago por ele novamente.",
  "All payouts": "Todos os desembolsos",
  "Transaction id, or a link with it": "Identificador da transação, ou um link que o contenha",
  "It has truly paid both payouts, this one and the other":
    "Pagou de fato os dois desembolsos, este e o outro",
  "Record the payment": "Registrar o pagamento",
  "I have no transaction id": "Não tenho identificador de transação",
  "Then your word counts, and nothing is looked up on the chain.":
    "Então vale a sua palavra, e nada é procurado na blockchain.",
  "It was paid, by my word": "Foi pago, dou a minha palavra",
  "Cancel the payout": "Cancelar o desembolso",
  "Cancel the payout of {amount}?": "Cancelar o desembolso de {amount}?",
  "The money is then in the inbox again, as unattributed funds.":
    "O dinheiro volta então à caixa de entrada, como fundos não atribuídos.",
  "Nothing is sent then, and the payout is over.": "Nada é então enviado, e o desembolso fica encerrado.",
  "Refund of unattributed funds": "Reembolso de fundos não atribuídos",
  "What the buyer has claimed can then be claimed again.":
    "O que o comprador solicitou pode então ser solicitado novamente.",
  "Keep it": "Manter",
  "With a browser wallet": "Com uma carteira do navegador",
  "Your wallet sends {coin} on {network} to the intent service, which converts it and pays the buyer. Every transaction is checked here first, and your wallet asks you before it sends one. This gateway never sees your key.":
    "A sua carteira envia {coin} em {network} ao serviço de conversão, que o converte e paga ao comprador. Cada transação é verificada antes aqui, e a sua carteira pede confirmação antes de enviar uma. Este gateway nunca vê a sua chave.",
  "By hand": "Manualmente",
  "Send <strong>{amount}</strong> to the address above from any wallet.":
    "Envie <strong>{amount}</strong> para o endereço acima a partir de qualquer carteira.",
  "Send the amount to the address above from any wallet.":
    "Envie o valor para o endereço acima a partir de qualquer carteira.",
  "It is the coin in which the shop is paid, so nothing has to be converted.":
    "É a moeda em que a loja recebe, portanto nada precisa ser convertido.",
  "Then record the transaction here: it is looked up on the chain.":
    "Depois registre aqui a transação: ela é procurada na blockchain.",
  "By command": "Por comando",
  "Beside the server, with a key in a file of your own:":
    "Junto ao servidor, com uma chave em um arquivo próprio:",
  "Not at all": "De nenhuma forma",
  "How far it is": "Andamento",
  "Sent by the wallet": "Enviado pela carteira",
  "The wallet was asked for transaction {number}, and this page did not hear what became of it. Look into the history of the account <span>{account}</span> first. If it is there, enter its id. If the wallet has sent nothing, take the payment back below.":
    "A transação {number} foi pedida à carteira, e esta página não soube o que aconteceu com ela. Consulte primeiro o histórico da conta <span>{account}</span>. Se estiver lá, informe o identificador dela. Se a carteira não enviou nada, retire o pagamento abaixo.",
  "Its transaction id": "O identificador da transação",
  "It was sent": "Foi enviada",
  "The wallet has not sent everything yet. Go on with the account <span>{account}</span>.":
    "A carteira ainda não enviou tudo. Continue com a conta <span>{account}</span>.",
  "If it does not arrive": "Se não chegar",
  "It was paid: record its transaction": "Foi pago: registrar a transação",
  "The transaction that paid the buyer, on {network}. It is looked up on the chain.":
    "A transação que pagou ao comprador, em {network}. Ela é procurada na blockchain.",
  "It was not sent, or it came back: pay it again": "Não foi enviado, ou voltou: pagar novamente",
  "Look into your wallet first: a second payment while the first is under way pays twice.":
    "Consulte antes a sua carteira: um segundo pagamento enquanto o primeiro está a caminho paga duas vezes.",
  "The intent service is asked as well; it must say that it has seen no money, has failed, or has sent the money back.":
    "O serviço de conversão também é consultado; ele deve informar que não viu dinheiro, que falhou ou que devolveu o dinheiro.",
  "I have seen in the wallet that it has sent nothing for this payout.":
    "Vi na carteira que ela não enviou nada para este desembolso.",
  "I have seen in the wallet that none of the transactions above can go through any more.":
    "Vi na carteira que nenhuma das transações acima pode mais ser concluída.",
  "Take the payment back": "Retirar o pagamento",
  "Go on with the wallet": "Continuar com a carteira",
  "Pay with a browser wallet": "Pagar com uma carteira do navegador",
  "What the wallet does": "O que a carteira faz",
  "A browser wallet needs JavaScript, which is switched off here. Pay by command or by hand, as it says below.":
    "Uma carteira do navegador precisa de JavaScript, que está desativado aqui. Pague por comando ou manualmente, como indicado abaixo.",
  "Two people for large payouts": "Duas pessoas para desembolsos grandes",
  "Payouts of {store} above a limit are approved by two different people. To raise or lift the limit takes two people as well.":
    "Desembolsos de {store} acima de um limite são aprovados por duas pessoas diferentes. Aumentar ou retirar o limite também exige duas pessoas.",
  "Asked for by": "Pedido por",
  "No change waits for a confirmation.": "Nenhuma mudança espera confirmação.",
  "You asked for it. Another person who may approve payouts must confirm it here within a week.":
    "O pedido é seu. Outra pessoa que possa aprovar desembolsos precisa confirmar aqui em até uma semana.",
  "Confirm the new limit": "Confirmar o novo limite",
  "Finished payouts": "Desembolsos encerrados",
  "Open payouts": "Desembolsos em aberto",
  "Refunds that buyers have claimed, and payouts of your own. You send the money; the gateway holds none.":
    "Reembolsos que os compradores solicitaram e desembolsos próprios. Quem envia o dinheiro é a loja; o gateway não guarda nenhum.",
  Open: "Em aberto",
  Finished: "Encerrados",
  "No older ones": "Não há anteriores",
  "The newest ones": "Os mais recentes",
  "None yet": "Ainda não há nada",
  "A payout that was paid or cancelled appears here.": "Um desembolso pago ou cancelado aparece aqui.",
  "Nothing waits for you": "Nada requer a sua atenção",
  "Refunds that buyers claim appear here. A refund begins on the page of its invoice.":
    "Os reembolsos que os compradores solicitam aparecem aqui. Um reembolso começa na página da fatura.",
  "Details of the payout of {amount}": "Detalhes do desembolso de {amount}",
  "Approve {amount}": "Aprovar {amount}",
  "Cancel {amount}": "Cancelar {amount}",
  Owner: "Proprietário",
  Manager: "Gerente",
  Cashier: "Operador de caixa",
  Accountant: "Contador",
  Viewer: "Somente leitura",
  "Who may work in {store}, and what each may do.":
    "Quem pode trabalhar em {store} e o que cada pessoa pode fazer.",
  "The invitation for {email}": "O convite para {email}",
  "An e-mail with this link is on its way to {email}. It works once, for a week, and is shown here only now.":
    "Um e-mail com este link está a caminho de {email}. Ele funciona uma vez, durante uma semana, e só é mostrado aqui agora.",
  "Send this link to {email}. It works once, for a week, and is shown only now.":
    "Envie este link para {email}. Ele funciona uma vez, durante uma semana, e só é mostrado agora.",
  Members: "Membros",
  "No members yet. The server’s administrators can open every store.":
    "Ainda não há membros. Os administradores do servidor podem abrir todas as lojas.",
  Role: "Função",
  you: "o seu usuário",
  disabled: "desativado",
  off: "sem uso",
  "Role of {name}": "Função de {name}",
  "Save the role of {name}": "Salvar a função de {name}",
  "Remove {name}": "Remover {name}",
  "Remove {name} from {store}?": "Remover {name} de {store}?",
  "They are signed out of this store at once, and their API keys for it stop working. What they have done stays in the audit log.":
    "A sessão da pessoa nesta loja é encerrada imediatamente, e as chaves de API dela para a loja deixam de funcionar. O que ela fez permanece no registro de auditoria.",
  "Remove the person": "Remover a pessoa",
  "Invite a person": "Convidar uma pessoa",
  "Make an invitation": "Criar um convite",
  "Open invitations": "Convites em aberto",
  "until {time}": "até {time}",
  "Withdraw the invitation of {email}": "Retirar o convite de {email}",
  Withdraw: "Retirar",
  "A payout above this amount is sent only after two different people have approved it here. An API key counts as no person. Leave it empty to let one person approve. To raise or lift it takes two people as well.":
    "Um desembolso acima deste valor só é enviado depois que duas pessoas diferentes o aprovarem aqui. Uma chave de API não conta como pessoa. Deixe vazio para que uma pessoa aprove. Aumentar ou retirar o limite também exige duas pessoas.",
  "{name} asked for another limit: {limit}. It takes effect when a second person confirms it.":
    "{name} pediu outro limite: {limit}. Vale quando uma segunda pessoa confirmar.",
  Roles: "Funções",
  "two factors": "dois fatores",
  "Make a role of your own": "Criar uma função própria",
  "People with this role must set up a second factor":
    "Pessoas com esta função devem configurar um segundo fator",
  "Save the role": "Salvar a função",
  "Proof of invoice {id}": "Prova da fatura {id}",
  "any amount": "qualquer valor",
  "Proof of an invoice of any amount": "Prova de uma fatura de qualquer valor",
  "Proof of an invoice of {price}": "Prova de uma fatura de {price}",
  "made {time}": "criada em {time}",
  "Download the pack": "Baixar o pacote",
  "What was agreed": "O que foi acordado",
  "{amount}, to <span>{address}</span> on {network}": "{amount}, para <span>{address}</span> em {network}",
  Held: "Preço garantido",
  "{from} until {until}": "{from} até {until}",
  Now: "Agora",
  "paid {amount}": "pago: {amount}",
  "Asked for <strong>{amount}</strong> to <span>{address}</span>":
    "Pedido: <strong>{amount}</strong> para <span>{address}</span>",
  "Signed:": "Assinatura:",
  "What the chains show": "O que as blockchains mostram",
  "No payment is known.": "Nenhum pagamento é conhecido.",
  to: "para",
  "What happened when": "O que aconteceu e quando",
  Signature: "Assinatura",
  "This page is an extract of the pack with this digest: <span>{file}</span>. The pack holds the raw transactions, headers and answers, and a program of 150 lines checks it without asking a service.":
    "Esta página é um extrato do pacote com este resumo criptográfico: <span>{file}</span>. O pacote contém as transações, os cabeçalhos e as respostas em estado bruto, e um programa de 150 linhas o verifica sem consultar nenhum serviço.",
  "It is <span>docs/reference/verify_proof.py</span> in the folder where Crosstill is installed, and needs Python 3.9 or newer. What it shows is said in docs/reference/proof-format.md beside it:":
    "É o <span>docs/reference/verify_proof.py</span>, na pasta em que o Crosstill está instalado, e precisa de Python 3.9 ou mais recente. O que ele mostra é explicado em docs/reference/proof-format.md, ao lado dele:",
  "Compare the key with the one that the shop has published: a forged pack has a forged key as well.":
    "Compare a chave com a que a loja publicou: um pacote falsificado tem também uma chave falsificada.",
  Digest: "Resumo criptográfico",
  "Fingerprint {fingerprint}": "Impressão digital {fingerprint}",
  "This does not work": "Isto não funciona",
  "Nothing was approved": "Nada foi aprovado",
  "An application has sent you here for an API key.":
    "Uma aplicação abriu esta página para obter uma chave de API.",
  "One more step": "Mais um passo",
  "Enter the code that your authenticator app shows, or one of your recovery codes.":
    "Digite o código que o seu aplicativo autenticador mostra ou um dos seus códigos de recuperação.",
  Code: "Código",
  "Use a passkey instead": "Usar uma chave de acesso",
  "Start again": "Começar novamente",
  "New item": "Novo artigo",
  "Edit the item": "Editar o artigo",
  "Price in {currency}": "Preço em {currency}",
  "(optional; the customer sees it)": "(opcional; o cliente vê)",
  Picture: "Imagem",
  "(optional)": "(opcional)",
  "A PNG, JPEG or WebP of at most {size} KiB and {side} pixels a side. What a camera noted, such as the place, is taken out.":
    "Um PNG, JPEG ou WebP de no máximo {size} KiB e {side} pixels de lado. O que a câmera anotou, como o local, é removido.",
  "Take the picture away": "Remover a imagem",
  "In stock": "Em estoque",
  "The counter no longer sells it. Invoices that have it stay.":
    "O caixa não o vende mais. As faturas que o contêm permanecem.",
  "Remove the item": "Remover o artigo",
  Title: "Título",
  "Amount and currency are fixed, because an invoice was made.":
    "O valor e a moeda são fixos porque já foi criada uma fatura.",
  "Customers may pay in parts, and say how much": "Os clientes podem pagar em partes e informar quanto",
  "(empty: always)": "(vazio: sempre)",
  "Customer’s e-mail": "E-mail do cliente",
  "New payment link": "Novo link de pagamento",
  "A page of <strong>{store}</strong> that asks for an amount. Send its link, or print its QR code. The price in a coin is worked out when the customer pays.":
    "Uma página de <strong>{store}</strong> que pede um valor. Envie o link ou imprima o código QR. O preço em uma moeda é calculado quando o cliente paga.",
  "Make the payment link": "Criar o link de pagamento",
  "Buttons for payments and donations to <strong>{store}</strong> that work on any site, without scripts.":
    "Botões para pagamentos e doações a <strong>{store}</strong> que funcionam em qualquer site, sem scripts.",
  "Who may make invoices": "Quem pode criar faturas",
  "Anyone may make invoices of this store, within these bounds":
    "Qualquer pessoa pode criar faturas desta loja, dentro destes limites",
  "Least amount": "Valor mínimo",
  Most: "Valor máximo",
  "A visitor can change what a button says. Compare the amount of the invoice before you deliver. Order numbers of buttons begin with “button/”, so that they are never those of a shop.":
    "Um visitante pode alterar o que um botão diz. Compare o valor da fatura antes de entregar. Os números de pedido dos botões começam com “button/”, para nunca coincidirem com os de uma loja.",
  "Make a button": "Criar um botão",
  "Amounts in {currency}": "Valores em {currency}",
  "(one: fixed; several: to choose from; none: the customer types it)":
    "(um: fixo; vários: para escolher; nenhum: o cliente digita)",
  "Text of the button": "Texto do botão",
  "Pay with crypto": "Pagar com criptomoedas",
  "Where to go after paying": "Para onde ir depois de pagar",
  "Make the button": "Criar o botão",
  "Your button": "O seu botão",
  "Copy this HTML into your page.": "Copie este HTML para a sua página.",
  "Copy the HTML": "Copiar o HTML",
  "Or use this link, or its QR code.": "Ou use este link ou o código QR dele.",
  "on its way": "a caminho",
  "Open the payer’s page": "Abrir a página do cliente",
  "QR code to print": "Código QR para imprimir",
  "Can be paid until": "Pode ser pago até",
  "None yet. Each payment makes an invoice.": "Ainda não há nenhuma. Cada pagamento cria uma fatura.",
  Edit: "Editar",
  "Send the link to": "Enviar o link para",
  "Send by e-mail": "Enviar por e-mail",
  "It leaves the list, and can no longer be paid. This cannot be undone.":
    "Sai da lista e não pode mais ser pago. Isto não pode ser desfeito.",
  "Archive the link": "Arquivar o link",
  "Which links": "Quais links",
  "In use": "Em uso",
  "With archived ones": "Com os arquivados",
  "None yet. A payment link asks for an amount, in as many payments as it takes.":
    "Ainda não há nenhum. Um link de pagamento pede um valor, em quantos pagamentos forem necessários.",
  Items: "Artigos",
  "Add an item": "Adicionar um artigo",
  "None yet. Without items the counter has its keypad only.":
    "Ainda não há nenhum. Sem artigos, o caixa tem só o teclado.",
  Item: "Artigo",
  Stock: "Estoque",
  "in stock": "disponível",
  "out of stock": "esgotado",
  "Keypad: amounts may be typed": "Teclado: valores podem ser digitados",
  "Discounts: a percentage may be taken off": "Descontos: uma porcentagem pode ser descontada",
  "Tips, in percent": "Gorjetas, em porcentagem",
  "(up to five; empty: no tip is asked for)": "(até cinco; vazio: nenhuma gorjeta é pedida)",
  "Text on the receipt": "Texto do recibo",
  "Anyone with the link may charge, without signing in": "Qualquer pessoa com o link pode cobrar, sem entrar",
  Counter: "Caixa",
  "Open the counter": "Abrir o caixa",
  "The counter cannot be used any more. Its invoices stay. This cannot be undone.":
    "O caixa não pode mais ser usado. As faturas dele permanecem. Isto não pode ser desfeito.",
  "Archive the point of sale": "Arquivar o ponto de venda",
  "A counter of <strong>{store}</strong> for a tablet or a phone: pick what is sold, charge it, and see when it is paid.":
    "Um caixa de <strong>{store}</strong> para um tablet ou um telefone: escolha o que é vendido, cobre e veja quando é pago.",
  "Who may charge": "Quem pode cobrar",
  "anyone with the link": "qualquer pessoa com o link",
  "cashiers who are signed in": "operadores de caixa com a sessão iniciada",
  "Open the counter {title}": "Abrir o caixa {title}",
  "New point of sale": "Novo ponto de venda",
  "Make the point of sale": "Criar o ponto de venda",
  Back: "Voltar",
  Print: "Imprimir",
  "Scan to pay": "Leia para pagar",
  "Started at {time}. This page shows the result when it is there.":
    "Iniciado às {time}. Esta página mostra o resultado quando estiver disponível.",
  well: "tudo certo",
  problem: "problema",
  "Asked at {time}.": "Consultado em {time}.",
  Version: "Versão",
  "Data folder": "Pasta de dados",
  "with a key": "com chave",
  "without a key": "sem chave",
  "These come from the environment of the server; see the configuration in the documentation.":
    "Estes valores vêm do ambiente do servidor; consulte a configuração na documentação.",
  "Mail goes out by {server}.": "Os e-mails saem por {server}.",
  "No mail server is set up: set SMTP_URL and MAIL_FROM, and start the server again.":
    "Nenhum servidor de e-mail está configurado: defina SMTP_URL e MAIL_FROM e reinicie o servidor.",
  "Send a test to": "Enviar um teste para",
  "Send a test mail": "Enviar um e-mail de teste",
  Rates: "Cotações",
  "Ask each source": "Consultar cada fonte",
  "Last backup: {time}": "Último backup: {time}",
  "There was no backup yet.": "Ainda não foi feito nenhum backup.",
  "The file has everything of the database, with digests of keys and sealed secrets: keep it safe. The journal and the two key files in the data folder are not in it: copy them as well.":
    "O arquivo contém tudo do banco de dados, com resumos das chaves e segredos selados: guarde-o em segurança. O diário e os dois arquivos de chaves da pasta de dados não estão nele: copie-os também.",
  "Make a backup and download it": "Fazer um backup e baixá-lo",
  Restore: "Restaurar",
  "Stop the server, then restore by command into an empty database:":
    "Pare o servidor e restaure por comando em um banco de dados vazio:",
  Audit: "Auditoria",
  "Checks every invariant of the books.": "Verifica todas as invariantes dos livros.",
  "Start an audit": "Iniciar uma auditoria",
  Reconciliation: "Conciliação",
  "Compares the books of the last seven days with the service and the chains.":
    "Compara os livros dos últimos sete dias com o serviço e as blockchains.",
  "Start a reconciliation": "Iniciar uma conciliação",
  "Recurring jobs": "Tarefas periódicas",
  "{count} jobs": { one: "{count} tarefa", other: "{count} tarefas" },
  "Table of jobs": "Tabela de tarefas",
  Job: "Tarefa",
  "Last run": "Última execução",
  "Runs in": "Executa em",
  "this process": "este processo",
  "no process": "nenhum processo",
  Failures: "Falhas",
  "Last error": "Último erro",
  "not yet": "ainda não",
  "within the last minute": "no último minuto",
  "{count} min ago": "há {count} min",
  "This store is archived": "Esta loja está arquivada",
  "This store is selling": "Esta loja está vendendo",
  "It has taken no new invoices since {time}. Money that still reaches its addresses is settled and booked.":
    "Não aceita novas faturas desde {time}. O dinheiro que ainda chega aos endereços dela é liquidado e contabilizado.",
  "Sell again": "Voltar a vender",
  "An archived store takes no new invoices. Nothing is deleted, and you can sell again at any time.":
    "Uma loja arquivada não aceita novas faturas. Nada é excluído, e é possível voltar a vender a qualquer momento.",
  "Archive the store": "Arquivar a loja",
  "Copy: {name}": "Copiar: {name}",
  "First steps": "Primeiros passos",
  "{count} left": { one: "falta {count}", other: "faltam {count}" },
  done: "concluído",
  "Do not show this list again": "Não mostrar mais esta lista",
  "The intent service does not answer, so the coins are not known. Try again in a minute, and look at the server settings.":
    "O serviço de conversão não responde, por isso as moedas não são conhecidas. Tente novamente em um minuto e verifique as configurações do servidor.",
  "No store was made. See the fields that are marked below.":
    "Nenhuma loja foi criada. Verifique os campos marcados abaixo.",
  "Is this your own address?": "Este é o seu próprio endereço?",
  "There is a contract at this address on {chain}. Money that is sent to a contract other than your own smart wallet is lost.":
    "Há um contrato neste endereço em {chain}. O dinheiro enviado a um contrato que não seja a sua própria carteira inteligente se perde.",
  "It could not be checked whether there is a contract at this address on {chain}. Make sure that it is the address of your own wallet, on this chain.":
    "Não foi possível verificar se há um contrato neste endereço em {chain}. Certifique-se de que é o endereço da sua própria carteira, nesta rede.",
  "I hold the keys of this address, and want to be paid there.":
    "Tenho as chaves deste endereço e quero receber nele.",
  "Make the store": "Criar a loja",
  "Saved. It holds from now on.": "Salvo. Vale a partir de agora.",
  "Nothing was saved. See the fields that are marked below.":
    "Nada foi salvo. Verifique os campos marcados abaixo.",
  "The intent service does not answer, so coins and refund addresses are not shown. Try again in a minute.":
    "O serviço de conversão não responde, por isso moedas e endereços de reembolso não são mostrados. Tente novamente em um minuto.",
  "You receive {coin}.": "A loja recebe {coin}.",
  "Your role in this store may see these settings, not change them.":
    "A sua função nesta loja permite ver estas configurações, não alterá-las.",
  "Connect a shop": "Conectar uma loja online",
  "Connect {shop}": "Conectar {shop}",
  Steps: "Passos",
  Keys: "Chaves",
  "To copy": "Para copiar",
  "All shops": "Todas as lojas online",
  "Owner account": "Conta do proprietário",
  "A new password": "Uma nova senha",
  "Your name may change too. You are signed out everywhere else. Second factors stay.":
    "O seu nome também pode ser alterado. As sessões em todos os outros lugares são encerradas. Os segundos fatores permanecem.",
  "Your name may change too. You are signed out everywhere else, and second factors are taken away.":
    "O seu nome também pode ser alterado. As sessões em todos os outros lugares são encerradas, e os segundos fatores são removidos.",
  "Make this gateway yours": "Assuma este gateway",
  "The first account is the server's administrator. It can open every store and invite others.":
    "A primeira conta é a do administrador do servidor. Ela pode abrir todas as lojas e convidar outras pessoas.",
  "Join {store}": "Entrar em {store}",
  "Join this gateway": "Entrar neste gateway",
  "You are invited as {role}.": "O convite é para a função {role}.",
  "You are invited as an administrator.": "O convite é para administrador.",
  "Choose the name and password with which you sign in.": "Escolha o nome e a senha com que vai entrar.",
  "Password again": "Senha novamente",
  "Set the password": "Definir a senha",
  "Make the account": "Criar a conta",
  "Skip to the content": "Ir para o conteúdo",
  Manage: "Gestão",
  "Theme of the system": "Tema do sistema",
  "Light theme": "Tema claro",
  "Dark theme": "Tema escuro",
  "Show the menu": "Mostrar o menu",
  Menu: "Menu",
  "Store:": "Loja:",
  Places: "Seções",
  "waiting:": "pendentes:",
  "new:": "novas:",
  "Users of the server": "Usuários do servidor",
  Theme: "Tema",
  "An application asks for access to your store. Sign in to see what it asks for.":
    "Uma aplicação pede acesso à sua loja. Entre para ver o que ela pede.",
  "There is no owner yet. The gateway prints a link when it starts, and <span>npx crosstill owner link</span> prints a new one.":
    "Ainda não há proprietário. O gateway mostra um link ao iniciar, e <span>npx crosstill owner link</span> mostra um novo.",
  "Sign in with a passkey": "Entrar com uma chave de acesso",
  "Forgotten? Ask an administrator for a new link; <span>npx crosstill owner link</span> prints one for the first administrator.":
    "Esqueceu? Peça um novo link a um administrador; <span>npx crosstill owner link</span> mostra um para o primeiro administrador.",
  Months: "Meses",
  "To your accountant": "Para a sua contabilidade",
  "This store’s months are sent to no one. A person whose address you name gets each month that ends, by e-mail, with a link that needs no account.":
    "Os meses desta loja não são enviados a ninguém. A pessoa cujo endereço for indicado recebe por e-mail cada mês que termina, com um link que não precisa de conta.",
  "Name the accountant in Settings, Books": "Indicar o contador em Configurações, Contabilidade",
  "<span>{address}</span> gets each month that ends, by e-mail, with a link that needs no account and works for {days} days. Naming another person, or none, ends every link that was sent.":
    "<span>{address}</span> recebe cada mês que termina, por e-mail, com um link que não exige conta e funciona por {days} dias. Indicar outra pessoa, ou nenhuma, anula todos os links enviados.",
  "But this gateway sends no e-mail: its operator has set no <span>SMTP_URL</span>.":
    "Mas este gateway não envia e-mails: o operador dele não definiu <span>SMTP_URL</span>.",
  "Send this month again": "Enviar este mês novamente",
  "Send this month": "Enviar este mês",
  "This month is sent once it has ended. A month that has ended has a button here that sends it.":
    "Este mês é enviado depois de terminar. Um mês terminado tem aqui um botão que o envia.",
  "Saved. Payers see it from now on.": "Salvo. Os clientes o veem a partir de agora.",
  "What payers see": "O que os clientes veem",
  "Open in wallet": "Abrir na carteira",
  "Your logo is more than twice as wide as high, so it stands for the name; screen readers say the name.":
    "A largura do seu logotipo é mais que o dobro da altura, por isso ele substitui o nome; os leitores de tela dizem o nome.",
  "Where your colour would be hard to read it is made darker, and lighter in the dark theme. This page wears it too.":
    "Onde a sua cor seria difícil de ler, ela é escurecida, e no tema escuro é clareada. Esta página também a usa.",
  "help@shop.example, or a link": "help@shop.example, ou um link",
  Colour: "Cor",
  "A hash and six digits, such as #0F3B21": "Uma cerquilha e seis dígitos, por exemplo #0F3B21",
  "Pick a colour": "Escolher uma cor",
  Logo: "Logotipo",
  "A PNG of at most {size} KiB and {side} pixels a side, two million pixels in all; transparent is best. Pages show it up to 36 pixels high and 160 wide: beside the name, or in its place when it is more than twice as wide as high.":
    "Um PNG de no máximo {size} KiB e {side} pixels de lado, dois milhões de pixels no total; de preferência transparente. As páginas o mostram com até 36 pixels de altura e 160 de largura: ao lado do nome, ou no lugar dele quando a largura é mais que o dobro da altura.",
  "Take the logo away": "Remover o logotipo",
  "Signed domain": "Domínio assinado",
  "Addresses are signed as <strong>{domain}</strong>.":
    "Os endereços são assinados como <strong>{domain}</strong>.",
  "Addresses are signed without a domain. With one, payers see in every signature that the address is from your shop.":
    "Os endereços são assinados sem domínio. Com um domínio, os clientes veem em cada assinatura que o endereço é da sua loja.",
  "First put this file on your website, at <span>{path}</span>. It shows that the website is yours.":
    "Primeiro, coloque este arquivo no seu site, em <span>{path}</span>. Ele mostra que o site é seu.",
  Domain: "Domínio",
  "Check and use": "Verificar e usar",
  "Leave it empty to sign without a domain.": "Deixe vazio para assinar sem domínio.",
  "Of the last thirty days, the newest first. Open the invoice or the month to send one again, or tell the reader some other way.":
    "Dos últimos trinta dias, os mais recentes primeiro. Abra a fatura ou o mês para enviar um novamente, ou avise o destinatário de outra forma.",
  "There are more.": "Há mais.",
  "A new password for {name}": "Uma nova senha para {name}",
  Users: "Usuários",
  administrator: "administrador",
  "with a second factor": "com segundo fator",
  "without a second factor": "sem segundo fator",
  "Make a link for a new password of {name}": "Criar um link para uma nova senha de {name}",
  "Make {name} no administrator": "Remover {name} como administrador",
  "Make {name} an administrator": "Tornar {name} administrador",
  "No administrator": "Remover administrador",
  Administrator: "Tornar administrador",
  "Enable {name}": "Ativar {name}",
  Enable: "Ativar",
  Disable: "Desativar",
  "Disable {name}": "Desativar {name}",
  "Disable {name}?": "Desativar {name}?",
  "They are signed out everywhere at once, and cannot sign in until they are enabled again. Until then their API keys do not work.":
    "A pessoa sai de todas as sessões na hora e não pode entrar até ser reativada. Até lá, as chaves de API dela não funcionam.",
  "Disable the user": "Desativar o usuário",
  "Second factor for administrators": "Segundo fator para administradores",
  "Administrators must set up a second factor before they can do anything else.":
    "Os administradores devem configurar um segundo fator antes de poderem fazer qualquer outra coisa.",
  "Administrators can sign in with a password alone.": "Os administradores podem entrar só com a senha.",
  "Ask for a password alone": "Pedir só a senha",
  "Require a second factor": "Exigir um segundo fator",
  Webhook: "Webhook",
  failing: "com falhas",
  "The secret": "O segredo",
  "Copy the secret": "Copiar o segredo",
  "Your server checks the signature of each message with it. It is shown only now.":
    "O seu servidor verifica com ele a assinatura de cada mensagem. Ele só é mostrado agora.",
  "Crosstill has disabled it.": "O Crosstill o desativou.",
  "Save the settings to enable it again.": "Salve as configurações para ativá-lo novamente.",
  "Nothing was sent yet.": "Nada foi enviado ainda.",
  Answer: "Resposta",
  Again: "Repetir",
  "Body of the answer": "Corpo da resposta",
  "Request and answer of {time}": "Pedido e resposta de {time}",
  Details: "Detalhes",
  "Switched off": "Desativado",
  "Try each delivery once only": "Tentar cada entrega uma só vez",
  "Send a test": "Enviar um teste",
  "Redeliver all that failed": "Reenviar tudo o que falhou",
  "New secret": "Novo segredo",
  "The old one is valid for a day beside it.": "O antigo continua válido por mais um dia.",
  Delete: "Excluir",
  "Your server is told nothing more.": "O seu servidor não é mais avisado de nada.",
  "Delete the webhook": "Excluir o webhook",
  URL: "URL",
  "Only these:": "Somente estes:",
  "Your server is told about each event of <strong>{store}</strong> by a signed POST. Shop plugins add theirs by themselves.":
    "O seu servidor é avisado de cada evento de <strong>{store}</strong> por um POST assinado. Os plugins de loja adicionam os seus por conta própria.",
  "Webhooks of the store": "Webhooks da loja",
  "Add a webhook": "Adicionar um webhook",
  "Add the webhook": "Adicionar o webhook",
  "This link works until {time}": "Este link funciona até {time}",
  "Statement, {month}": "Extrato, {month}",
  "The month has just begun: what is booked in it can be told a minute later.":
    "O mês acabou de começar: o que é contabilizado nele pode ser visto um minuto depois.",
  "Booked from <span>{from} until {until}</span>, by the clocks of {zone}.":
    "Contabilizado de <span>{from} até {until}</span>, no horário de {zone}.",
  "The month is still running.": "O mês ainda está em andamento.",
  "Do not use this statement: {fault} The operator of the gateway finds out more with <span>npx crosstill audit</span>.":
    "Não use este extrato: {fault} O operador do gateway descobre mais com <span>npx crosstill audit</span>.",
  "In {currency}": "Em {currency}",
  "Payments that ended": "Pagamentos encerrados",
  "Worth of what arrived, fees taken off": "Valor do que chegou, descontadas as taxas",
  "Cost of conversion, beside it": "Custo da conversão, à parte",
  "Worth of what came and was sent back": "Valor do que chegou e foi devolvido",
  "Worth of the shop’s refunds and payouts": "Valor dos reembolsos e desembolsos da loja",
  "At the prices of when each payment was first seen.":
    "Aos preços do momento em que cada pagamento foi visto pela primeira vez.",
  "{count} of the payments could not be valued in {currency} and are not in these sums.": {
    one: "{count} dos pagamentos não pôde ser avaliado em {currency} e não está nestas somas.",
    other: "{count} dos pagamentos não puderam ser avaliados em {currency} e não estão nestas somas.",
  },
  "Refunds and payouts at those of when they were completed; {count} of them could not be valued.":
    "Reembolsos e desembolsos, aos do momento em que foram concluídos; {count} deles não puderam ser avaliados.",
  "Refunds and payouts at those of when they were completed.":
    "Reembolsos e desembolsos, aos do momento em que foram concluídos.",
  "Nothing was booked in this month yet, and nothing was on its way.":
    "Nada foi contabilizado neste mês ainda, e nada estava a caminho.",
  "Nothing was booked in this month, and nothing was on its way.":
    "Nada foi contabilizado neste mês, e nada estava a caminho.",
  "{coin} <span>on {chain}</span>": "{coin} <span>em {chain}</span>",
  "Reached the shop": "Chegou à loja",
  "Contract of the coin": "Contrato da moeda",
  "It is unknown how many decimals this coin has: all amounts are in its smallest units.":
    "Não se sabe quantas casas decimais esta moeda tem: todos os valores estão nas suas menores unidades.",
  "Beside that <strong>{spent}</strong> left the shop’s own wallet for refunds and payouts, of which <strong>{cost}</strong> is what converting them cost.":
    "Além disso, <strong>{spent}</strong> saíram da carteira da própria loja para reembolsos e desembolsos, dos quais <strong>{cost}</strong> são o que custou convertê-los.",
  "Beside that <strong>{spent}</strong> left the shop’s own wallet for refunds and payouts.":
    "Além disso, <strong>{spent}</strong> saíram da carteira da própria loja para reembolsos e desembolsos.",
  "Refunds and payouts of the shop brought <strong>{amount}</strong> to their recipients.":
    "Os reembolsos e desembolsos da loja levaram <strong>{amount}</strong> aos destinatários.",
  "The shop is paid in {coin}, at <span>{address}</span>.":
    "A loja recebe {coin}, em <span>{address}</span>.",
  "Store <span>{id}</span>.": "Loja <span>{id}</span>.",
  "Files of this month": "Arquivos deste mês",
  "Their times are those of {zone}.": "Os horários são os de {zone}.",
  "While the month is running they grow.": "Eles crescem enquanto o mês está em andamento.",
  "They are the same whenever they are fetched: what turns out to be wrong later is corrected by a line of a later month.":
    "São os mesmos sempre que forem baixados: o que depois se mostrar errado é corrigido por uma linha de um mês posterior.",
  "The store is paid in this coin at this address already.": "A loja já recebe nesta moeda neste endereço.",
  "{name} asks to change where {store} is paid": "{name} pede para mudar onde {store} recebe",
  "{store} is paid elsewhere from now on": "{store} recebe em outro lugar a partir de agora",
  "It takes effect when a second person confirms it. If it was not meant, withdraw it.":
    "Passa a valer quando uma segunda pessoa confirmar. Se não foi intencional, retire o pedido.",
  "New invoices are paid there. Open invoices stay with the old address. If it was not meant, change it back at once.":
    "As novas faturas são pagas lá. As abertas ficam com o endereço antigo. Se não foi intencional, desfaça a mudança imediatamente.",
  Old: "Antigo",
  By: "Por",
  "The coin in which {store} is paid, and the address.": "A moeda em que {store} recebe e o endereço.",
  "Change it?": "Mudar?",
  "A change waits for a second person": "Uma mudança espera uma segunda pessoa",
  "Present settlement": "Liquidação atual",
  "New invoices are paid at the new address as soon as the change takes effect.":
    "As novas faturas são pagas no novo endereço assim que a mudança passa a valer.",
  "{count} open invoices are still paid at the old address. If you do not hold its keys any more, mark them invalid.":
    {
      one: "{count} fatura aberta ainda é paga no endereço antigo. Se você não tem mais as chaves dele, marque-a como inválida.",
      other:
        "{count} faturas abertas ainda são pagas no endereço antigo. Se você não tem mais as chaves dele, marque-as como inválidas.",
    },
  "There may be more.": "Pode haver mais.",
  "Amounts of the policy were in the old coin. It is {before} now, and then {after}.":
    "Os valores da política estavam na moeda antiga. Agora é {before}, e depois será {after}.",
  "A refund address is the old address as well. Change it too:":
    "Um endereço de reembolso também é o endereço antigo. Mude-o também:",
  "Confirm the new settlement": "Confirmar a nova liquidação",
  "Withdraw the change": "Retirar a mudança",
  "A second person who may approve payouts must confirm it before it takes effect.":
    "Uma segunda pessoa que possa aprovar desembolsos precisa confirmar antes que passe a valer.",
  "It takes effect at once. The owners of the store and the administrators are told by e-mail.":
    "Passa a valer imediatamente. Os proprietários da loja e os administradores são avisados por e-mail.",
  "Ask for the change": "Pedir a mudança",
  "Change the settlement": "Mudar a liquidação",
  "Another person changed where the store is paid": "Outra pessoa mudou onde a loja recebe",
  "Another administrator made a way into an account": "Outro administrador abriu um acesso a uma conta",
  "Every payment is converted to this coin and paid to this address.":
    "Cada pagamento é convertido para esta moeda e pago a este endereço.",
  "A link for a new password of your account was made": "Foi criado um link para uma nova senha da sua conta",
  "Your password was set anew by a link": "Sua senha foi redefinida por um link",
  "Another person removed the second factors of your account":
    "Outra pessoa removeu os segundos fatores da sua conta",
  "Change the coin or the address": "Mudar a moeda ou o endereço",
  "Send this link to {name}. It works once, for a day, and is shown only now. Second factors stay. For a day after it is used, {name} cannot approve payouts or changes of limits and settlements.":
    "Envie este link a {name}. Funciona uma vez, por um dia, e é mostrado só agora. Os segundos fatores permanecem. Por um dia após o uso, {name} não pode aprovar desembolsos nem mudanças de limites e liquidações.",
  "Approves nothing that moves money until {time}, because another person has made a way into this account.":
    "Não aprova nada que movimente dinheiro até {time}, porque outra pessoa abriu um acesso a esta conta.",
  "Remove second factors": "Remover segundos fatores",
  "Remove the second factors of {name}": "Remover os segundos fatores de {name}",
  "Remove the second factors of {name}?": "Remover os segundos fatores de {name}?",
  "Do this only when they have lost them and their recovery codes. They are told by e-mail, are signed out everywhere, and cannot approve payouts or changes of limits and settlements for a day.":
    "Faça isso só se a pessoa os perdeu junto com os códigos de recuperação. Ela é avisada por e-mail, é desconectada em todo lugar e por um dia não pode aprovar desembolsos nem mudanças de limites e liquidações.",
  "Remove them": "Removê-los",
  "Later in this time it was paid in {coin}, at <span>{address}</span>.":
    "Mais tarde neste período recebeu em {coin}, em <span>{address}</span>.",
  "Not valued yet": "Ainda sem avaliação",
  "Account set up": "Conta configurada",
  "Columns of the invoice list chosen": "Colunas da lista de faturas escolhidas",
  "Sign-in": "Início de sessão",
  "Session ended": "Sessão encerrada",
  "All other sessions ended": "Todas as outras sessões encerradas",
  "Password changed": "Senha alterada",
  "E-mail address changed": "Endereço de e-mail alterado",
  "One-time passwords set up": "Senhas de uso único configuradas",
  "One-time passwords removed": "Senhas de uso único removidas",
  "New recovery codes made": "Novos códigos de recuperação criados",
  "Passkey added": "Chave de acesso adicionada",
  "Passkey removed": "Chave de acesso removida",
  "Language or appearance changed": "Idioma ou aparência alterados",
  "Notifications chosen": "Notificações escolhidas",
  "Web push switched on for a browser": "Web push ativado para um navegador",
  "Web push switched off for a browser": "Web push desativado para um navegador",
  "Person invited": "Pessoa convidada",
  "Invitation withdrawn": "Convite retirado",
  "Role of a person changed": "Função de uma pessoa alterada",
  "Person removed from a store": "Pessoa removida de uma loja",
  "Role of the store changed": "Função da loja alterada",
  "User disabled": "Usuário desativado",
  "User enabled": "Usuário ativado",
  "Administrator made or unmade": "Permissão de administrador dada ou retirada",
  "Link for a new password made": "Link para uma nova senha criado",
  "Second factors of a user removed": "Segundos fatores de um usuário removidos",
  "Rule for administrators changed": "Regra para administradores alterada",
  "Backup made": "Backup criado",
  "Audit started": "Auditoria iniciada",
  "Reconciliation started": "Conciliação iniciada",
  "Owner link made": "Link de proprietário criado",
  "Store created": "Loja criada",
  "Settings of a store changed": "Configurações de uma loja alteradas",
  "Store archived": "Loja arquivada",
  "Store reopened": "Loja reaberta",
  "Signed domain of a store changed": "Domínio assinado de uma loja alterado",
  "Amount for two people changed": "Valor para duas pessoas alterado",
  "Change of the amount for two people asked for": "Mudança do valor para duas pessoas pedida",
  "Settlement of a store changed": "Liquidação de uma loja alterada",
  "Change of the settlement asked for": "Mudança da liquidação pedida",
  "Change of the settlement withdrawn": "Mudança da liquidação retirada",
  "Pay buttons of a store changed": "Botões de pagamento de uma loja alterados",
  "Webhook added": "Webhook adicionado",
  "Webhook changed": "Webhook alterado",
  "Webhook tested": "Webhook testado",
  "Secret of a webhook renewed": "Segredo de um webhook renovado",
  "Events of a webhook sent again": "Eventos de um webhook reenviados",
  "Webhook deleted": "Webhook excluído",
  "API key made": "Chave de API criada",
  "API key revoked": "Chave de API revogada",
  "Keys of the gateway imported": "Chaves do gateway importadas",
  "Master key changed": "Chave mestra alterada",
  "Signing key renewed": "Chave de assinatura renovada",
  "Key of secrets renewed": "Chave dos segredos renovada",
  "Key of signed links renewed": "Chave dos links assinados renovada",
  "Invoice created": "Fatura criada",
  "Invoice marked": "Fatura marcada",
  "Invoice archived": "Fatura arquivada",
  "Invoice taken out of the archive": "Fatura retirada do arquivo",
  "Notes of an invoice changed": "Notas de uma fatura alteradas",
  "Link of an invoice mailed": "Link de uma fatura enviado por e-mail",
  "Refund created": "Reembolso criado",
  "Exception resolved": "Exceção resolvida",
  "Unattributed funds assigned": "Fundos não atribuídos alocados",
  "Payout approved": "Pagamento aprovado",
  "Payout cancelled": "Pagamento cancelado",
  "Payout marked as paid": "Pagamento marcado como pago",
  "Payout marked as not paid": "Pagamento marcado como não pago",
  "Payout sent": "Pagamento enviado",
  "Payment link created": "Link de pagamento criado",
  "Payment link changed": "Link de pagamento alterado",
  "Payment link archived": "Link de pagamento arquivado",
  "Payment link mailed": "Link de pagamento enviado por e-mail",
  "Point of sale created": "Ponto de venda criado",
  "Point of sale changed": "Ponto de venda alterado",
  "Point of sale archived": "Ponto de venda arquivado",
  "Item added": "Item adicionado",
  "Item changed": "Item alterado",
  "Item removed": "Item removido",
  "Sale charged": "Venda cobrada",
  "Statement mailed": "Extrato enviado por e-mail",
  "Payment valued by hand": "Pagamento avaliado manualmente",
  "The payment is valued. The books have a corrected line.":
    "O pagamento está avaliado. Os livros têm uma linha corrigida.",
  "This payment is valued already.": "Este pagamento já está avaliado.",
  "Enter each rate as a number above zero, such as 1.0837.":
    "Introduza cada taxa como um número acima de zero, por exemplo 1.0837.",
  "Payments without a value": "Pagamentos sem valor",
  "A person whose role changes invoices can value them.":
    "Uma pessoa cuja função altera faturas pode avaliá-los.",
  "{quote} for 1 {base}": "{quote} por 1 {base}",
  "Value the payment": "Avaliar o pagamento",
  "Further payments appear once these are valued.":
    "Outros pagamentos aparecem quando estes estiverem avaliados.",
  "Value them by hand": "Avaliá-los manualmente",
  "Logo changed": "Logotipo alterado",
  "Logo removed": "Logotipo removido",
  "Pull payment created": "Pagamento a retirar criado",
  "Pull payment archived": "Pagamento a retirar arquivado",
  "Pull payment claimed": "Pagamento a retirar resgatado",
  "Payout created": "Pagamento criado",
  "Payout marked": "Pagamento marcado",
  "App of a store deleted": "Aplicativo de uma loja excluído",
  "Person added to a store": "Pessoa adicionada a uma loja",
  "Own account changed": "Conta própria alterada",
  "Notification marked": "Notificação marcada",
  "Notification removed": "Notificação removida",
  "Coin of a store changed": "Moeda de uma loja alterada",
  "Rate source of a store changed": "Fonte de cotações de uma loja alterada",
  "API key deleted": "Chave de API excluída",
  "{action} (API)": "{action} (API)",
  "all actions": "todas as ações",
  "Everything with {prefix}": "Tudo com {prefix}",
  "The audit has found that {rule} is violated: {message}":
    "A auditoria encontrou uma violação de {rule}: {message}",
  "Invoice {id} needs a decision: {kind}.": "A fatura {id} precisa de uma decisão: {kind}.",
  "Money has reached an address that no invoice holds.":
    "Chegou dinheiro a um endereço que não é de nenhuma fatura.",
  "The webhook to {url} was disabled.": "O webhook para {url} foi desativado.",
  "An e-mail did not arrive: {kind}.": "Um e-mail não chegou: {kind}.",
  "Payout {id} waits for an approval.": "O pagamento {id} aguarda uma aprovação.",
  "Payout {id} is to be paid.": "O pagamento {id} deve ser feito.",
  "Payout {id} refunds more than the shop has of its invoice.":
    "O pagamento {id} reembolsa mais do que a loja tem da fatura.",
  "{name} has changed the settings of the store.": "{name} alterou as configurações da loja.",
  "{name} has made a link for a new password of {user}.":
    "{name} criou um link para uma nova senha de {user}.",
  "{name} has removed the second factors of {user}.": "{name} removeu os segundos fatores de {user}.",
  "{name} has withdrawn the change of where {store} is paid.":
    "{name} retirou a mudança de onde {store} recebe.",
  "{name} asks to change where {store} is paid.": "{name} pede para mudar onde {store} recebe.",
  "{name} has changed where {store} is paid.": "{name} mudou onde {store} recebe.",
  "The receiver answered 410 Gone.": "O destinatário respondeu 410 Gone.",
  "The receiver answered with status {status}.": "O destinatário respondeu com o status {status}.",
  "For five days nothing was taken. Last: {error}": "Durante cinco dias nada foi aceito. Último: {error}",
  "Can be paid until, by the clocks of {zone}": "Pode ser pago até, na hora de {zone}",
  "Times on this page are those of {zone}.": "As horas desta página são as de {zone}.",
  "A day. Empty: until now.": "Um dia. Vazio: até agora.",
  "Invoice, order, item, e-mail, price, address or transaction":
    "Fatura, pedido, artigo, e-mail, preço, endereço ou transação",
  "None like this. An invoice is found by how its number, order, item, e-mail, price, address or transaction begins.":
    "Nada corresponde. Uma fatura é encontrada pelo início do número, pedido, artigo, e-mail, preço, endereço ou transação.",
  "Choose 1 to {most} invoices in the list first.": "Selecione primeiro de 1 a {most} faturas na lista.",
  "Send {event} of {time} again": "Enviar de novo {event} de {time}",
  "not kept any more": "já não é guardado",
  "{event} is sent again. This page shows the answer when it is there.":
    "{event} é enviado de novo. Esta página mostra a resposta assim que ela chegar.",
  yes: "sim",
  no: "não",
  "As it is kept": "Tal como é guardado",
  Recorded: "Registada",
  "The transaction that was recorded is final now, and has not paid this payout. Record the transaction that has paid it, or take the payment back.":
    "A transação registada já é definitiva e não pagou este pagamento. Registe a que o pagou ou anule o envio.",
  "The gateway has seen the transaction. A reorganisation may still remove it. The payout counts as paid once the transaction is final. You need to do nothing more here.":
    "A transação foi vista e uma reorganização ainda pode removê-la. O pagamento conta como pago assim que ela for definitiva: não há mais nada a fazer aqui.",
  "The transaction that was recorded is in no block and not in the mempool: a reorganisation or its wallet has removed it. Look into the wallet. Record the transaction that has paid, or take the payment back.":
    "A transação registada não está em nenhum bloco nem no mempool: uma reorganização ou a sua carteira removeu-a. Veja na carteira. Registe a transação que pagou ou anule o envio.",
  "Choose the coin and chain": "Escolha a moeda e a cadeia",
  "Refund of {order}": "Reembolso de {order}",
  "{by} invites you to work in {store} with Crosstill, a gateway for payments in cryptocurrencies. The link leads to a page on which you choose a name and a password. It works once, and for a week. If you do not know {by}, ignore this message.":
    "{by} convida você a trabalhar em {store} com o Crosstill, um gateway de pagamentos em criptomoedas. O link leva a uma página em que você escolhe um nome e uma senha. Funciona uma vez, durante uma semana. Se não conhece {by}, ignore esta mensagem.",
  "The intent service takes no calls for now ({what}). Try again in {seconds} s.":
    "O serviço de conversão não aceita chamadas por agora ({what}). Tente de novo em {seconds} s.",
  "The intent service gave no usable answer ({what}). Try again.":
    "O serviço de conversão não deu uma resposta utilizável ({what}). Tente de novo.",
  "The intent service refused: {reason}": "O serviço de conversão recusou: {reason}",
  "The intent service refused.": "O serviço de conversão recusou.",
  "Expected a URL of at most {most} characters.": "Era esperado um URL de no máximo {most} caracteres.",
  'Expected a URL such as "https://shop.example/webhook".':
    "Era esperado um URL como “https://shop.example/webhook”.",
  "Expected a URL that begins with https://.": "Era esperado um URL que comece por https://.",
  "A webhook URL must not contain a user name or password.":
    "O URL de um webhook não pode conter nome de usuário nem senha.",
  "Expected https: plain http is not allowed.": "Era esperado https: http simples não é permitido.",
  "{what} may not go to {host}: it is a private, local or reserved address, or plain http is not enough for it. Use https and a public address, or ask the operator to list its network in {setting}.":
    "{what}: não podem ir para {host}, porque é um endereço privado, local ou reservado, ou http simples não basta para ele. Use https e um endereço público, ou peça ao operador que inclua a rede em {setting}.",
  "There is nothing to be seen in this image: all of it is transparent.":
    "Não se vê nada nesta imagem: é toda transparente.",
  "Expected at most {most} KiB, got {size} KiB. Export the logo smaller: about 600 × 200 pixels are plenty.":
    "Eram esperados no máximo {most} KiB, não {size} KiB. Exporte o logotipo menor: cerca de 600 × 200 pixels bastam.",
  "Expected a PNG, got {kind}. Export the logo as PNG.":
    "Era esperado um PNG, não {kind}. Exporte o logotipo como PNG.",
  "Expected at most {most} × {most} pixels, got {width} × {height}. Export the logo smaller.":
    "Eram esperados no máximo {most} × {most} pixels, não {width} × {height}. Exporte o logotipo menor.",
  "Expected at most {most} MiB of pixels, got {size} MiB ({width} × {height}, {depth} bits a channel). Export the logo smaller: about 600 × 200 pixels are plenty.":
    "Eram esperados no máximo {most} MiB de pixels, não {size} MiB ({width} × {height}, {depth} bits por canal). Exporte o logotipo menor: cerca de 600 × 200 pixels bastam.",
  "This PNG is damaged: its pixels cannot be read. Export it again.":
    "Este PNG está danificado: os pixels não podem ser lidos. Exporte-o de novo.",
  "an empty file": "um arquivo vazio",
  "a JPEG": "um JPEG",
  "a GIF": "um GIF",
  "a WebP image": "uma imagem WebP",
  "an SVG, which can carry scripts": "um SVG, que pode conter scripts",
  "something else": "outra coisa",
  "Expected at most {most} KiB, got {size} KiB. Export the picture smaller: about 600 × 600 pixels are plenty.":
    "Eram esperados no máximo {most} KiB, não {size} KiB. Exporte a imagem menor: cerca de 600 × 600 pixels bastam.",
  "Expected at most {most} × {most} pixels, got {width} × {height}. Export the picture smaller.":
    "Eram esperados no máximo {most} × {most} pixels, não {width} × {height}. Exporte a imagem menor.",
  "Expected a PNG, a JPEG or a WebP image. Export the picture as one of them.":
    "Era esperada uma imagem PNG, JPEG ou WebP. Exporte a imagem em um desses formatos.",
  "Expected a PNG of at most two million pixels, got {width} × {height}. Export the picture smaller.":
    "Era esperado um PNG de no máximo dois milhões de pixels, não {width} × {height}. Exporte a imagem menor.",
  "Expected revision {revision}, got {got}: the payout has changed. Look at it again.":
    "Era esperada a revisão {revision}, não {got}: o desembolso mudou. Veja-o de novo.",
  "The amount is less than the smallest unit of {coin}. Cancel the payout.":
    "O valor é menor que a menor unidade de {coin}. Cancele o desembolso.",
  "The payout has a newer quote than the one that was to be signed. Start again.":
    "O desembolso tem uma cotação mais nova que a que ia ser assinada. Comece de novo.",
  "This payout was taken back, or paid otherwise, while request {request} was being paid. Nothing more is sent; look into the wallet for what was sent before.":
    "Este desembolso foi retirado, ou pago de outra forma, enquanto o pedido {request} era pago. Nada mais é enviado; veja na carteira o que foi enviado antes.",
  'The intent service may have paid it, or may be paying it: it says "{word}". Wait until the money has come back, or mark the payout Completed.':
    "O serviço de conversão talvez o tenha pago, ou esteja pagando: ele diz “{word}”. Espere o dinheiro voltar, ou marque o desembolso como concluído.",
  "Expected a payout that is {from} to become {to}; this one is {state}.":
    "Só um desembolso no estado {from} pode passar a {to}; este está em {state}.",
  "Expected a payout that is {from} or {other} to become {to}; this one is {state}.":
    "Só um desembolso no estado {from} ou {other} pode passar a {to}; este está em {state}.",
  "Expected at most {most} webhooks of a store: delete one that is not needed.":
    "Uma loja tem no máximo {most} webhooks: exclua um que não seja necessário.",
  "Expected at least half a minute (0.5)": "Era esperado pelo menos meio minuto (0.5)",
  "Expected at most a year (525600)": "Era esperado no máximo um ano (525600)",
  "Expected one e-mail address, such as ada@example.com":
    "Era esperado um único endereço de e-mail, por exemplo ada@example.com",
  "Expected a title, which the payer sees": "Era esperado um título, que o pagador vê",
  "Expected an e-mail address": "Era esperado um endereço de e-mail",
  "Expected unix seconds, or a date such as 2027-01-31T18:00:00Z":
    "Eram esperados segundos Unix, ou uma data como 2027-01-31T18:00:00Z",
  'Expected the price as a decimal string such as "25.00"':
    "Era esperado o preço como número decimal, por exemplo “25.00”",
  "Expected one of {known}": "Era esperado um de {known}",
  '{expected}; got "{came}".': "{expected}; foi recebido “{came}”.",
  'Expected the price as a decimal string such as "25.00"; got none.':
    "Era esperado o preço como número decimal, por exemplo “25.00”; nenhum foi recebido.",
  'Expected an amount of at most {most}, got "{came}".':
    "Era esperado um valor de no máximo {most}, não “{came}”.",
  'Expected an amount above zero, got "{came}".': "Era esperado um valor acima de zero, não “{came}”.",
  "{fault} {currency} has {decimals} decimals.": "{fault} {currency} tem {decimals} casas decimais.",
  "{expected}.": "{expected}.",
  "{expected}; got {came}.": "{expected}; foi recebido {came}.",
  "Expected a name without control and format characters":
    "Era esperado um nome sem caracteres de controle nem de formatação",
  "Expected an address that starts with https://, http:// or mailto:":
    "Era esperado um endereço que comece por https://, http:// ou mailto:",
  "Expected a colour such as #0F3B21": "Era esperada uma cor como #0F3B21",
  "Expected a name": "Era esperado um nome",
  "This refund was made already, with another amount. Open the invoice again to see it.":
    "Este reembolso já foi criado, com outro valor. Abra de novo a fatura para vê-lo.",
  "Open the invoice again, and send the form from there.":
    "Abra de novo a fatura, e envie o formulário a partir dela.",
  "Open the form again, and send it from there.": "Abra de novo o formulário, e envie-o a partir dele.",
  "an address: it is the store's only one, and without any no coin can be converted. Add one of another chain first.":
    "um endereço: é o único da loja, e sem nenhum nenhuma moeda pode ser convertida. Adicione primeiro o de outra rede.",
  'a Bitcoin address of {network}; got "{address}".':
    "um endereço Bitcoin de {network}; foi recebido “{address}”.",
  "an address with a correct checksum: one of its characters may be wrong. Paste it again.":
    "um endereço com a soma de verificação correta: um dos caracteres pode estar errado. Cole-o de novo.",
  'an address that starts with 0x and has 40 more characters; got "{address}".':
    "um endereço que comece por 0x e tenha mais 40 caracteres; foi recebido “{address}”.",
  'Expected a transaction id of 64 hexadecimal digits, or a link with one; got "{typed}".':
    "Era esperado um identificador de transação de 64 dígitos hexadecimais, ou um link com um; foi recebido “{typed}”.",
  "Expected whole percents, such as 5 or 10": "Eram esperadas porcentagens inteiras, como 5 ou 10",
  "Expected a title, which customers see": "Era esperado um título, que os clientes veem",
  "Another user signs in as {name}. Choose another name.":
    "Outro usuário entra como {name}. Escolha outro nome.",
  "The store has no member with this id. Invite the person.":
    "A loja não tem nenhum membro com este identificador. Convide a pessoa.",
  "There is no role {name}.": "Não há nenhum papel {name}.",
  "The role {role} allows more than you may do yourself.":
    "O papel {role} permite mais do que você mesmo pode fazer.",
  "This is the store's last owner. Make another user an owner first.":
    "Este é o último proprietário da loja. Torne antes outro usuário proprietário.",
  "This is the server's last administrator. Make another user an administrator first.":
    "Este é o último administrador do servidor. Torne antes outro usuário administrador.",
  "The lines of what an older version booked are still being written. Try again in some minutes; the server has to run.":
    "As linhas do que uma versão anterior contabilizou ainda estão sendo escritas. Tente de novo em alguns minutos; o servidor precisa estar em execução.",
  "Deposit {outpoint} is credited to invoice {invoice} already.":
    "O depósito {outpoint} já está creditado à fatura {invoice}.",
  "Deposit {outpoint} is in no block any more: wait until it is in one again.":
    "O depósito {outpoint} já não está em nenhum bloco: espere até estar de novo em um.",
  "Deposit {outpoint} was assigned to another invoice.":
    "O depósito {outpoint} foi atribuído a outra fatura.",
  "Deposit {outpoint} came to an address of store {store}, and its money goes there.":
    "O depósito {outpoint} chegou a um endereço da loja {store}, e o dinheiro vai para lá.",
  "Invoice {invoice} is using {address} now. Assign the deposit once that lease has ended.":
    "A fatura {invoice} está usando {address} agora. Atribua o depósito quando ela já não precisar dele.",
  'Expected a time at least a minute ago ({newest} or before), so that the file stays the same for ever; without "to" it has everything until then':
    "Era esperado um momento de pelo menos um minuto atrás ({newest} ou antes), para que o arquivo fique sempre igual; sem “to” ele contém tudo até então",
  'Expected a time before "to" ({to})': "Era esperado um momento antes de “to” ({to})",
  "Expected a day (2026-11-01), a moment (2026-11-01T00:00:00Z) or unix seconds":
    "Era esperado um dia (2026-11-01), um momento (2026-11-01T00:00:00Z) ou segundos Unix",
  "This store is archived and takes no new invoices.": "Esta loja está arquivada e não aceita novas faturas.",
  "Invoice {invoice} is {state} and cannot be marked; got {mark}.":
    "A fatura {invoice} está em {state} e não pode ser marcada; foi recebido {mark}.",
  "Invoice {invoice} is {state} and can be marked {possible} only; got {mark}.":
    "A fatura {invoice} está em {state} e só pode ser marcada {possible}; foi recebido {mark}.",
  "Expected an invoice that is open and not paid; this one takes no payment, or has one.":
    "Era esperada uma fatura aberta e não paga; esta não aceita pagamento, ou já tem um.",
  'Expected "to": no recipient was named when the invoice was made.':
    "Era esperado “to”: nenhum destinatário foi indicado quando a fatura foi criada.",
  "This gateway sends no e-mail: its operator has set no SMTP_URL (docs/how-to/email.md).":
    "Este gateway não envia e-mails: o operador não definiu SMTP_URL (docs/how-to/email.md).",
  "The link of this invoice was mailed {most} times; more looks like spam.":
    "O link desta fatura foi enviado {most} vezes; mais pareceria spam.",
  "The link of this invoice was mailed less than a minute ago. Wait a minute.":
    "O link desta fatura foi enviado há menos de um minuto. Espere um minuto.",
  "This store has named no accountant.": "Esta loja não indicou contabilidade.",
  "This month was mailed {most} times; more looks like spam.":
    "Este mês foi enviado {most} vezes; mais pareceria spam.",
  "This month was mailed less than a minute ago. Wait a minute.":
    "Este mês foi enviado há menos de um minuto. Espere um minuto.",
  "The message about this month waits for the mail server, and goes out by itself.":
    "A mensagem sobre este mês espera o servidor de e-mail, e sairá sozinha.",
  "There is no such message about this invoice.": "Não há tal mensagem sobre esta fatura.",
  "The address was taken back or deleted.": "O endereço foi retirado ou excluído.",
  "Only the customer's address gets it, and none was given.":
    "Só o endereço do cliente a recebe, e nenhum foi dado.",
  "What it says is not true any more.": "O que ela diz já não é verdade.",
  'Expected an e-mail address; got "{text}".': "Era esperado um endereço de e-mail; foi recebido “{text}”.",
  "The mail server did not take the message: {reason}. Try again.":
    "O servidor de e-mail não aceitou a mensagem: {reason}. Tente de novo.",
  "Amount and currency stay as they are once the payment request has an invoice. Make another one.":
    "O valor e a moeda ficam como estão assim que o pedido de pagamento tem uma fatura. Crie outro.",
  "What left the wallet of the shop cannot be read now: chain {chain} does not answer. Try again in a minute.":
    "O que saiu da carteira da loja não pode ser lido agora: a rede {chain} não responde. Tente de novo em um minuto.",
  "The payout is less than {least} {coin}.": "O desembolso é menor que {least} {coin}.",
  "It was tried before to pay this, and the intent service did not say what became of request {request}. Try again in a minute.":
    "Já se tentou pagar isto, e o serviço de conversão não disse o que aconteceu com o pedido {request}. Tente de novo em um minuto.",
  'It was tried before to pay this, and the intent service has got money for it: request {request} is "{word}". Paid again, the buyer might get it twice. Wait until that money has arrived or come back; then mark the payout, or pay it by hand.':
    "Já se tentou pagar isto, e o serviço de conversão recebeu dinheiro para isso: o pedido {request} está em “{word}”. Pago outra vez, o comprador poderia recebê-lo duas vezes. Espere esse dinheiro chegar ou voltar; depois marque o desembolso, ou pague-o manualmente.",
  "A payout cannot be marked {state}.": "Um desembolso não pode ser marcado como {state}.",
  "The wallet has sent {hashes}: paying again would pay twice if that is mined yet. Look into the wallet. Only when it was replaced, has failed or was sent back, say so (crosstill.nothingUnderWay, or the box on the payout's page).":
    "A carteira enviou {hashes}: pagar de novo seria pagar duas vezes se isso ainda entrar em um bloco. Veja na carteira. Só se foi substituída, falhou ou foi devolvida, diga-o (crosstill.nothingUnderWay, ou a caixa na página do desembolso).",
  "A wallet was asked to send a transaction for this payout, and may have sent it: paying again could pay twice. Look into the wallet. Only when it has sent nothing, say so (crosstill.nothingUnderWay, or the box on the payout's page).":
    "Foi pedido a uma carteira que enviasse uma transação para este desembolso, e ela pode tê-la enviado: pagar de novo poderia ser pagar duas vezes. Veja na carteira. Só se ela não enviou nada, diga-o (crosstill.nothingUnderWay, ou a caixa na página do desembolso).",
  "The intent service did not say how far request {request} is: it may have paid this payout. Try again in a minute; if the money has arrived, mark the payout Completed.":
    "O serviço de conversão não disse em que ponto está o pedido {request}: talvez tenha pago este desembolso. Tente de novo em um minuto; se o dinheiro chegou, marque o desembolso como concluído.",
  "Transaction {hash} has paid nothing to {destination}. If it is the right one and was just sent, try again in a minute; else name another.":
    "A transação {hash} não pagou nada a {destination}. Se for a certa e acabou de ser enviada, tente novamente em um minuto; caso contrário, informe outra.",
  "Expected a transaction that pays at least {least}; {hash} pays {amount}. Without a transaction the payout is taken as paid by your word.":
    "Era esperada uma transação que pague pelo menos {least}; {hash} paga {amount}. Sem transação, o desembolso é tido como pago pela sua palavra.",
  "The transaction {hash} has paid another payout. Name the one that paid this.":
    "A transação {hash} pagou outro desembolso. Indique a que pagou este.",
  "The transaction {hash} was recorded for another payout. Name the one that paid this. Only when it truly paid both, say so (crosstill.paysSeveral, or the box on the payout's page).":
    "A transação {hash} foi registrada para outro desembolso. Indique a que pagou este. Só se ela realmente pagou os dois, diga-o (crosstill.paysSeveral, ou a caixa na página do desembolso).",
  "A second person who may approve payouts must confirm this change, not the one who asked for it.":
    "Uma segunda pessoa que possa aprovar desembolsos precisa confirmar esta alteração, não a que a pediu.",
  "This payout is in {coin} on {chain}, in which the shop is paid: send it from your wallet, and mark the payout with the transaction.":
    "Este desembolso é em {coin} na rede {chain}, em que a loja recebe: envie-o da sua carteira, e marque o desembolso com a transação.",
  "Expected a payout that is AwaitingPayment; this one is AwaitingApproval. Approve it first.":
    "Era esperado um desembolso em AwaitingPayment; este está em AwaitingApproval. Aprove-o antes.",
  "Expected a payout that is AwaitingPayment; this one is {state}.":
    "Era esperado um desembolso em AwaitingPayment; este está em {state}.",
  "Expected an invoice that is final; this one is {state} ({additional}).":
    "Era esperada uma fatura definitiva; esta está em {state} ({additional}).",
  "Nothing that counts for this invoice has reached the shop, so there is nothing to refund.":
    "Nada que conte para esta fatura chegou à loja, por isso não há nada a reembolsar.",
  "The invoice is not overpaid.": "A fatura não foi paga a mais.",
  "The invoice was paid in several coins ({coins}). Name the coin to refund, or refund an amount of money (Fiat, CurrentRate or Custom).":
    "A fatura foi paga em várias moedas ({coins}). Indique qual é reembolsada ou reembolse um valor: Fiat, CurrentRate ou Custom.",
  "Nothing is left of that amount.": "Não resta nada desse valor.",
  "Expected at most {most}, which is what was received and not refunded yet; this would be {amount}.":
    "Eram esperados no máximo {most}, que é o que foi recebido e ainda não reembolsado; isto seriam {amount}.",
  "The invoice's refunds are more than what the shop has of it now. Close or cancel one of them first.":
    "Os reembolsos da fatura são mais do que a loja tem dela agora. Feche ou cancele antes um deles.",
  "{method} makes sense from {amount} on: below that, more than 5 % would go in fees.":
    "{method} faz sentido a partir de {amount}: abaixo disso, mais de 5 % iriam em taxas.",
  "No rate from {base} to {quote}: state the price in {quote}, or add a source to RATES_URLS.":
    "Não há cotação de {base} para {quote}: indique o preço em {quote}, ou adicione uma fonte a RATES_URLS.",
  "The payment network (chain {chain}) cannot be seen now, so a payment on it could not be noticed. Try again in a minute, or choose another way to pay.":
    "A rede de pagamento (rede {chain}) não pode ser vista agora, por isso um pagamento nela não seria notado. Tente de novo em um minuto, ou escolha outra forma de pagar.",
  "The transaction {hash} cannot be looked up now: chain {chain} does not answer. Try again in a minute.":
    "A transação {hash} não pode ser consultada agora: a rede {chain} não responde. Tente de novo em um minuto.",
  "Another store of this gateway signs as {domain}. Take it from that store first.":
    "Outra loja deste gateway assina como {domain}. Tire-o antes dessa loja.",
  "The answer is not JSON.": "A resposta não é JSON.",
  "Expected a JSON file at {address}. {why} Put it there (without a redirect), and try again.":
    "Era esperado um arquivo JSON em {address}. {why} Coloque-o lá (sem redirecionamento), e tente de novo.",
  "Expected {where} to have this gateway's key, {key}, as signing.publicKey.":
    "Era esperado que {where} tenha a chave deste gateway, {key}, como signing.publicKey.",
  'Expected {where} to name this store, {store}, in the list "stores".':
    "Era esperado que {where} indique esta loja, {store}, na lista “stores”.",
  'Expected a domain such as shop.example; got "{typed}".':
    "Era esperado um domínio como shop.example; foi recebido “{typed}”.",
  "The store is paid in another coin or at another address by now. Look at the present settlement, and fill in the form again.":
    "A loja recebe agora em outra moeda ou em outro endereço. Veja a liquidação atual, e preencha o formulário de novo.",
  "The service cannot settle {coin}. It lists:\n  {known}":
    "O serviço não pode liquidar em {coin}. Ele oferece:\n  {known}",
  "it is a burn address, from which nothing comes back": "é um endereço de queima, do qual nada volta",
  "it is the zero address, from which nothing comes back": "é o endereço zero, do qual nada volta",
  "its checksum is wrong, so a character may be too: paste it again":
    "a soma de verificação está errada, por isso talvez também um caractere: cole-o de novo",
  "an EVM address is 0x and 40 hexadecimal digits": "um endereço EVM é 0x e 40 dígitos hexadecimais",
  'Expected the merchant\'s own EVM address as recipient; "{recipient}": {why}.':
    "Era esperado o endereço EVM do próprio lojista como destinatário; “{recipient}”: {why}.",
  "The recipient {recipient} is the {coin} contract itself: money sent there is lost. Give the merchant's own address.":
    "O destinatário {recipient} é o próprio contrato de {coin}: o dinheiro enviado para lá se perde. Indique o endereço do próprio lojista.",
  "The recipient {recipient} is the intent service's own address. Give the merchant's own.":
    "O destinatário {recipient} é o endereço do próprio serviço de conversão. Indique o do lojista.",
  "for how many days": "por quantos dias",
  "none, or how many minutes before the price promise ends":
    "none, ou quantos minutos antes do fim da garantia do preço",
  '{what}, from 1 to {most}; got "{text}".': "{what}, de 1 a {most}; foi recebido “{text}”.",
  'Expected at most {most} stores. "crosstill stores create" on the server makes more.':
    "Há no máximo {most} lojas. “crosstill stores create” no servidor cria mais.",
  "an invoice is open or being paid": "uma fatura está aberta ou sendo paga",
  "a payout is not paid yet": "um desembolso ainda não foi pago",
  "a pull payment can still be claimed": "um pagamento a resgatar ainda pode ser resgatado",
  "{before}, and {next}": "{before}, e {next}",
  "Expected a store in which no money moves: {why}. Wait until it is done, or close it first.":
    "Era esperada uma loja em que nenhum dinheiro se move: {why}. Espere terminar, ou feche antes.",
  "Expected {expected}": "Esperado: {expected}",
  'a percentage such as 1.5, from 0 to 100; got "{text}".':
    "uma porcentagem como 1.5, de 0 a 100; foi recebido “{text}”.",
  '{words} or {last}; got "{text}".': "{words} ou {last}; foi recebido “{text}”.",
  'an amount of {coin} such as 0.50; got "{text}".': "um valor em {coin} como 0.50; foi recebido “{text}”.",
  '<from amount>=<number from 1 to {most}>, e.g. "1000=2,10000=6", or the number alone; got "{text}".':
    "<a partir do valor>=<número de 1 a {most}>, p. ex. “1000=2,10000=6”, ou só o número; foi recebido “{text}”.",
  "a name of 1 to {most} characters, without control and format characters.":
    "um nome de 1 a {most} caracteres, sem caracteres de controle nem de formatação.",
  'an address that starts with https:// or mailto:; got "{text}".':
    "um endereço que comece por https:// ou mailto:; foi recebido “{text}”.",
  "a colour such as '#0F3B21' (in quotes), or none; got \"{text}\".":
    "uma cor como '#0F3B21' (entre aspas), ou none; foi recebido “{text}”.",
  'at most {most} currencies such as EUR,CHF, or none; got "{text}". There are {known}.':
    "no máximo {most} moedas como EUR,CHF, ou none; foi recebido “{text}”. Há {known}.",
  'UTC or a time zone such as Europe/Berlin; got "{text}".':
    "UTC ou um fuso horário como Europe/Berlin; foi recebido “{text}”.",
  'one e-mail address, or none; got "{text}".':
    "um único endereço de e-mail, ou none; foi recebido “{text}”.",
  'one of {known}; got "{text}".': "um de {known}; foi recebido “{text}”.",
  'a payment method such as BTC-CHAIN, or none; got "{text}".':
    "um método de pagamento como BTC-CHAIN, ou none; foi recebido “{text}”.",
  'payment methods such as ETH-BASE,USDT-BASE, or none; got "{text}".':
    "métodos de pagamento como ETH-BASE,USDT-BASE, ou none; foi recebido “{text}”.",
  'how long a price is held, from 1 to {most}; got "{text}".':
    "por quanto tempo um preço vale, de 1 a {most}; foi recebido “{text}”.",
  '<chainId>:<address on that chain>, e.g. {example}; got "{text}".':
    "<chainId>:<endereço nessa rede>, p. ex. {example}; foi recebido “{text}”.",
  "What delivery {delivery} said is not kept any more: it is older than 60 days. Read the invoice instead.":
    "O que a entrega {delivery} dizia já não é guardado: tem mais de 60 dias. Leia a fatura em vez disso.",
  'Webhook {webhook} is switched off: switch it on (PUT with "enabled": true) before anything is sent to it.':
    'O webhook {webhook} está desativado: ative-o (PUT com "enabled": true) antes de enviar algo a ele.',
  '"{text}" can be read in two ways. Write 1234 or 1234.50: no sign between the thousands.':
    "“{text}” pode ser lido de duas formas. Escreva 1234 ou 1234.50: sem sinal entre os milhares.",
  'Expected a positive decimal number such as "25.00", got "{text}".':
    "Era esperado um número decimal positivo como “25.00”, não “{text}”.",
  'Expected a decimal number such as "25.00", got "{text}".':
    "Era esperado um número decimal como “25.00”, não “{text}”.",
  'Expected at most {decimals} decimals, got "{text}".':
    "Eram esperadas no máximo {decimals} casas decimais, não “{text}”.",
  'Expected an amount of at most 78 digits in smallest units, got "{text}".':
    "Era esperado um valor de no máximo 78 dígitos nas menores unidades, não “{text}”.",
  "Money at an address of this store that belongs to no invoice. Assign it to the invoice that the customer meant, or refund it. For transfers of your own choose Not a payment.":
    "Dinheiro em um endereço desta loja que não pertence a nenhuma fatura. Atribua-o à fatura que o cliente queria pagar, ou reembolse-o. Para transferências suas, escolha “Não é um pagamento”.",
  "To the shop's own address, from": "Para o endereço da própria loja, de",
  "Invoice or order": "Fatura ou pedido",
  "Refund to this address": "Reembolsar para este endereço",
  "Ask the sender for an address. An exchange does not credit what comes back to the address that it has sent from.":
    "Peça um endereço ao remetente. Uma corretora não credita o que volta para o endereço do qual enviou.",
  "Do not list transfers of this sender from now on": "Não mostrar mais as transferências deste remetente",
  "Not a payment": "Não é um pagamento",
  "Senders that are not listed": "Remetentes que não são mostrados",
  "Unattributed funds refunded": "Fundos não atribuídos reembolsados",
  "Unattributed funds marked as not a payment": "Fundos não atribuídos marcados como não pagamento",
  "Ignored sender removed": "Remetente ignorado removido",
  "This store has no such unattributed funds any more.":
    "Esta loja não tem mais esses fundos não atribuídos.",
  "The money of {outpoint} was decided upon where the intent service sent it.":
    "Já se decidiu sobre o dinheiro de {outpoint} no local para onde o serviço de conversão o enviou.",
  "The intent service converts what comes to a deposit address and sends it to the settlement address. Assign the money to an invoice and refund that invoice.":
    "O serviço de conversão converte o que chega a um endereço de depósito e envia-o para o endereço de recebimento. Atribua o dinheiro a uma fatura e reembolse essa fatura.",
  "This money was assigned, refunded or dismissed already.": "Alguém já decidiu sobre este dinheiro.",
  "The money is in another coin than the one that the invoice is settled in, and is not converted. Mark the invoice as settled, or refund the money.":
    "O dinheiro está em outra moeda que não a de liquidação da fatura e não é convertido. Marque a fatura como liquidada ou reembolse o dinheiro.",
  'The intent service has no such coin. Send it back from your wallet, then choose "Not a payment".':
    "O serviço de conversão não tem essa moeda. Devolva-a da sua carteira e depois escolha “Não é um pagamento”.",
  "There is no invoice or order {invoice} in this store.":
    "Nesta loja não há nenhuma fatura nem pedido {invoice}.",
  "Refunded before": "Reembolsado até agora",
  "What was paid too much is refunded already.": "O que foi pago a mais já foi reembolsado.",
  "The sale counted as paid, and then the payment went back or disappeared. If you have handed over the goods, ask the customer to pay again.":
    "A venda contava como paga e depois o pagamento voltou ou desapareceu. Se já entregou a mercadoria, peça ao cliente que pague de novo.",
  "no longer paid": "não está mais paga",
  "The payment of order {order} needs a decision: {kind}.":
    "O pagamento do pedido {order} precisa de uma decisão: {kind}.",
  "Paid too much, for your information": "Pago a mais, para sua informação",
  "By the store's payment rules an excess stays with you and needs no decision. You can refund it.":
    "Pelas regras de pagamento da loja, o excesso fica com você e não precisa de decisão. Você pode reembolsá-lo.",
  "What counts as paid": "O que conta como pago",
  "Late payments are looked for, in minutes": "Procura de pagamentos atrasados, em minutos",
  "chain {chain}: {address}": "cadeia {chain}: {address}",
  "{name} asks to change the refund addresses of {store}":
    "{name} pede para mudar os endereços de reembolso de {store}",
  "The refund addresses of {store} were changed": "Os endereços de reembolso de {store} foram alterados",
  "Money that cannot be converted is sent back there from now on. If it was not meant, change it back at once.":
    "A partir de agora, o dinheiro que não pode ser convertido é enviado para lá. Se não era o pretendido, desfaça a alteração já.",
  "It holds from now on. If it was not meant, change it back at once.":
    "Vale a partir de agora. Se não era o pretendido, desfaça a alteração já.",
  "{name} has changed what {store} accepts as paid": "{name} mudou o que {store} aceita como pago",
  "An API key has made a copy of {store}": "Uma chave de API criou uma cópia de {store}",
  "The new store is paid at the same address. If it was not meant, revoke the key and archive the store.":
    "A nova loja recebe no mesmo endereço. Se não era o pretendido, revogue a chave e arquive a loja.",
  "This takes two people who may approve payouts in this store, and there is one. Invite an owner or a manager first.":
    "São precisas duas pessoas que possam aprovar pagamentos de saída nesta loja, e há uma. Convide primeiro um proprietário ou um gerente.",
  "This change was withdrawn, replaced or confirmed before. Look at the page again.":
    "Esta alteração já foi retirada, substituída ou confirmada. Veja a página de novo.",
  "Who can be the second person now: {names}.": "Podem ser a segunda pessoa agora: {names}.",
  "No second person is available now.": "Neste momento, ninguém pode ser a segunda pessoa.",
  "{name} can from {time}.": "{name} pode sê-lo a partir de {time}.",
  "An account that another one has invited, reset, enabled or given a role is no second person beside it for 24 hours, also through further accounts.":
    "Uma conta que outra convidou, repôs ou ativou, ou à qual deu uma função, não é uma segunda pessoa a seu lado durante 24 horas, nem através de outras contas.",
  "Refund addresses of a store changed": "Endereços de reembolso de uma loja alterados",
  "Change of the refund addresses asked for": "Alteração dos endereços de reembolso pedida",
  "Change of the refund addresses withdrawn": "Alteração dos endereços de reembolso retirada",
  "Change of the limit for payouts withdrawn": "Alteração do limite de pagamentos de saída retirada",
  "Where the service sends money of {store} that it cannot convert. Payouts of this store take two people, and so does a change of these addresses.":
    "Para onde o serviço envia o dinheiro de {store} que não consegue converter. Os pagamentos de saída desta loja exigem duas pessoas, e uma alteração destes endereços também.",
  "Confirm the new addresses": "Confirmar os novos endereços",
  "There is no exchange rate to compare it with the store’s limit. Two people must approve it.":
    "Não há taxa de câmbio para o comparar com o limite da loja. Duas pessoas têm de o aprovar.",
  "This payout of {own} is within the store’s limit of {limit}, but not together with {others} that one person or API keys have approved within 24 hours. Two people must approve it.":
    "Este pagamento de saída de {own} está dentro do limite da loja de {limit}, mas não em conjunto com os {others} que uma pessoa ou chaves de API aprovaram em 24 horas. Duas pessoas têm de o aprovar.",
  "{name} has opened this account. Until {time} it approves nothing that moves money, and gives no access to others.":
    "{name} abriu esta conta. Até {time}, ela não aprova nada que mova dinheiro nem dá acesso a ninguém.",
  "{name} has opened this account. Until {time} it approves nothing that moves money, and gives no access to others. Sign in with the second factor that you had before to end this at once.":
    "{name} abriu esta conta. Até {time}, ela não aprova nada que mova dinheiro nem dá acesso a ninguém. Inicie sessão com o segundo fator que tinha antes para terminar isto já.",
  "Within a day one of your accounts was invited, given a role, reset or enabled by the other, by a command, or through further accounts. You count as two people from {time}. Wait, or let another person approve.":
    "No último dia, uma das vossas contas foi convidada, reposta, ativada ou recebeu uma função da outra, de um comando ou através de outras contas. Contam como duas pessoas a partir de {time}. Espere, ou deixe outra pessoa aprovar.",
  "What one person and API keys approve alone within 24 hours is added up, so a small payout can be above the limit too. Changes of the settlement and of refund addresses then take two people as well.":
    "O que uma pessoa e chaves de API aprovam sozinhas em 24 horas é somado, por isso um pagamento pequeno também pode exceder o limite. As alterações da liquidação e dos endereços de reembolso exigem então também duas pessoas.",
  "Payouts of this store take two people. So does a change of the settlement or of a refund address.":
    "Os pagamentos de saída desta loja exigem duas pessoas. Uma alteração da liquidação ou de um endereço de reembolso também.",
  "A change of the refund addresses waits for a second person.":
    "Uma alteração dos endereços de reembolso aguarda uma segunda pessoa.",
  "The payout is valued. The books have a corrected line.":
    "O pagamento de saída está avaliado. Os livros têm uma linha corrigida.",
  "This payout is valued already.": "Este pagamento de saída já está avaliado.",
  "Payout valued by hand": "Pagamento de saída avaliado à mão",
  "These payments and payouts have no value in {currency}, so they are in no sum of {store}, and files for other programs leave them out. Enter the rates of the day of each.":
    "Estes pagamentos e pagamentos de saída não têm valor em {currency}. Por isso não estão em nenhuma soma de {store}, e os ficheiros para outros programas omitem-nos. Indique as taxas do dia de cada um.",
  "Every payment and payout is valued.": "Todos os pagamentos e pagamentos de saída estão avaliados.",
  "Payments and payouts without a value appear here.":
    "Os pagamentos e pagamentos de saída sem valor aparecem aqui.",
  "requested <span>{time}</span>": "pedido <span>{time}</span>",
  "Value the payout": "Avaliar o pagamento de saída",
  "Payout {id}": "Pagamento de saída {id}",
  "{count} bookings are left out: they have no value in {currency}.": {
    one: "{count} lançamento é omitido: não tem valor em {currency}.",
    other: "{count} lançamentos são omitidos: não têm valor em {currency}.",
  },
  "{count} bookings are left out: their amounts are unknown.": {
    one: "{count} lançamento é omitido: o seu montante é desconhecido.",
    other: "{count} lançamentos são omitidos: os seus montantes são desconhecidos.",
  },
  "The cost of {count} conversions is unknown": {
    one: "O custo de {count} conversão é desconhecido",
    other: "O custo de {count} conversões é desconhecido",
  },
  "The refund addresses below are those of {store}.": "Os endereços de reembolso abaixo são os de {store}.",
  Refunded: "Reembolsada",
  "partly refunded": "reembolsada em parte",
  "Tip in the price": "Gorjeta incluída no preço",
  "Files for other programs leave out payments and payouts without a value in {currency}.":
    "Os ficheiros para outros programas omitem pagamentos e pagamentos de saída sem valor em {currency}.",
  "At most {amount} can be refunded: what has arrived, less earlier refunds.":
    "Podem ser reembolsados no máximo {amount}: o que chegou, menos os reembolsos anteriores.",
  "The intent service needs attention": "O serviço de conversão precisa de atenção",
  "The intent service does not accept the API key: coins that it converts cannot be offered. Check INTENTS_API_KEY.":
    "O serviço de conversão não aceita a chave de API: as moedas que ele converte não podem ser oferecidas. Verifique INTENTS_API_KEY.",
  "The intent service takes no calls without an API key: coins that it converts cannot be offered. Set INTENTS_API_KEY.":
    "O serviço de conversão não aceita chamadas sem chave de API: as moedas que ele converte não podem ser oferecidas. Defina INTENTS_API_KEY.",
  "The intent service has announced the end of {path} for {day}. The page of the server says what to do.":
    "O serviço de conversão anunciou o fim de {path} para {day}. A página do servidor diz o que fazer.",
  "does not accept the API key: check INTENTS_API_KEY":
    "não aceita a chave de API: verifique INTENTS_API_KEY",
  "takes no calls without an API key: set INTENTS_API_KEY":
    "não aceita chamadas sem chave de API: defina INTENTS_API_KEY",
  "Nothing: the gateway does not use it any more.": "Nada: o gateway não o usa mais.",
  "has ended": "terminou",
  "has ended; announced for {time}": "terminou; anunciado para {time}",
  "deprecated, without a date of its end": "obsoleto, sem data de término",
  "ends on {time}": "termina em {time}",
  "was to end on {time}, and has answered since then": "deveria terminar em {time} e respondeu desde então",
  "was to end on {time}, and has not been asked since then":
    "deveria terminar em {time} e não foi consultado desde então",
  "The gateway changes to the other version by itself when this one has ended. Compare both versions below.":
    "O gateway muda sozinho para a outra versão quando esta terminar. Compare as duas versões abaixo.",
  "{setting} keeps the gateway at this version: set it to auto, and start the server again.":
    "{setting} mantém o gateway nesta versão: defina auto e reinicie o servidor.",
  "The gateway changes to the next version by itself.": "O gateway muda sozinho para a próxima versão.",
  "Set INTENTS_API_KEY: the next version of this list needs a key. Without a list the gateway asks for the status of each request.":
    "Defina INTENTS_API_KEY: a próxima versão desta lista precisa de uma chave. Sem lista, o gateway pergunta o estado de cada solicitação.",
  "Install a version of Crosstill that does not use this path.":
    "Instale uma versão do Crosstill que não use este caminho.",
  "The gateway changes to the other version by itself when this one has ended. Compare both versions below before that day.":
    "O gateway muda sozinho para a outra versão quando esta terminar. Compare as duas versões abaixo antes desse dia.",
  "Prices are asked by version 3 of its quotes.": "Os preços são pedidos com a versão 3 das cotações.",
  "Prices are asked by version 2 of its quotes.": "Os preços são pedidos com a versão 2 das cotações.",
  "Announced ends": "Términos anunciados",
  Path: "Caminho",
  "What to do": "O que fazer",
  "replaced by {path}": "substituído por {path}",
  "The service's guide: {guide}": "Guia do serviço: {guide}",
  "Compare versions 2 and 3": "Comparar as versões 2 e 3",
  "Asks one quote by both versions, for the first store. It is no offer, and nothing is stored.":
    "Pede uma cotação com as duas versões, para a primeira loja. Não é uma oferta e nada é guardado.",
  "Amount in the settlement coin": "Valor na moeda de liquidação",
  "Ask for deposit addresses as well (the service makes two, which are not used)":
    "Pedir também endereços de depósito (o serviço cria dois, que não são usados)",
  "Compare both versions": "Comparar as duas versões",
  "Both versions": "As duas versões",
  "Version 2": "Versão 2",
  "Version 3": "Versão 3",
  "Enter an amount above zero, such as 25.": "Digite um valor maior que zero, por exemplo 25.",
  "The intent service does not accept the API key. The operator checks INTENTS_API_KEY.":
    "O serviço de conversão não aceita a chave de API. O operador verifica INTENTS_API_KEY.",
  "The intent service takes no calls without an API key. The operator sets INTENTS_API_KEY.":
    "O serviço de conversão não aceita chamadas sem chave de API. O operador define INTENTS_API_KEY.",
  "The money that this payout refunds is no longer on its chain. Wait until a block has it again, or cancel the payout.":
    "O dinheiro que este pagamento reembolsa já não está na sua rede. Espere até que um bloco o contenha de novo ou cancele o pagamento.",
  "Another store on this server is or was paid at the new address too.":
    "Outra loja deste servidor também recebe ou recebia no novo endereço.",
  "Another store on this server is or was paid at this address too.":
    "Outra loja deste servidor também recebe ou recebia neste endereço.",
  "Money that reaches it and belongs to no invoice is listed in this store.":
    "O dinheiro que chega a ele e não pertence a nenhuma fatura é mostrado nesta loja.",
  "Money that reaches it and belongs to no invoice is listed in the other store.":
    "O dinheiro que chega a ele e não pertence a nenhuma fatura é mostrado na outra loja.",
  "Payment link {title}": "Link de pagamento {title}",
  "Paid too much": "Pago a mais",
  "More invoices were paid than this link asks for. Refund the excess on the page of an invoice.":
    "Foram pagas mais faturas do que este link pede. Reembolse o excesso na página de uma fatura.",
  "The sender is the intent service, which payments come from. Take off this transfer alone, without its sender.":
    "O remetente é o serviço de conversão, de onde vêm os pagamentos. Retire só esta transferência, sem o remetente.",
  "This money came to a deposit address. Only senders to the store's own address can be ignored: dismiss it without ignoring its sender.":
    "Este dinheiro chegou a um endereço de depósito. Só é possível ignorar remetentes para o endereço próprio da loja: retire-o da lista sem ignorar o remetente.",
  "This money has a refund to another address, {address}. Cancel payout {payout} first, or leave that address.":
    "Este dinheiro já tem um reembolso para outro endereço, {address}. Cancele primeiro o pagamento {payout} ou mantenha esse endereço.",
  "have a payment": "têm um pagamento",
};
