import { compileOnce } from "../contracts/compileOnce.ts";

/** The contracts of ./wallets. */
export function walletArtifacts() {
  return compileOnce<"KeyWallet" | "Calibur">(`${import.meta.dirname}/wallets`);
}
