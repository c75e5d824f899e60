/** Why the wallet stopped. Only after "maybe_sent", "unconfirmed", "reverted" and "not_posted" may something have left it. */
export type WalletErrorCode =
  | "service_refused" // the service refused a quote, or did not list its contracts
  | "unsafe_quote" // the quote asks for something that would lose money; nothing was sent
  | "other_request" // the record that was handed in belongs to another quote
  | "signer_missing" // a step needs a signer, or an ability of one, that was not given
  | "wrong_chain" // the signer stays on another chain
  | "wrong_signature" // what came back from the signer is not what it was asked to sign; it was not broadcast
  | "not_sent" // the wallet refused, and nothing left it
  | "maybe_sent" // the wallet or the network went silent: look before sending again
  | "unconfirmed" // it was sent, and its block was not seen yet
  | "reverted" // the transaction is in a block and failed
  | "not_posted"; // the service did not take a signature

/** An error meant for the payer or the bot's log: what was expected, what came, what to do. */
export class WalletError extends Error {
  override name = "WalletError";
  constructor(
    readonly code: WalletErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The error of a quote that must not be carried out. */
export function unsafe(what: string): WalletError {
  return new WalletError(
    "unsafe_quote",
    `This quote is not carried out: ${what}. Nothing was sent for this step.`,
  );
}
