import { BITCOIN_FAULTS } from "./bitcoin.ts";
import type { BrokenService } from "./brokenService.ts";
import { DEPOSIT_FAULTS } from "./deposits.ts";
import { QUOTE_FAULTS, WALLET_FAULTS } from "./quotes.ts";
import { CALL_FAULTS, REQUEST_FAULTS } from "./requests.ts";
import { CHAIN_FAULTS, SERVICE_FAULTS, STATUS_FAULTS } from "./statusAndChains.ts";

/** Every broken service, in the order of the specification. */
export const BROKEN_SERVICES: readonly BrokenService[] = [
  ...REQUEST_FAULTS,
  ...QUOTE_FAULTS,
  ...WALLET_FAULTS,
  ...STATUS_FAULTS,
  ...CHAIN_FAULTS,
  ...CALL_FAULTS,
  ...DEPOSIT_FAULTS,
  ...BITCOIN_FAULTS,
  ...SERVICE_FAULTS,
];
