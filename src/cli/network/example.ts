import { SANDBOX_TOKENS } from "../../sandbox/evm/tokens.ts";
import type { Invocation } from "../command.ts";

const tokens = SANDBOX_TOKENS.filter(({ symbol }) => symbol === "USDC").map(
  ({ symbol, address, decimals }) => `${symbol}:${address}:${decimals}`,
);

/** Commands that work unchanged without any settings. */
export const EXAMPLE = `For a trial with coins that are worth nothing, beside the sandbox, which "npm start" runs in another terminal:

  npx crosstill network seed --file ./my-service/seed
  export NETWORK_SEED_FILE=./my-service/seed
  export NETWORK_DATABASE_URL=./my-service/network.db
  export NETWORK_EXPLORER_URLS=http://localhost:3000/sandbox/explorer/api
  export NETWORK_RPC_31337=http://localhost:3000/sandbox/rpc/31337
  export NETWORK_TOKENS_31337=${tokens.join(",")}
  npx crosstill network accounts
  npx crosstill network

It starts and pays nothing yet. Send coins and tokens to the accounts that the last line but one prints. Then stop it, and:

  npx crosstill network deploy
  npx crosstill network

docs/tutorials/run-the-intent-service.md, "The walk", does all of that with the sandbox's coins; docs/how-to/operate-the-intent-service.md lists every setting.`;

/** True where the intent service has no settings. */
export function isUnset(env: Invocation["env"]): boolean {
  return !Object.keys(env).some((name) => name.startsWith("NETWORK_"));
}
