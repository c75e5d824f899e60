import type { PsbtOutput } from "./psbtOffer.ts";

/** How a request ended. "undecided" is no end: the caller's deadline passed first, and waiting can be taken up again. */
export type Outcome = "success" | "failure" | "refund" | "undecided";

/** The progress of `execute`, in order. Amounts are smallest units. */
export type Progress =
  | Readonly<{
      kind: "step-started";
      stepId: string;
      action: string | undefined;
      description: string | undefined;
    }>
  | Readonly<{ kind: "psbt-checked"; outputs: readonly PsbtOutput[]; paidSats: bigint; feeSats: bigint }>
  | Readonly<{ kind: "item-sent"; stepId: string; chainId: number; hash: string }>
  | Readonly<{ kind: "item-confirmed"; stepId: string; chainId: number; hash: string }>
  | Readonly<{ kind: "signature-posted"; stepId: string }>
  /** A report of a transaction failed; the service finds most of them by itself. */
  | Readonly<{ kind: "not-indexed"; hash: string; reason: string }>
  /** The service's status, unchanged, after each change. Unknown statuses are included. */
  | Readonly<{ kind: "waiting"; status: string }>
  | Readonly<{ kind: "finished"; outcome: Outcome; hashes: readonly string[] }>;
