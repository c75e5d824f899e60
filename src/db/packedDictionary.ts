/**
 * The words of quotes, events and observations, the most frequent at the end, where deflate finds them cheapest. What was packed with
 * it can only be read with it: never change a byte. Another dictionary is another mark in packed.ts.
 */
// prettier-ignore
export const DICTIONARY_1 = [
  "{}value\":\"\",\"hproof\":{\"header\":\"\",\"index\":6,\"branch\":[\"\",\"\",\"\",\"\",\"\"]}}{\"id\":\"0xAddress\":{\"adepositT",
  "xHash\":\"Type\":\"open\",\"depositor\":null,\"depositOutput\":\":0\"},\"data\":{\"failReason\":\"N/A\",\"inTxs\":[{\"ha",
  "sh\":\",\"statustype\":\"onchain\",\"block\":115}],\"out0x,\"status}]currencyIn8currencyOu0xUSDC\"false}},\"amou",
  "nt25.\"}currencyRefunded\":null,\"rate\":\".\"},\"refundF\"100\",\"appFees\":[]Request\":false,\"usesExternalLiqu",
  "idity\":false,\"fees\":{,\"app\":\"0\",\"payerGas\":\"284\"}},\"usTo\":\"\",\"protocol0x\"},\"referrer\":\"\",\"unsupporte",
  "dDeposits\":[],\"createdAt\":\"2026-11-21T09:00:Z\",\"upd}{\"kind\":\"offer\",\"at\":,\"offer\":{\"quotchainId\":ref",
  "undTo\":\"nput\":\"\",\"covers\":\"\",\"floor\":\"\",\"from\":,\"cost\":{\"gross\":\"\"\"\",\"relayerGas\":\"\",\"relayerService",
  "\":\"\"}}}}{\"kind\":\"output\",\"at\":,\"sentBy\":,avalue\":\"\",\"confirmations\":1,\"blockHash\":\"\",\"tipHeight\":115",
  ",\"spends\":[\":1\"]}{\"kind\":\"request\",\"at\":word\":\"success\",\"depositTxid\":\"\",\"input\":\"\",\"outcome\":{\"kind",
  "amount\":\"proof\":\":0x:0:67cccf90f0b86a5fd56ed\"}}{\"steps\":[{\"id\":\"deposit\",\"action\":\"Send BTC to the d",
  "eposit address\",\"description\":\"Any wallet can pay bitcoin. USDC is sent to 0x after the payment is c",
  "onfirmed.\",\"kind\":\"transaction\",\"requestId\":\"0x\",\"depositAddress\":\"\",\"items\":[{\"status\":\"incomplete\"",
  ",\"data\":{\"from\":\"\",\"to\":\"\",\"data\":\"0x\",\"value\":\"},\"check\":{\"endpoint\":\"/intents/status?requestId=0x\"",
  ",\"method\":\"GET\"}}]}],\"fees\":{\"gas\":{\"currency\":{\"chainId\":,\"address\":\"decimals\":8,\"name\":\"Bitcoinlog",
  "oURI\":\"\",\"verified\":true,\"isNative\":true}},\"amount\":\"284\",\"amountUsd\":\"0.\",\"minimumAFormatted\":\"0.\"}",
  ",\"relayer0xUSDC\",\"decimals\":6,\"name\":\"Sandbox USD CoinfalsmountG0xfalsmountService0xfalsmountapp0xfa",
  "ls0mount\":\"0\",\"amount\"},\"subsidized0xfals0\"}},\"detailIn25mountcurrencyOut0xfals25mount25.\"},\"timeEst",
  "imate\":610,\"operation\":\"bridge\",\"sender\":\"\",\"recipient\":\"0x\",\"refundC8\",\"amount25mount\":\"\"},\"totalIm",
  "pact\":{\"usd\":\"-0.\",\"percent\":\"-\"},\"swap\"},\"expandedPriceImpact\":{\"swap\":{\"usd\":\"0.\"},\"execution},\"re",
  "lay},\"apsponsored},\"rate\":\".\",\"slippageTolerance\":{\"total\":\"100\",\"origin,\"value\":\"0\"}{\"usd\":\"0.\",\"va",
  "lue\":\"\"}},\"isFixedRroute\":{\"origin\":{\"inputC8outputC8router\"}{\"inputC8outputC0xUSDC\"false}},\"router\"",
  "}}}}Creat1,\"status\":\"New\",\"overPaid\":false,\"manuallyMarked\":falseReceivedPaymentMethomovingnull{\"typ",
  "e\":\"CrosstillPaymentConfirmMethoProcessing2,\"status\":\"Processing\",\"movingnull{\"type\":\"InvoicePayment",
  "Settled\",\"timestamp\":,\"storeId\":\"\",\"invoiceId\":\"\",\"metadata\":{\"orderId\":\"\",\"itemDesc\":\"\",\"buyerEmail",
  "\":\"\"},\"afterExpiration\":false,\"paymentMethodId\":\"BTC-CHAIN\",\"payment\":{\"id\":\"-0\",\"receivedDate\":,\"va",
  "lue\":\"0.\",\"fee\":\"0\",\"status\":\"Settled\",\"destination\":\"\"},\"crosstill\":{\"version\":3additionalStatus\":\"",
  "None\",\"paid\":\"\",\"remaining\":\"\",\"over\":\"\",\"currency\":\"USD\",\"oddities\":[],\"deposit\":{\"outpoint\":\":0\",\"",
  "chainId\":bc1qqqqqqqqqqqqqqqqqqqqmql8k8\",\"units\":\"\",\"amount\":\"0.\",\"symbol\":\"BTC\",\"state\":\"settled\",\"l",
  "ate\":false,\"mismatch\":null,\"countsFor\":\"\",\"settlement\":{\"amount\":\"25USDC\",\"txHash\":\"0x\",\"evidence\":\"",
  "verified\",\"claimed\":false},\"refund\":null},\"signatures\":[{version\":1,\"text\":\"crosstill-offer-v1\\ninvo",
  "ice: \\nstore: \\ndomain: none\\naddress: \\nunits: \\namount: 0.\\ncoin: BTC\\ntoken: \\nchain: \\nexpires: ",
  "\",\"signature\":\"\",\"publicKey\":\"\"}]}}",
].join("");
