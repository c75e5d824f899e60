/** Keeps secrets that must be read again, such as those that sign: what is stored is of no use without the key. */
export type Secrets = Readonly<{
  seal(secret: string): string;
  /**
   * Returns an unsealed text unchanged: an older version wrote it. Throws WrongKeyError for one that another key sealed.
   * The key of a text that another process has sealed may have to be fetched first; another error says that this could not be done.
   */
  open(stored: string): Promise<string>;
  isSealed(stored: string): boolean;
  /** True for a text that is to be sealed anew: it is not sealed, or by a key that was replaced. */
  isStale(stored: string): boolean;
  /** A mark of a text that only this gateway can make, the same each time: 43 letters, digits, "-" and "_" (256 bits). */
  mark(text: string): string;
}>;

/**
 * Signs what payers are shown, so that a swapped address is noticed. Keys and signatures are lower-case hex. Read `publicKey` when
 * it is needed: it changes when the key is rotated.
 */
export type Signer = Readonly<{ publicKey: string; sign(text: string): string }>;
