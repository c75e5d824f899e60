/** The texts of e-mails to customers, payers and accountants. */
export const mail = {
  "mail.pay": "Pay {amount}",
  "mail.open": "Open the payment page",
  "mail.anyAmount": "an amount of your choice",
  "mail.invoice.subject": "Invoice from {store}: {amount}",
  "mail.invoice.lead":
    "{store} asks you to pay {amount}. On the page below you choose a coin, and then see how much of it to send where.",
  "mail.reminder.subject": "Not paid yet: {amount} to {store}",
  "mail.reminder.lead":
    "{store} has not seen your payment of {amount} yet. If you have sent it in the meantime, do not send it again: your payment and this message have crossed.",
  "mail.confirmed.subject": "Your payment to {store} is confirmed",
  "mail.confirmed.lead":
    "Your payment is in the chain and on its way to {store}. There is nothing left to do; you get one more message when it is complete.",
  "mail.underpaid.subject": "{missing} still missing for {store}",
  "mail.underpaid.lead":
    "A part of your payment to {store} was seen. About {missing} of {amount} is still missing. The page below shows the exact amount and where to send it.",
  "mail.settled.subject": "Receipt: {amount} paid to {store}",
  "mail.settled.lead": "Thank you. {store} has received your payment. Your receipt is on the page below.",
  "mail.settled.link": "Open the receipt",
  "mail.expired.subject": "The invoice of {store} has expired",
  "mail.expired.lead":
    "The price of {amount} is no longer held. Please do not send anything to this invoice any more; ask {store} for a new one. If you have already sent something, do not send it again: the page below shows its state, and {store} can help.",
  "mail.refunded.subject": "Your payment to {store} was sent back",
  "mail.refunded.payer":
    "Your payment could not be converted and was sent back automatically to your refund address.",
  "mail.refunded.shop":
    "Your payment could not be converted and was sent back automatically to the refund address of {store}. Please contact {store} to get it.",
  "mail.refund.subject": "{store} offers you a refund",
  "mail.refund.lead":
    "{store} pays {amount} back to you. On the page below you say to which address. Anyone who has this link can claim the refund: keep it to yourself.",
  "mail.refund.link": "Claim the refund",
  "mail.statement.subject": "{store}: statement for {month}",
  "mail.statement.lead":
    "{month} is complete in the books of {store}. Behind the link below are its statement, to be read or printed, and its files: payments, invoices, refunds, fees and the ledger.",
  "mail.statement.link": "Open the statement",
  "mail.statement.expires": {
    one: "The link works for {count} day.",
    other: "The link works for {count} days.",
  },
  "mail.statement.secret":
    "It needs no password: anyone who has it can read this month. Pass it on only to those who may.",
  "mail.fact.what": "For",
  "mail.fact.order": "Order",
  "mail.fact.amount": "Amount",
  "mail.fact.missing": "Still missing",
  "mail.request.subject": "Payment request from {store}: {amount}",
  "mail.fact.payUntil": "Can be paid until",
  "mail.whyRequest": "You receive this message because {store} has sent a payment request to your address.",
  "mail.fact.until": "Price held until",
  "mail.fact.sentBack": "Sent back",
  "mail.fact.transaction": "Transaction",
  "mail.fact.invoice": "Invoice",
  "mail.fact.store": "Shop",
  "mail.fact.month": "Month",
  "mail.fact.zone": "Time zone",
  "mail.whyCustomer": "You receive this message because {store} has made an invoice for your address.",
  "mail.whyPayer":
    "You receive this message because your address was left on the payment page of {store}. It can be removed there.",
  "mail.whyAccountant":
    "You receive this message because {store} has named your address as its accountant’s.",
  "mail.sender":
    "{store} sends it through its payment gateway at {host}. We will never ask you for a password, a key or recovery words: close any page that does.",
  "mail.kept": {
    one: "Your address is used for messages about this payment only, and is deleted {count} day after it has ended.",
    other:
      "Your address is used for messages about this payment only, and is deleted {count} days after it has ended.",
  },
  "mail.sandbox": "Sandbox: pretend money. Nothing here has value.",
} as const;
