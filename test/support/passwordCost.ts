import { createRequire } from "node:module";
import type * as Library from "@node-rs/argon2";

/**
 * Hashes passwords at a sixtieth of their cost while tests run: every signed-in person of a test has a password. `.mocharc.json`
 * loads this file before anything imports the library. A hash says what it cost, so that it is compared at the same cost.
 */

type Argon2 = typeof Library;

const CHEAP = { memoryCost: 64, timeCost: 1 };

const argon2 = createRequire(import.meta.url)("@node-rs/argon2") as Argon2;
const { hash } = argon2;
let isCheap = true;
const cheapHash: Argon2["hash"] = (password, options, signal) =>
  hash(password, { ...options, ...(isCheap && CHEAP) }, signal);
Object.assign(argon2, { hash: cheapHash });

/** Runs steps of a test with passwords at the cost that they have in a gateway, and gives their result. */
export async function atRealCost<T>(steps: () => Promise<T>): Promise<T> {
  isCheap = false;
  try {
    return await steps();
  } finally {
    isCheap = true;
  }
}
