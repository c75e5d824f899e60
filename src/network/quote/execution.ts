import { HttpFailure } from "../../chain/http.ts";
import { Refusal } from "../api/refusals.ts";
import type { NetworkParts } from "../parts.ts";
import type { Method } from "../request.ts";
import type { Quote } from "./presentQuote.ts";
import type { QuoteTerms } from "./readQuote.ts";
import { depositAddressSteps } from "./steps/depositAddress.ts";
import { depositorySteps } from "./steps/depository.ts";
import { directSteps } from "./steps/direct.ts";
import type { Step } from "./steps/step.ts";

/** A quote's way to be carried out, checked before it is priced: what its calls use, and how its steps are made later. */
export type Execution = Readonly<{
  callsGas: bigint | undefined;
  steps(quote: Quote): Promise<readonly Step[]>;
}>;

type StepMaker = (parts: NetworkParts, quote: Quote) => Promise<readonly Step[]>;

const STEPS: Readonly<Record<Method, StepMaker>> = {
  "deposit-address": depositAddressSteps,
  depository: depositorySteps,
  direct: directSteps,
  permit: notYet,
  psbt: notYet,
  desk: notYet,
};

/** How the terms will be carried out. Throws Refusal when they cannot be, HttpFailure when a chain gave no answer. */
export async function prepareExecution(parts: NetworkParts, terms: QuoteTerms): Promise<Execution> {
  await requireContracts(parts, terms);
  return { callsGas: undefined, steps: (quote) => STEPS[terms.method](parts, quote) };
}

/** A quote must not lead money to a contract that is not there. */
async function requireContracts({ evm, contracts }: NetworkParts, terms: QuoteTerms): Promise<void> {
  const { method, origin } = terms;
  const chain = evm.get(origin.chainId);
  if (!chain || method === "direct") return;
  const needed = method === "desk" ? contracts.SwapDesk : contracts.DepositAddressFactory;
  if (await chain.hasCode(needed)) return;
  throw new HttpFailure(
    "broken",
    `The contracts are not on chain ${chain.id}. Run: crosstill network deploy`,
  );
}

function notYet(): Promise<never> {
  throw new Refusal("UNSUPPORTED_ROUTE", "This route is not served.");
}
