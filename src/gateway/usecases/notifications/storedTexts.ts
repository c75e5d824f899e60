import { english, type Translate } from "../../../languages/merchantWords.ts";

/**
 * Texts that are kept in English, as the API gives them: notifications, and why a webhook was disabled. A new one that code writes
 * is added here, so that people read it in their language.
 */
const TEXTS: readonly string[] = [
  english("The audit has found that {rule} is violated: {message}"),
  english(
    "The intent service does not accept the API key: coins that it converts cannot be offered. Check INTENTS_API_KEY.",
  ),
  english(
    "The intent service takes no calls without an API key: coins that it converts cannot be offered. Set INTENTS_API_KEY.",
  ),
  english(
    "The intent service has announced the end of {path} for {day}. The page of the server says what to do.",
  ),
  english("Invoice {id} needs a decision: {kind}."),
  english("The payment of order {order} needs a decision: {kind}."),
  english("The payment of an invoice of {price} needs a decision: {kind}."),
  english("A payment of {amount} for order {order} has settled."),
  english("A payment of {amount} has settled."),
  english("On {day} {store} received payments without a known value. Number of payments: {count}."),
  english("On {day} {store} received {amount}. Number of payments: {count}."),
  english("Money has reached an address that no invoice holds."),
  english("Invoice {id} was lost with the database."),
  english("An invoice of {amount} was lost with the database."),
  english("An invoice was lost with the database."),
  english("The webhook to {url} was disabled."),
  english("An e-mail did not arrive: {kind}."),
  english("Payout {id} waits for an approval."),
  english("Payout {id} is to be paid."),
  english("Payout {id} refunds more than the shop has of its invoice."),
  english("The refund of {amount} for order {order} waits for an approval."),
  english("The refund of {amount} for order {order} is to be paid."),
  english("The refund of {amount} for order {order} is more than the shop has of its invoice."),
  english("The refund of {amount} waits for an approval."),
  english("The refund of {amount} is to be paid."),
  english("The refund of {amount} is more than the shop has of its invoice."),
  english("The payout of {amount} waits for an approval."),
  english("The payout of {amount} is to be paid."),
  english("Check the payment of the payout of {amount}. The payout does not complete by itself."),
  english("{name} has changed the settings of the store."),
  english("{name} has made a link for a new password of {user}."),
  english("{name} has removed the second factors of {user}."),
  english("{name} has withdrawn the change of where {store} is paid."),
  english("{name} asks to change where {store} is paid."),
  english("{name} has changed where {store} is paid."),
  english("The receiver answered 410 Gone."),
  english("The receiver answered with status {status}."),
  english("The connection failed: {code}."),
  english("No answer within {seconds} seconds."),
];

const FAILING = english("For five days nothing was taken. Last: {error}");

const PATTERNS = [...TEXTS, FAILING].map((text) => ({ text, pattern: patternOf(text) }));

/** A kept English text in the language of `tr`; as it is where it is none of those that are known. */
export function storedText(tr: Translate, kept: string): string {
  for (const { text, pattern } of PATTERNS) {
    const found = pattern.exec(kept);
    if (!found) continue;
    const { error, ...values } = found.groups ?? {};
    return tr(text, error === undefined ? values : { error: storedText(tr, error) });
  }
  return kept;
}

/** "Payout {id} is to be paid." as a pattern with a group named "id". */
function patternOf(text: string): RegExp {
  const parts = text.split(/\{(\w+)\}/).map((part, index) => {
    return index % 2 === 1 ? `(?<${part}>.*?)` : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`, "s");
}
