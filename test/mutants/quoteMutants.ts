import type { MutantsOf } from "./mutants.ts";

/** What quote requests may say, and what quotes answer. */
export const QUOTE_MUTANTS: readonly MutantsOf[] = [
  {
    file: "src/network/quote/quoteBody.ts",
    mutants: [
      ["quote.origin-chain", "originChainId: z.number().int()", "originChainId: z.coerce.number().int()"],
      ["quote.destination-chain", "destinationChainId: z.number()", "destinationChainId: z.coerce.number()"],
      ["quote.origin-currency", "originCurrency: TEXT", 'originCurrency: TEXT.default("USDC")'],
      [
        "quote.destination-currency",
        "destinationCurrency: TEXT",
        'destinationCurrency: TEXT.default("USDC")',
      ],
      ["quote.amount", ".regex(/^\\d{1,78}$/, 'expected", ".regex(/^-?\\d{1,78}/, 'expected"],
      ["quote.standard", "recipient: OPTIONAL_ADDRESS", "recipient: TEXT"],
      ["quote.tx.value", "z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)", "z.never()"],
      ["quote.tx.data", "/^0x([0-9a-fA-F]{2})*$/", "/^/"],
      ["quote.use-permit", "usePermit: z.boolean().optional()", "usePermit: z.literal(false).optional()"],
      [
        "quote.use-external-liquidity",
        "useExternalLiquidity: z.boolean()",
        "useExternalLiquidity: z.undefined()",
      ],
      ["quote.referrer", "referrer: plainText.max(LONGEST_REFERRER)", "referrer: plainText.regex(/^\\w+$/)"],
    ],
  },
  {
    file: "src/network/quote/readQuote.ts",
    mutants: [
      ["quote.user", 'readAddress("user", body.user, from.id, rules)', "body.user.toLowerCase()"],
      ["quote.user.any", "useDepositAddress || !catalog.isIdentifier(user)", "!catalog.isIdentifier(user)"],
      [
        "quote.origin-chain quote.destination-chain",
        "if (family) return { id, family };",
        'return { id, family: family ?? "evm" };',
      ],
      ["quote.refund-to", "if (!body.useDepositAddress) return undefined;", ""],
      ["quote.refund-to", 'return readPayee("refundTo", refundTo,', "return refundTo; (refundTo,"],
      ["x.strict", "return strict === true && useDepositAddress === true;", "return false;"],
    ],
  },
  {
    file: "src/network/quote/readAddress.ts",
    mutants: [
      [
        "quote.recipient",
        "const address = readAddress(field, given, chainId, rules);",
        "const address = given;",
      ],
      ["quote.recipient", "if (rules.catalog.isIdentifier(given)) {", "if (false) {"],
      ["bitcoin.to bitcoin.from", 'catalog.family(chainId) === "evm"', 'given.startsWith("0x")'],
      [
        "bitcoin.case",
        "readBitcoinAddress(given, network)",
        "readBitcoinAddress(given.toLowerCase(), network)",
      ],
    ],
  },
  {
    file: "src/network/quote/readCalls.ts",
    mutants: [
      ["quote.txs", "if (txs.length === 0) return [];", "return [];"],
      ["deposit.no-calls", "if (useDepositAddress) {", "if (false) {"],
      ["quote.tx.to", "to: readAddress(`txs.${index}.to`, to, chainId, rules)", "to"],
      ["call.sum limit.call-amount", "total !== BigInt(body.amount)", "false"],
      ["x.token-calls", 'destination.kind !== "native" && total > 0n', "false"],
    ],
  },
  {
    file: "src/network/quote/pickMethod.ts",
    mutants: [
      ["service.one-endpoint x.swap", 'atDesk && method === "depository" ? "desk" : method', "method"],
      ["quote.use-deposit-address", "if (body.useDepositAddress) return {", "if (false) return {"],
      ["quote.trade-type", 'if (tradeType !== "EXACT_INPUT" && tradeType', "if (false && tradeType"],
      ["call.exact-output limit.call-trade-type", 'hasCalls && tradeType !== "EXACT_OUTPUT"', "false"],
      [
        "deposit.exact-input limit.deposit-trade-type",
        "if (useDepositAddress && tradeType",
        "if (false && tradeType",
      ],
      ["x.expected-output", ' && tradeType !== "EXPECTED_OUTPUT"', ""],
      ["x.send", 'return { method: "direct", operation: "send" };', ""],
      ["item.signature", 'usePermit && origin.kind === "token" ? "permit"', 'false ? "permit"'],
    ],
  },
  {
    file: "src/network/api/quoteRoutes.ts",
    mutants: [["x.quote-price", "await price(request.body", "await quote(request.body"]],
  },
  {
    file: "src/network/api/configRoutes.ts",
    mutants: [["x.config", "min(free, output > capacity ? input - 1n : input)", "free"]],
  },
  {
    file: "src/network/api/depositAddressRoutes.ts",
    mutants: [["x.deposit-addresses", "requestById(store, found.parent)", "found"]],
  },
  {
    file: "src/network/refundTarget.ts",
    mutants: [
      ["x.refund-to-sender", "refundTo === TO_SENDER ? deposit?.sender : refundTo", "refundTo"],
      ["x.recovery-address", "(refundTo ?? recoveryAddress)", "refundTo"],
    ],
  },
  {
    file: "src/network/quote/unsupportedFields.ts",
    mutants: [["x.refused-fields", "value === undefined || value === null ||", "true ||"]],
  },
  {
    file: "src/network/quote/quote.ts",
    mutants: [
      ["quote.exact-input", 'if (tradeType === "EXACT_INPUT")', 'if (tradeType === "EXACT")'],
      ["quote.exact-output", 'tradeType === "EXACT_OUTPUT" ? withRoom(terms, exactly(amount, price)) : ', ""],
    ],
  },
  {
    file: "src/network/quote/readExtensions.ts",
    mutants: [["x.slippage", "return Number(given);", "return DEFAULT_SLIPPAGE_BPS;"]],
  },
  {
    file: "src/network/quote/pricing.ts",
    mutants: [["x.app-fees service.app-fees", "bpsFloor(gross, bps)", "0n"]],
  },
  {
    file: "src/network/quote/costs.ts",
    mutants: [
      ["deposit.gas-native", "DEPOSIT_ADDRESS_NATIVE_GAS = 33_000n", "DEPOSIT_ADDRESS_NATIVE_GAS = 0n"],
      ["deposit.gas-erc20", "DEPOSIT_ADDRESS_TOKEN_GAS = 70_000n", "DEPOSIT_ADDRESS_TOKEN_GAS = 33_000n"],
    ],
  },
  {
    file: "src/network/quote/execution.ts",
    mutants: [
      ["call.approval error.approval", "if (!simulation.reverts) return simulation.gas;", "return 100_000n;"],
    ],
  },
  {
    file: "src/network/quote/presentQuote.ts",
    mutants: [
      ["service.amounts", "amount: String(amount),", "amount: Number(amount),"],
      ["x.fees", "price.output, price.minimum, market", "price.output, price.output, market"],
      [
        "quote.symbols",
        "    address,\n    symbol,\n    name,\n    decimals,\n    metadata",
        "    address: symbol,\n    symbol,\n    name,\n    decimals,\n    metadata",
      ],
    ],
  },
  {
    file: "src/network/quote/steps/depositAddress.ts",
    mutants: [
      ["step.id", 'id: "deposit",', 'id: "send",'],
      ["step.action", "action: `Send ${origin.symbol} to the deposit address`,", 'action: "",'],
      ["step.description", "description: `Any wallet", "description: ``, nothing: `Any wallet"],
      ["step.kind", 'kind: "transaction",', 'kind: "payment",'],
      ["step.deposit-address", "depositAddress: address,", 'depositAddress: "",'],
      [
        "step.items",
        "items: [itemOf({ ...paymentTo(address, quote), ...prices }, requestId)],",
        "items: [],",
      ],
      ["deposit.step", "value: String(price.input), chainId }", 'value: "0", chainId }'],
      ["x.erc20-deposit", "to: origin.address, data,", "to, data,"],
      [
        "bitcoin.insufficient-funds",
        "if (balance > price.input) return;",
        "if (balance >= price.input) return;",
      ],
      ["error.insufficient-funds", '"INSUFFICIENT_FUNDS",', '"AMOUNT_TOO_LOW",'],
    ],
  },
  {
    file: "src/network/quote/steps/step.ts",
    mutants: [
      ["item.from", "return { from, to, data, value: String(value), chainId };", "return { to, data, value: String(value), chainId };"], // prettier-ignore
      ["item.to", "return { from, to, data, value", "return { from, to: from, data, value"],
      ["item.data", "return { from, to, data, value", 'return { from, to, data: "", value'],
      ["item.value", "value: String(value), chainId }", "value: Number(value), chainId }"],
      ["item.chain-id", "String(value), chainId };", "String(value), chainId: String(chainId) };"],
      ["item.gas", "maxFeePerGas: String(maxFeePerGas)", "maxFeePerGas: Number(maxFeePerGas)"],
      [
        "item.status",
        'return { status: "incomplete", data, check };',
        'return { status: "pending", data, check };',
      ],
      ["item.check", "`/intents/status?requestId=${requestId}`", "`/status?requestId=${requestId}`"],
      ["version.check", "`/intents/status?requestId", "`/intents/status/v3?requestId"],
    ],
  },
  {
    file: "src/network/quote/steps/depository.ts",
    mutants: [
      ["steps.order", "return () => [...approvals, deposit];", "return () => [deposit, ...approvals];"],
    ],
  },
  {
    file: "src/network/quote/steps/approve.ts",
    mutants: [["call.zero-first", "if (!token.approveZeroFirst || allowed", "if (true || allowed"]],
  },
  {
    file: "src/network/quote/steps/permit.ts",
    mutants: [["item.signature client.signature", 'signatureKind: "eip712"', 'signatureKind: "eip191"']],
  },
  {
    file: "src/network/quote/steps/psbt.ts",
    mutants: [["item.psbt bitcoin.psbt", "items: [itemOf({ psbt }, requestId)],", "items: [itemOf({ data: psbt }, requestId)],"]], // prettier-ignore
  },
];
