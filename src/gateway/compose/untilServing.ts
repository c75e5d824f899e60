import { setTimeout as wait } from "node:timers/promises";
import { NATIVE_EVM_CURRENCY } from "../../intents/identifiers.ts";
import type { SandboxFile } from "./sandboxFile.ts";

const LONGEST_MS = 120_000; // on a busy machine
const EVERY_MS = 1_000; // each refusal is a warning in the log
const ANSWER_MS = 10_000;

type Asked = Pick<SandboxFile, "chains" | "settlement" | "wallet" | "intentsApiKey">;

/**
 * Waits until the sandbox's service quotes the coin of each EVM chain: its solver gives contracts their allowances in the first
 * seconds. Returns false when it does not within two minutes.
 */
export async function untilServing(intentsUrl: string, file: Asked): Promise<boolean> {
  const until = performance.now() + LONGEST_MS;
  for (const chain of file.chains)
    while (!(await quotes(intentsUrl, file, chain))) {
      if (performance.now() >= until) return false;
      await wait(EVERY_MS);
    }
  return true;
}

async function quotes(
  intentsUrl: string,
  { settlement, wallet, intentsApiKey }: Asked,
  { id, usdc }: Asked["chains"][number],
): Promise<boolean> {
  const body = {
    user: wallet.evm.address,
    recipient: settlement.recipient,
    ...{ originChainId: id, originCurrency: NATIVE_EVM_CURRENCY },
    ...{ destinationChainId: id, destinationCurrency: usdc },
    ...{ amount: "1000000", tradeType: "EXACT_OUTPUT" },
  };
  const answer = await fetch(`${intentsUrl}/quote/v2`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": intentsApiKey },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => undefined); // no answer: asked again
  await answer?.body?.cancel();
  return answer?.ok === true;
}
