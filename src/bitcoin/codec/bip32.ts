import * as ecc from "./curve.ts";
import { BIP32Factory } from "bip32";

/** BIP32 key derivation. It is made once: each factory tests its curve library first, which takes some 30 ms. */
export const bip32 = BIP32Factory(ecc);
