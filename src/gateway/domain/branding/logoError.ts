/** Why a file cannot be a store's logo, and what can: a sentence for whoever sent it. */
export class LogoError extends Error {
  override name = "LogoError";
}
