/** Why a file cannot be a store's logo or an item's picture, and which files can: a sentence for the uploader. */
export class LogoError extends Error {
  override name = "LogoError";
}
