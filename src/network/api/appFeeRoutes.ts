import { Router } from "express";
import { z } from "zod";
import { checkEvmAddress, ZERO_ADDRESS, type EvmAddress } from "../../evm/codec/address.ts";
import { formatDecimal, formatFixed } from "../../values/amount.ts";
import { isoTime, MINUTE_MS } from "../../values/time.ts";
import { availableToContract, feeBalance, statusOfClaim } from "../appFees/balance.ts";
import { CLAIM_MINUTES, claimMessage, type ClaimTerms } from "../appFees/claim.ts";
import { arrivesOf, payableToken, requireAvailable } from "../appFees/makeClaim.ts";
import type { Token } from "../catalog.ts";
import { APP_FEES_IN } from "../ledger/accounts.ts";
import { newRequestId, requireChain, type NetworkParts } from "../parts.ts";
import { presentCurrency } from "../quote/presentQuote.ts";
import { refuseWrongChecksum } from "../quote/readAddress.ts";
import { claimsOf, type Claim } from "../persistence/claims.ts";
import { postOnly } from "./errors.ts";
import { chainIdText, readBody, readJson, readQuery } from "./readInput.ts";
import { currentPath } from "./retirement.ts";
import { Refusal } from "./refusals.ts";

const MOST = 50;
export const claimBody = z.object({
  chainId: chainIdText,
  currency: z.string().min(1).max(64),
  recipient: z.string().max(64).optional(),
  amount: z
    .string()
    .regex(/^\d{1,30}$/)
    .transform(BigInt)
    .optional(),
});
export const pageQuery = z.object({
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .optional(),
  continuation: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .optional(),
});

/**
 * /app-fees/{wallet}: what an application has earned (appFees of quotes), a claim of it, and the claims so far. A claim is one
 * message to sign, posted to /execute/permits. Extensions, in the form of public services.
 */
export function appFeeRoutes(parts: NetworkParts): Router {
  const router = Router();
  router.get("/app-fees/:wallet/balances", async ({ params }, response) => {
    const { available } = await feeBalance(parts.store, readAddress("wallet", params.wallet));
    response.set("Cache-Control", "no-store").json(presentBalance(available));
  });
  router.post("/app-fees/:wallet/claim", readJson, async ({ params, body }, response) => {
    response.json(await claimSteps(parts, readAddress("wallet", params["wallet"]), body));
  });
  router.all("/app-fees/:wallet/claim", postOnly);
  router.get("/app-fees/:wallet/claims", async ({ params, query }, response) => {
    const { limit = MOST, continuation: below } = readQuery(pageQuery, query);
    const most = Math.min(Math.max(limit, 1), MOST);
    const found = await claimsOf(parts.store, readAddress("wallet", params.wallet), {
      below,
      limit: most + 1,
    });
    const page = found.slice(0, most);
    const more = found.length > most ? { continuation: String(page.at(-1)?.claim.number) } : {};
    response
      .set("Cache-Control", "no-store")
      .json({ claims: page.map((one) => presentClaim(parts, one)), ...more });
  });
  return router;
}

function readAddress(name: string, text: unknown): EvmAddress {
  const address = checkEvmAddress(String(text));
  if (address && address !== ZERO_ADDRESS) return address;
  refuseWrongChecksum(name, String(text));
  throw new Refusal(
    "INVALID_ADDRESS",
    `Expected ${name} as an EVM address, got "${String(text).slice(0, 64)}".`,
  );
}

function presentBalance(available: bigint): Record<string, unknown> {
  const { currency: symbol, decimals } = APP_FEES_IN;
  const usd = formatFixed(available, decimals);
  const balance = {
    currency: { symbol, decimals },
    amount: String(available),
    amountFormatted: formatDecimal(available, decimals),
    amountUsd: usd,
    minimumAmount: String(available),
  };
  return {
    balances: available > 0n ? [balance] : [],
    totalBalanceUsd: usd,
    outstandingFastFillBalanceUsd: "0.000000", // there are no fast fills
    availableBalanceUsd: usd,
  };
}

function presentClaim({ catalog }: NetworkParts, one: Claim): Record<string, unknown> {
  const { claim, payment } = one;
  const { id, wallet, recipient, chainId, currency, amount, createdAt } = claim;
  const known = catalog.currency(chainId, currency);
  return {
    claimId: id,
    wallet,
    recipient,
    currency: known ? presentCurrency(known) : { chainId, address: currency },
    amount: String(amount), // of the share, in millionths of a dollar
    amountPaid: payment ? String(payment.amount) : null, // in units of the currency, less the network's fee
    txHash: payment?.hash ?? null,
    status: statusOfClaim(one),
    createdAt: isoTime(createdAt),
  };
}

/** What a claim asks for, checked, as one message to sign. */
async function claimSteps(
  parts: NetworkParts,
  wallet: EvmAddress,
  body: unknown,
): Promise<Record<string, unknown>> {
  const { chainId, currency, recipient = wallet, amount: asked } = readBody(claimBody, body);
  const token = payableToken(parts, chainId, currency);
  const { available, onChain } = await claimable(parts, wallet, chainId);
  const amount = asked ?? available;
  requireAvailable({ wallet, amount }, available, onChain);
  if ((await arrivesOf(parts, token, amount)) === undefined)
    throw new Refusal(
      "AMOUNT_TOO_LOW",
      "The network's fee for the payment would be higher than the claim. Claim later, or on another chain.",
    );
  const to = readAddress("recipient", recipient);
  if (parts.catalog.isIdentifier(to))
    throw new Refusal(
      "INVALID_RECIPIENT",
      `The recipient ${to} is a currency's contract: money sent there is lost.`,
    );
  const terms = {
    id: newRequestId(parts.random),
    wallet,
    chainId,
    currency: token.address,
    recipient: to,
    amount,
  };
  return { steps: [authorizeStep(parts, token, terms)] };
}

/** All that is available; of a contract what was earned on the chain, because it can sign for no more. */
async function claimable(
  { store, evm }: NetworkParts,
  wallet: EvmAddress,
  chainId: number,
): Promise<Readonly<{ available: bigint; onChain?: number }>> {
  const code = await requireChain(evm, chainId).code(wallet);
  if (code === "0x" || code.startsWith(DELEGATED)) return feeBalance(store, wallet);
  return { available: await availableToContract(store, wallet, chainId), onChain: chainId };
}

const DELEGATED = "0xef0100"; // code of an account with a key of its own (EIP-7702)

function authorizeStep(parts: NetworkParts, token: Token, { id, ...terms }: ClaimTerms): unknown {
  const expiresAt = parts.clock() + CLAIM_MINUTES * MINUTE_MS;
  const message = claimMessage({ id, ...terms }, parts.keys.solverEvmAddress, expiresAt);
  const claim = { ...terms, amount: String(terms.amount), expiresAt };
  const post = {
    endpoint: currentPath(parts.settings.versions, parts.clock(), "/execute/permits"),
    method: "POST",
    body: { kind: "claim", requestId: id, claim },
  };
  return {
    id: "authorize",
    kind: "signature",
    requestId: id,
    depositAddress: "",
    action: "Sign the claim",
    description: `Pays app fees of ${terms.wallet} in ${token.symbol} on chain ${token.chainId} to ${terms.recipient}.`,
    items: [{ status: "incomplete", data: { sign: { signatureKind: "eip191", message }, post } }],
  };
}
