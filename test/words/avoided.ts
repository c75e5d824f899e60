/**
 * Words that plain technical English replaces by the name of the actor, and words of the glossary's column "Avoid"
 * (docs/reference/glossary.md) that have no other meaning here. Words that do have one (bill, pool, order, option, path, posting,
 * withdrawal) are not listed: a reader has to judge them. What counts as prose is in prose.ts.
 */
export const AVOIDED: readonly Readonly<{ word: RegExp; instead: string }>[] = [
  { word: /\b(whoever|whom)\b/i, instead: "the actor: the caller, the payer, the process" },
  { word: /\b(nobody|somebody|anybody|everybody|everyone)\b/i, instead: "the actor, or the passive voice" },
  { word: /\b(he|his|him|himself)\b/i, instead: "they, or the actor" },
  { word: /\blikewise\b/i, instead: "the same, also" },
  { word: /\bmakes? ready\b/i, instead: "prepare, build" },
  { word: /\bput in (its|their) place\b/i, instead: "replace" },
  { word: /\bopen eyes\b/i, instead: "polled with success" },
  { word: /\b(money that is nobody's|orphan money|stray money)\b/i, instead: "unattributed funds" },
  { word: /\bhanded? out\b/i, instead: "issue" },
  // "anomalies" and "anomaly" in quotes are the stored and the wire names.
  { word: /(?<![`"'])\banomal(y|ies)\b/i, instead: "exception" },
  { word: /\bline of fees\b/i, instead: "fee curve" },
  { word: /\b(money link|native payment)s?\b/i, instead: "payment request, direct payment" },
  { word: /\battention list\b/i, instead: "inbox" },
  { word: /\bcrumbs\b/i, instead: "dust" },
  { word: /\bdearer\b/i, instead: "fee bump, higher fee" },
  { word: /\bmajority vote\b/i, instead: "quorum" },
  { word: /\bheadroom\b/i, instead: "capacity" },
  { word: /\b(try-?outs?|tried out|tries out)\b/i, instead: "simulate, simulation" },
  { word: /\b(vouchers?|disbursements?)\b/i, instead: "pull payment, payout" },
  { word: /\bevidence files?\b/i, instead: "proof pack" },
  { word: /\b(derived?|deriving) again\b/i, instead: "replay" },
  { word: /\bdoor\b/i, instead: "port, or session guard" },
  { word: /\b(untilKept|repeatable call|repeat key)s?\b/i, instead: "optimistic concurrency, idempotency" },
  { word: /\bowed messages?\b/i, instead: "outbox" },
  { word: /\bpurses?\b/i, instead: "token bucket, coin budget, wallet" },
  { word: /(?<!(your|votre) )\bpatien(t|ce)\b/i, instead: "backoff, timeout" }, // payers are thanked for theirs
  { word: /\bleav(e|es|ing) (a|the) host alone\b/i, instead: "circuit breaker" },
  { word: /\b(next|each|every|last|first) looks?\b/i, instead: "poll" },
  { word: /\bplayground\b/i, instead: "sandbox" },
];
