import type { MutantsOf } from "./mutants.ts";

/** States, rules, endpoints, keys and the client. */
export const SERVICE_MUTANTS: readonly MutantsOf[] = [
  {
    file: "src/intents/identifiers.ts",
    mutants: [
      ["bitcoin.chain-id service.chains", "BITCOIN_CHAIN_ID = 8253038", "BITCOIN_CHAIN_ID = 8253039"],
      ["quote.native", `"0x${"0".repeat(40)}"`, `"0x${"e".repeat(40)}"`],
    ],
  },
  {
    file: "src/network/catalog.ts",
    mutants: [
      ["bitcoin.currency bitcoin.sats", "decimals: 8,", "decimals: 7,"],
      ["quote.symbols", "symbol.toLowerCase() === wanted", "symbol === text"],
    ],
  },
  {
    file: "src/network/parts.ts",
    mutants: [["step.request-id", "Buffer.from(random(32))", "Buffer.alloc(32)"]], // prettier-ignore
  },
  {
    file: "src/network/status.ts",
    mutants: [
      ["state.waiting", 'waiting: "waiting",', 'waiting: "pending",'],
      ["state.pending", '  pending: "pending",', '  pending: "waiting",'],
      ["state.pending", 'filling: "pending",', 'filling: "waiting",'],
      ["state.success", 'success: "success",', 'success: "complete",'],
      ["state.failure", 'refund: "refund",', 'refund: "failure",'],
      ["state.failure", 'refunding: "pending",', 'refunding: "failure",'],
      ["x.status-detail", 'if (detail === "public") {', "if (false) {"],
      ["x.depositing", 'facts.method === "permit" ? "depositing" : "pending"', '"pending"'],
    ],
  },
  {
    file: "src/network/api/presentStatus.ts",
    mutants: [
      ["status.value", "    status,\n    details", "    details"],
      ["x.frozen", "    quoteCreatedAt: facts.createdAt,\n", ""],
    ],
  },
  {
    file: "src/network/fillRules.ts",
    mutants: [
      ["rule-2", "least !== undefined && offer.output < least && !isBorne(offer, least)", "false"],
      ["rule-2 service.revalidated", ": offer.output;", ": (floor?.output ?? offer.output);"],
      ["rule-2", "return divCeil((floor.output + floor.flat) * deposit.amount, floor.input) - floor.flat;", "return deposit.amount === floor.input ? floor.output : undefined;"], // prettier-ignore
      ["rule-3 deposit.any-value", "divCeil((floor.output + floor.flat) * deposit.amount, floor.input) - floor.flat;", "floor.output;"], // prettier-ignore
      ["rule-4", "if (!strict && tradeType", "if (deposit.chainId === origin.chainId && tradeType"],
      ["x.ttl", 'if (expiresAt !== undefined && at > expiresAt) return "TTL_EXPIRED";', ""],
    ],
  },
  {
    file: "src/network/decide.ts",
    mutants: [
      ["rule-6", "if (!refundTo) {", "if (false) {"],
      ["rule-6 error.refund", 'return move(request, "refunding", at, { ...facts, refundTo });', 'return move(request, "failure", at, facts);'], // prettier-ignore
      ["x.manual-refund", "if (!stuck) return unchanged(request);", "return unchanged(request);"],
    ],
  },
  {
    file: "src/network/deposits/confirmDeposits.ts",
    mutants: [
      [
        "rule-1 limit.confirmations",
        "confirmationsOf(parts, chainId) + 1;",
        "confirmationsOf(parts, chainId);",
      ],
    ],
  },
  {
    file: "src/network/deposits/takeInArrivals.ts",
    mutants: [
      [
        "rule-5",
        "const currency = parts.catalog.currency(chainId, token);\n  const stray",
        "const currency = parts.catalog.currency(chainId, token) ?? parts.catalog.currencies(chainId)[1];\n  const stray",
      ],
    ],
  },
  {
    file: "src/network/deposits/child.ts",
    mutants: [["x.children", "parent: root.parent ?? root.id,", "parent: undefined,"]],
  },
  {
    file: "src/network/appFees/balance.ts",
    mutants: [["x.app-fee-claims", "earned > claimed ? earned - claimed : 0n", "earned"]],
  },
  {
    file: "src/network/successor.ts",
    mutants: [["x.superseded rule-4", "return !sameKey(origin, deposit) &&", "return false &&"]],
  },
  {
    file: "src/network/deposits/depositBook.ts",
    mutants: [["deposit.reusable", "return newDraft(childOf(root.now, id, at));", "return root;"]],
  },
  {
    file: "src/evm/codec/deployment.ts",
    mutants: [
      ["deposit.d", "return first >> 4 === 0xd && (last & 15) === 0xd;", "return first >> 4 === 0xd;"],
    ],
  },
  {
    file: "src/bitcoin/reader/esplora.ts",
    mutants: [
      ["bitcoin.balance", "sums.funded - sums.spent - sums.mempoolSpent", "sums.funded - sums.spent"],
    ],
  },
  {
    file: "src/network/solver/evm/fills.ts",
    mutants: [["service.solver", "if (served.length === 0) return;", "return;"]],
  },
  {
    file: "src/network/ledger/postings.ts",
    mutants: [["x.app-fees service.app-fees", "if (!coin) return [];", "return [];"]],
  },
  {
    file: "src/network/api/quoteRoutes.ts",
    mutants: [["post.quote version.paths", 'router.post("/quote/v2"', 'router.post("/quote"']],
  },
  {
    file: "src/network/api/statusRoutes.ts",
    mutants: [
      ["get.status version.paths", '["/intents/status/v3", "/intents/status"]', '["/intents/status"]'],
      [
        "get.status",
        'if (typeof requestId === "string" && requestId !== ""',
        'return String(requestId); if (typeof requestId === "string" && requestId !== ""',
      ],
      ["get.check", '["/intents/status/v3", "/intents/status"]', '["/intents/status/v3"]'],
      ["get.status.hash x.unknown", '?? { status: "unknown" };', '?? { status: "waiting" };'],
    ],
  },
  {
    file: "src/network/api/chainRoutes.ts",
    mutants: [["get.chains", 'router.get("/chains",', 'router.get("/chain",']],
  },
  {
    file: "src/network/api/presentChains.ts",
    mutants: [
      ["chains.solver-currencies", "solverCurrencies: currencies.map(entryOf),", "solverCurrencies: [],"],
      ["call.cleanup-erc20s call.cleanup-native", "erc20Router: contracts.Router", "erc20Router: contracts.ApprovalProxy"], // prettier-ignore
    ],
  },
  {
    file: "src/network/api/permits.ts",
    mutants: [
      ["x.permit", "await sendPermit(parts, request, signed);", ""],
      [
        "x.contract-wallets",
        "if (isContracts && (await chain.acceptsSignature",
        "if (false && (await chain.acceptsSignature",
      ],
    ],
  },
  {
    file: "src/network/permits/permitCall.ts",
    mutants: [
      ["x.permit2", "requestedAmount: input }", "requestedAmount: input + 1n }"],
      [
        "x.erc2612",
        "args: [token.address, user, depositAddress, input, deadline, v, r, s],",
        "args: [token.address, user, user, input, deadline, v, r, s],",
      ],
    ],
  },
  {
    file: "src/network/sponsors/submitCall.ts",
    mutants: [
      ["x.execute", "if (earlier) return earlier.requestId ?? earlier.id;", ""],
      ["x.smart-accounts", "if (failed) throw new CallWouldRevert", "if (false) throw new CallWouldRevert"],
    ],
  },
  {
    file: "src/network/sponsors/balance.ts",
    mutants: [["x.sponsor", "available: max(0n, balance - calls - fees),", "available: balance,"]],
  },
  {
    file: "src/network/api/errors.ts",
    mutants: [["x.errors", "status(status).json({ ...body,", "status(status).json({ ...named,"]],
  },
  {
    file: "src/network/api/requestRoutes.ts",
    mutants: [
      ["x.requests-v2", 'router.get("/requests/v2"', 'router.get("/requests"'],
      ["x.requests-v3", '"/requests/v3", requireKey,', '"/requests/v3",'],
      ["x.unsupported", "strays: strays[index] ?? []", "strays: []"],
    ],
  },
  {
    file: "src/network/api/currencyRoutes.ts",
    mutants: [
      ["x.currencies", "(!term || words", "(true || words"],
      ["x.price", "price: Number(await priceOf(parts, request))", "price: await priceOf(parts, request)"],
      [
        "v3.price",
        "price: await priceOf(parts, request) }",
        "price: Number(await priceOf(parts, request)) }",
      ],
    ],
  },
  {
    file: "src/network/api/transactionRoutes.ts",
    mutants: [
      [
        "x.index service.indexing",
        "found: indexTransaction(parts, chainId, hash) };",
        "found: Promise.resolve(true) };",
      ],
      ["x.single service.indexing", "await reportDirect(parts, found, asOn(parts, chainId, txHash));", ""],
      ["x.reindex", "await reindexAddress(parts, chainId, issued.address, currencies)", "{ checked: [], triggered: [], failed: [] }"], // prettier-ignore
    ],
  },
  {
    file: "src/network/api/bareQuote.ts",
    mutants: [["x.bare", "return { steps };", "return { ...fieldsOf(quote), steps };"]],
  },
  {
    file: "src/network/api/statusStream.ts",
    mutants: [["stream.status", "if (shown === undefined) continue;", "continue;"]],
  },
  {
    file: "src/network/api/routes.ts",
    mutants: [["key.form", "if (settings.selfServeKeys) router.use(", "if (false) router.use("]],
  },
  {
    file: "src/network/quote/flatQuote.ts",
    mutants: [
      ["v3.quote", "step.items.map((item) => flatStep(", "step.items.slice(1).map((item) => flatStep("],
      ["v3.deposit-address", 'terms.strict ? "strict" : "open"', '"open"'],
      ["v3.amounts", "details: presentDetails(quote, surroundings),", "details: {},"],
      ["v3.fees", "platform: cost(relayerService),", "relay: cost(relayerService),"],
      [
        "v3.permits",
        "return { ...data, post: { ...post, endpoint: PERMITS_OF_V3_QUOTES } };",
        "return data;",
      ],
    ],
  },
  {
    file: "src/network/api/flatErrors.ts",
    mutants: [["v3.errors", "    requestId: null,\n", ""]],
  },
  {
    file: "src/network/api/presentFlatRequest.ts",
    mutants: [["v3.requests", "route: presentRoute(request, catalog, records),", ""]],
  },
  {
    file: "src/network/callers/requireKeyOfCalls.ts",
    mutants: [["v3.keys", '"UNAUTHORIZED_QUOTE" : "UNAUTHORIZED"', '"UNAUTHORIZED" : "UNAUTHORIZED"']],
  },
  {
    file: "src/network/api/retirement.ts",
    mutants: [["v3.successors", 'rel="successor-version"', 'rel="successor"']],
  },
  {
    file: "src/network/callers/checkKey.ts",
    mutants: [["v3.tokens", "if (hasKey) throw", "if (false) throw"]],
  },
  {
    file: "src/network/callers/checkKey.ts",
    mutants: [["key.optional key.nothing-else", "if (text === undefined) return next();", 'if (text === undefined) throw new Refusal("UNAUTHORIZED", FAULTS.unknown);']], // prettier-ignore
  },
  {
    file: "src/network/callers/limitCalls.ts",
    mutants: [
      ["key.optional", "if (buckets.take(caller)) return next();", "return next();"],
      ["key.higher", "const tier = key ? elevated : plain;", "const tier = plain;"],
      ["limit.poll", 'if (kind === "status" && tier.poll', "if (false && tier.poll"],
    ],
  },
  {
    file: "src/network/callers/tooManyCalls.ts",
    mutants: [["x.rate-limit", '    .set("Retry-After", String(retryAfterSeconds(waitMs)))\n', ""]],
  },
  {
    file: "src/wallet/sendTransaction.ts",
    mutants: [["client.transaction", "await moveTo(chainId, signer);", ""]],
  },
  {
    file: "src/wallet/signAndPost.ts",
    mutants: [["client.signature", 'sign.signatureKind === "eip712"', "false"]],
  },
  {
    file: "src/wallet/execute.ts",
    mutants: [["client.save", "await options.saveRequestId(quote.requestId);", ""]],
  },
  {
    file: "src/wallet/waitForOutcome.ts",
    mutants: [["client.poll", "const POLL_MS = SECOND_MS;", "const POLL_MS = 5 * SECOND_MS;"]],
  },
  {
    file: "src/wallet/psbtOffer.ts",
    mutants: [["bitcoin.psbt", "psbt.finalizeInput(index);", "void index;"]],
  },
];
