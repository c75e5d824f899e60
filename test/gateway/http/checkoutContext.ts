import { createSigner } from "../../../src/gateway/adapters/signing.ts";
import type { ViewContext } from "../../../src/gateway/http/checkout/viewContext.ts";
import type { MerchantStore } from "../../../src/gateway/usecases/stores/merchantStore.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { anOffer, IN_TIME } from "../domain/invoices/given.ts";

/** A store, a moment and a language for checkout views of invoices from given.ts. */
export function checkoutContext(): ViewContext {
  const refunds = { [anOffer().chainId]: "bcrt1-refund-address" };
  const store = { name: "Tea House", settings: { refunds, profile: {} } };
  return {
    store: store as unknown as MerchantStore, // the page reads no more of it
    ...{ methods: [], refunds: [], unavailable: new Map(), refusals: new Map(), now: IN_TIME },
    language: "en",
    ...{ publicUrl: "", sandbox: false, testNetwork: false, bitcoinConfirmations: 1 },
    ...{
      offerMaxAgeMs: MINUTE_MS,
      chainUncertain: false,
      memories: new Map(),
      explorers: { tx: () => undefined },
    },
    signer: createSigner(new Uint8Array(32)),
  };
}
