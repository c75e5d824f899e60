/** What all pages and messages for payers share. */
export const common = {
  "common.sandbox": "Sandbox",
  "common.sandboxText": "<strong>Sandbox.</strong> Pretend money on private chains. Nothing here has value.",
  "common.by": "Payments by Crosstill",
  "common.contact": "Contact {store}",
  "common.language": "Language",
} as const;
