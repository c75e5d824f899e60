/** What can be made to fail, and how. */
export const FAULT_TARGETS = ["intents", "explorer", "explorer2", "rpc"] as const;
export const FAULT_KINDS = ["down", "slow", "429", "lie", "refuse"] as const;
export type FaultTarget = (typeof FAULT_TARGETS)[number];
export type FaultKind = (typeof FAULT_KINDS)[number];
