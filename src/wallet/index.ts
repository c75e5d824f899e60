/**
 * Carrying out quotes of the intent service, for payers and bots (interface specification 4.6).
 *
 *   const service = createIntentService({ baseUrl, apiKey });
 *   const quote = await service.quote({ user, originChainId, destinationChainId, … });
 *   const { outcome, hashes } = await execute(quote, {
 *     service, signers: { evm: viemSigner(wallet, reader) }, clock: Date.now,
 *     saveRequestId, saveRecord, onProgress: console.log,
 *   });
 */
export { execute, type ExecuteOptions, type ExecutionResult } from "./execute.ts";
export { createIntentService, type IntentService, type IntentServiceOptions } from "./intentService.ts";
export { viemSigner } from "./viemSigner.ts";
export { waitForOutcome, type Ending, type WaitOptions } from "./waitForOutcome.ts";
export { WalletError, type WalletErrorCode } from "./errors.ts";
export type { ExecutionRecord, ItemRecord } from "./executionRecord.ts";
export type { Outcome, Progress } from "./progress.ts";
export type { FeeCap, PsbtOutput } from "./psbtOffer.ts";
export type { QuoteBody, WalletQuote } from "./quote.ts";
export type { BitcoinSigner, EvmSigner, EvmTransaction, InputToSign, Signers, TypedData } from "./signers.ts";
export { openStatusStream, type StatusStream, type StatusUpdate } from "../intents/statusStream.ts";
