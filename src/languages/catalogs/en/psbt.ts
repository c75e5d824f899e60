/** The page on which an invoice is paid with a PSBT, and why one is not made or not sent. */
export const psbt = {
  "psbt.title": "Pay with a PSBT",
  "psbt.back": "Back to the invoice of {store}",
  "psbt.lead": "For hardware and offline wallets. It must pay exactly <strong>{amount}</strong> to:",
  "psbt.sign": "1. Sign it",
  "psbt.spends":
    "It spends confirmed coins of your addresses, costs a network fee of <strong>{fee}</strong>, and sends the rest back to:",
  "psbt.download": "Download the PSBT",
  "psbt.copy": "Copy as text",
  "psbt.showText": "Show it as text",
  "psbt.asText": "The PSBT as text",
  "psbt.showQr": "Show it as a QR code",
  "psbt.qr": "QR code with the PSBT",
  "psbt.tooLong": "It is too long for one QR code: take the file or the text.",
  "psbt.where": "1. Say where your coins are",
  "psbt.addresses":
    "Up to {most} addresses of your wallet, one on a line; what is left over goes back to the first",
  "psbt.lookup": "The shop's gateway looks up their coins at an explorer, and writes nothing of it down.",
  "psbt.make": "Make the PSBT",
  "psbt.paste": "2. Paste it back, signed",
  "psbt.signed": "The signed PSBT as text",
  "psbt.check": "It is looked at before it is sent: only what pays this invoice, exactly, is broadcast.",
  "psbt.send": "Look at it and broadcast",
  "psbt.unchosen": "Choose Bitcoin on the invoice's page first.",
  "psbt.addressesWanted": "Expected one to {most} addresses of your wallet, got {given}.",
  "psbt.noAddress": "“{text}” is no Bitcoin address of this network. Give addresses that hold your coins.",
  "psbt.hardToSign":
    "Coins of {address} take more than one plain signature to spend. Pay by the address instead, or with coins of another one.",
  "psbt.dust": "So little cannot be sent on Bitcoin: nodes relay {least} sats or more.",
  "psbt.manyCoins":
    "This would take more than {most} of your coins. Give addresses with larger ones, or pay by the address.",
  "psbt.poor":
    "These addresses hold {held} in blocks. {needed} and the network's fee are needed: at least {missing} more.",
  "psbt.coinsChanged": "Your coins have changed in this moment. Try again.",
  "psbt.unpriced": "This invoice asks for no payment in bitcoin now. Nothing was sent.",
  "psbt.otherAmount":
    "This PSBT pays {paid} to {address}; expected exactly {expected}. Nothing was sent: make a new PSBT here.",
  "psbt.networkRefuses":
    "The Bitcoin network refuses this transaction: {words}. Were its coins spent meanwhile? Make a new PSBT here.",
  "psbt.closed": "This invoice is paid or closed, so nothing was sent. Ask the shop for a new one.",
  "psbt.paid": "This invoice is paid. Nothing was sent.",
  "psbt.busy":
    "Too many are asking about the Bitcoin network at the moment. Nothing was sent; try again in a minute.",
  "psbt.unseen":
    "The Bitcoin network cannot be seen now. Try again in a minute; the same PSBT never pays twice.",
  "psbt.unsigned.empty": "Paste the signed PSBT: a text that begins with cHNidP.",
  "psbt.unsigned.finished":
    "This is a finished transaction, not a PSBT. Your wallet can broadcast it itself.",
  "psbt.unsigned.foreign":
    "This is no PSBT. Paste the signed one as your wallet exports it: a text that begins with cHNidP.",
  "psbt.unsigned.input":
    "Input {input} of {inputs} is not signed. Sign it in your wallet with every key that it asks for, and export it again.",
  "psbt.unsigned.misfit":
    "The signature of input {input} does not fit. Sign the file that was made here, as it is.",
  "psbt.unsigned.incomplete": "Input {input} cannot be completed: {words}",
  "psbt.unsigned.crowded":
    "It has {words} signatures, more than are checked here. Broadcast it with your wallet.",
  "psbt.unsigned.whole": "It cannot be broadcast: {words}",
} as const;
