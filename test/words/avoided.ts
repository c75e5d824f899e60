/**
 * Words that plain technical English replaces by the name of the actor, or by the glossary's term (docs/reference/glossary.md,
 * column "Avoid"). `npm run check:words` refuses them in comments and sentences of src, in views, and in the documentation.
 */
export const AVOIDED: readonly Readonly<{ word: RegExp; instead: string }>[] = [
  { word: /\b(whoever|whom)\b/i, instead: "the actor: the caller, the payer, the process" },
  { word: /\b(nobody|somebody|anybody|everybody|everyone)\b/i, instead: "the actor, or the passive voice" },
  { word: /\b(he|his|him|himself)\b/i, instead: "they, or the actor" },
  { word: /\blikewise\b/i, instead: "the same, also" },
  { word: /\bmakes? ready\b/i, instead: "prepare, build" },
  { word: /\bput in (its|their) place\b/i, instead: "replace" },
  { word: /\bmoney that is nobody's\b/i, instead: "unattributed funds" },
  { word: /\bhanded? out\b/i, instead: "issue" },
];
