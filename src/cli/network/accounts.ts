import type { Command } from "../command.ts";
import { readNetworkSettings } from "./config.ts";

/**
 * Prints the accounts that the service pays from, one a line, so that they can be filled up: `evm 0x…` and `bitcoin bc1…`. Then
 * those that are kept apart and need no coins: `refunder 0x…` and `owner 0x…`.
 */
export const networkAccounts: Command = async ({ env, print }) => {
  const { keys } = readNetworkSettings(env);
  const { solverEvmAddress: solver, refunderEvmAddress: refunder, contractOwner: owner } = keys;
  print(`evm ${solver}\nbitcoin ${keys.solverBitcoin}`);
  if (refunder !== solver) print(`refunder ${refunder}`);
  if (owner !== solver) print(`owner ${owner}`);
};
