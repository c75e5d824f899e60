/** Choosing a way to pay, and paying from a wallet in the browser. */
export const wallet = {
  "wallet.here": "Wallet in this browser",
  "wallet.refund": "Send a refund to this wallet, if there has to be one",
  "wallet.steps": "What the wallet does",
  "wallet.payWith": "Pay with {wallet}",
  "wallet.payWithAny": "Pay with the wallet in this browser",
  "wallet.connect": "Connect the wallet",
  "wallet.check": "Check the payment",
  "wallet.pays": "You pay {amount}, and the network's fee.",
  "wallet.move": "Move the wallet to {network}",
  "wallet.funds": "Look whether there is enough",
  "wallet.confirm": "Confirm the payment in the wallet",
  "wallet.wait": "Wait for the block",
  "wallet.noAccount":
    "The wallet gave no account. Open it, unlock it, choose the account that pays, and try again.",
  "wallet.declinedAsk": "You declined in the wallet. Nothing was sent; try again when you like.",
  "wallet.pending":
    "The wallet is already asking you something. Open it, answer there, and try again. Nothing was sent.",
  "wallet.walletSaid": "The wallet answered: {words}. Nothing was sent; try again.",
  "wallet.unknownChain":
    "The wallet does not know {network} (chain {chain}). Add it there, and try again. Nothing was sent.",
  "wallet.otherChain":
    "The wallet is not on {network} (chain {chain}). Switch it there, and try again. Nothing was sent.",
  "wallet.otherAccount":
    "The wallet has changed to another account. Nothing was sent; try again with the one that is to pay.",
  "wallet.tooPoor":
    "This account holds {have}, and {need} are to be paid. Choose another account, or pay another way. Nothing was sent.",
  "wallet.declined": "You declined in the wallet. Nothing was sent.",
  "wallet.unsure":
    "The wallet did not say whether it has sent the payment ({words}). Look into its history before you pay again: what was sent shows up here.",
  "wallet.failed": "The transaction {hash} failed on the chain, so nothing was paid. You can try again.",
  "wallet.slow":
    "The transaction {hash} was sent and is in no block yet. It shows up here; do not pay again.",
  "wallet.wasSent":
    "The wallet in this browser has sent {hash} for this invoice. Do not pay again: it shows up here.",
  "wallet.wasAsked":
    "The wallet in this browser was asked for this payment before. Look into its history: if it was sent, do not pay again, it shows up here.",
  "wallet.again": "It was not sent: let me pay again",
  "wallet.silent": "The shop's gateway did not answer ({words}). Nothing was sent; try again.",
  "choice.cheapest": "lowest fee",
  "choice.fastest": "fastest",
  "choice.sent": "about {amount}",
  "choice.fee": "fee about {amount}",
  "choice.received": "{store} receives about {amount}",
  "choice.seconds": "about {seconds} s",
  "choice.minutes": "about {minutes} min",
  "choice.hours": "about {hours} h",
  "choice.needs": "{method} needs at least {amount}",
  "choice.notOffered": "Not offered for this amount, because fees would eat too much of it: {methods}.",
} as const;
