import type { RefundedPart } from "../../domain/payouts/refundable.ts";
import type { PullPayment } from "../../domain/payouts/pullPayment.ts";
import type { Unavailable } from "../../usecases/pricing/methodAvailability.ts";
import type { Method } from "../../usecases/pricing/methods.ts";
import type { Signer } from "../../ports/secretsPort.ts";
import type { Refusal } from "../../usecases/pricing/refusals.ts";
import type { RouteMemory } from "../../usecases/pricing/feeCurveCache.ts";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import type { Language } from "../../../languages/languages.ts";
import type { Instant } from "../../../values/time.ts";

/** The error code of each method that the service converts, while the service refuses the key. The refusal is temporary. */
export const KEY_REFUSED = "service_key_refused";

/** What the page needs to know beside the invoice. */
export type ViewContext = Readonly<{
  store: MerchantStore;
  methods: readonly Method[];
  /** The refunds that the store has arranged. */
  refunds: readonly PullPayment[];
  refunded?: RefundedPart | undefined;
  /** What was last learned of each method's route, by method id. */
  memories: ReadonlyMap<string, RouteMemory>;
  /** Methods for which the price is too small, and what pricing a method came to last, by method id. */
  unavailable: ReadonlyMap<string, Unavailable>;
  refusals: ReadonlyMap<string, Refusal>;
  /** When the settlement that the chain shows will be final; undefined while none is waited for. */
  settling?: Readonly<{ finalAt: Instant | undefined }> | undefined;
  language: Language;
  now: Instant;
  publicUrl: string;
  sandbox: boolean;
  testNetwork: boolean;
  bitcoinConfirmations: number;
  offerMaxAgeMs: number;
  chainUncertain: boolean;
  explorers: Explorers;
  signer: Signer;
}>;

/** Links to block explorers, by chain; undefined where none is known. */
export type Explorers = Readonly<{ tx(chainId: number, txHash: string): string | undefined }>;
