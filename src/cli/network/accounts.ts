import type { Command } from "../command.ts";
import { readNetworkSettings } from "./config.ts";

/** Prints the accounts that the service pays from, one a line, so that they can be filled up: `evm 0x…` and `bitcoin bc1…`. */
export const networkAccounts: Command = async ({ env, print }) => {
  const { keys } = readNetworkSettings(env);
  print(`evm ${keys.solverEvmAddress}\nbitcoin ${keys.solverBitcoin}`);
};
