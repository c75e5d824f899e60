import { setTimeout as delay } from "node:timers/promises";
import { GatewayError } from "../errors.ts";
import type { Signable, WalletSteps } from "../usecases/wallet-payments/payByWallet.ts";
import type { Log } from "../../runtime/log.ts";
import { planForBrowser } from "../../wallet/browserPlan.ts";
import { WalletError } from "../../wallet/errors.ts";
import { createIntentService, type IntentService } from "../../wallet/intentService.ts";
import { reportConfirmed, reportSent } from "../../wallet/reportTransaction.ts";
import type { Outside } from "./deps.ts";

/** The steps of quotes for the owner's wallet in a browser, by the same checks and reports as `crosstill payouts pay`. */
export function walletSteps({ intentsUrl, intentsApiKey }: Outside, log: Log): WalletSteps {
  const service = createIntentService({
    baseUrl: intentsUrl,
    ...(intentsApiKey === undefined ? {} : { apiKey: intentsApiKey }),
  });
  return {
    read: async (toSign) => (await plan(toSign, service)).items.map(({ transaction }) => transaction),
    async report(toSign, place, txHash, stage) {
      const { quote, items } = await plan(toSign, service);
      const item = items[place];
      if (!item) return;
      const tell = (progress: unknown) => log.warn("payout.not_reported", { txHash, progress });
      const reporting = { quote, service, from: toSign.payment.user, wait: delay, tell };
      if (stage === "sent") await reportSent(reporting, item.step, txHash);
      else await reportConfirmed(reporting, item.step, item.transaction, txHash);
    },
  };
}

async function plan(
  { request, payment }: Signable,
  service: IntentService,
): ReturnType<typeof planForBrowser> {
  try {
    return await planForBrowser(request, payment.quote, payment.input, service);
  } catch (error) {
    if (!(error instanceof WalletError)) throw error;
    throw new GatewayError("quote_unusable", error.message, {}, { cause: error });
  }
}
