import { Router, type Response } from "express";
import { z } from "zod";
import type { Hex } from "viem";
import { checkEvmAddress } from "../../evm/codec/address.ts";
import { formatFixed } from "../../values/amount.ts";
import type { KeyCheck } from "../callers/checkKey.ts";
import { APP_FEES_IN } from "../ledger/accounts.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import { refuseWrongChecksum } from "../quote/readAddress.ts";
import { authorizationsSchema, checkAuthorizations } from "../sponsors/authorizations.ts";
import { appBalance } from "../sponsors/balance.ts";
import { CallWouldRevert, submitCall } from "../sponsors/submitCall.ts";
import { postOnly } from "./errors.ts";
import { plainText, readBody, readJson } from "./readInput.ts";
import { Refusal } from "./refusals.ts";

export const executeSchema = z.object({
  executionKind: z.literal("rawCalls"),
  data: z.object({
    chainId: z.number().int(),
    to: z.string().max(64),
    data: z.string().regex(/^0x([0-9a-fA-F]{2})*$/, "expected 0x and an even number of hex digits"),
    value: z.union([z.string().max(80), z.number()]).optional(),
    authorizationList: authorizationsSchema.optional(),
  }),
  executionOptions: z
    .object({
      referrer: plainText.max(256).optional(),
      subsidizeFees: z.boolean().optional(),
      destinationChainExecutionData: z.unknown().optional(),
    })
    .optional(),
  requestId: plainText.min(1).max(256).optional(),
});

/**
 * POST /execute: a call that the service submits and an application pays the gas of, from its balance with the operator. GET
 * /app-balance tells what it has. Both need the application's API key. Extensions, the former in the form of public services.
 */
export function executeRoutes(
  parts: NetworkParts,
  { requireOwnKey, keyOf }: Pick<KeyCheck, "requireOwnKey" | "keyOf">,
): Router {
  const router = Router();
  router.post("/execute", requireOwnKey, readJson, async (request, response) => {
    const owner = keyOf(request)?.hash ?? ""; // requireOwnKey let it through
    try {
      response.json({
        message: "Transaction submitted",
        requestId: await execute(parts, owner, request.body),
      });
    } catch (error) {
      answerRevert(response, error, request.body);
    }
  });
  router.all("/execute", postOnly);
  router.get("/app-balance", requireOwnKey, async (request, response) => {
    const app = await appBalance(parts, keyOf(request)?.hash ?? "");
    const dollars = (amount = 0n) => formatFixed(amount, APP_FEES_IN.decimals);
    response.set("Cache-Control", "no-store").json({
      balanceUsd: dollars(app?.balance),
      availableUsd: dollars(app?.available),
      perCallUsd: dollars(app?.sponsor.perCall),
      perDayUsd: dollars(app?.sponsor.perDay),
      leftTodayUsd: dollars(app?.leftToday),
    });
  });
  return router;
}

async function execute(parts: NetworkParts, owner: string, body: unknown): Promise<string> {
  const { data, executionOptions, requestId } = readBody(executeSchema, body);
  const { chainId } = data;
  if (parts.catalog.family(chainId) !== "evm")
    throw new Refusal(
      "UNSUPPORTED_CHAIN",
      `data.chainId ${chainId} is not an EVM chain of this service. GET /chains lists the chains.`,
    );
  const to = checkEvmAddress(data.to);
  refuseWrongChecksum("data.to", data.to);
  if (!to) throw new Refusal("INVALID_ADDRESS", `data.to "${data.to}" is not an EVM address.`);
  refuseUnsupported(data.value, executionOptions ?? {});
  const chain = requireChain(parts.evm, chainId);
  const { list, signers } = await checkAuthorizations(chain, data.authorizationList ?? []);
  const call = { to, value: 0n, data: data.data as Hex, ...(list.length > 0 && { authorizationList: list }) }; // by its form
  return submitCall(parts, { owner, requestId, chainId, call, signers });
}

/** What would move money otherwise than the caller expects is refused by its name. */
function refuseUnsupported(
  value: string | number = 0,
  {
    subsidizeFees = false,
    destinationChainExecutionData,
  }: Readonly<{ subsidizeFees?: boolean | undefined; destinationChainExecutionData?: unknown }>,
): void {
  if (!/^0*$/.test(String(value)))
    throw new Refusal(
      "INVALID_REQUEST",
      `data.value: expected "0", because the service sends none of its own coins; got "${value}". Let the account send its own.`,
    );
  if (destinationChainExecutionData !== undefined)
    throw new Refusal(
      "INVALID_REQUEST",
      "executionOptions.destinationChainExecutionData is not supported. Ask for a quote with txs.",
    );
  if (!subsidizeFees)
    throw new Refusal(
      "INVALID_REQUEST",
      "executionOptions.subsidizeFees: expected true, because the gas is paid from the balance of the API key. Users pay none of it.",
    );
}

/** Public clients read {error}, and what the simulation found. */
function answerRevert(response: Response, error: unknown, body: unknown): void {
  if (!(error instanceof CallWouldRevert)) throw error;
  const { requestId } = body as Readonly<{ requestId?: string }>; // it was read
  const errorCode = "EXECUTION_REVERTED";
  response.status(400).json({ ...error.why, errorCode, ...(requestId !== undefined && { requestId }) });
}
