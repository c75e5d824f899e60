import type { Logo } from "../domain/branding/logo.ts";

/** What pages need to know of a store's logo before they ask for it. */
export type LogoFacts = Pick<Logo, "hash" | "width" | "height" | "hiddenIn">;

/** The logos of stores, one each. Every method is one commit or one read. */
export type Logos = Readonly<{
  /** Gives the store a logo in the place of the one that it had; undefined takes that away. */
  changeLogo(storeId: string, logo: Logo | undefined): Promise<void>;
  /** The PNG of that hash, while some store has it. */
  loadLogo(hash: string): Promise<Buffer | undefined>;
}>;
