/** Why a file cannot be a store's logo, and which files can: a sentence for the uploader. */
export class LogoError extends Error {
  override name = "LogoError";
}
