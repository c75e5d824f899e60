/** The form with which a payer asks for e-mail. */
export const tell = {
  "tell.title": "Tell me by e-mail",
  "tell.text": {
    one: "You get a message when your payment is complete, when something is missing, or when it is sent back. Your address is used for nothing else, and deleted {count} day after the payment has ended.",
    other:
      "You get a message when your payment is complete, when something is missing, or when it is sent back. Your address is used for nothing else, and deleted {count} days after the payment has ended.",
  },
  "tell.label": "Your e-mail address",
  "tell.button": "Tell me",
  "tell.saved": "News goes to {address}.",
  "tell.change": "Change the address",
  "tell.stop": "Send no more messages",
  "tell.still": "Open this form on a page that does not reload",
  "tell.refused": "Please enter one e-mail address, such as name@example.com.",
  "tell.tooMany":
    "This address cannot be taken now: too many were given. This page says what becomes of your payment.",
  "tell.closed": "There is no more news to come about this payment.",
  "tell.off": "No e-mail is sent from here. This page says what becomes of your payment.",
} as const;
