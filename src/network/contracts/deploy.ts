import { concat, type Account, type Address, type Chain, type Client, type Transport } from "viem";
import { getCode, sendTransaction, waitForTransactionReceipt } from "viem/actions";
import {
  DEPLOYMENT_SALT,
  DETERMINISTIC_DEPLOYER,
  deploymentPlan,
  plannedAddresses,
  type ContractAddresses,
  type PlannedContract,
} from "../../evm/codec/deployment.ts";
import type { readServiceArtifacts } from "./artifacts.ts";

const RECEIPT_TIMEOUT_MS = 120_000; // a few blocks of the slowest chains
const POLL_MS = 1_000;

/**
 * Deploys the service's contracts that a chain does not have yet, one after the other, and gives the addresses of all, which
 * are the same on every chain. Calling it again sends nothing. The client's account pays; it need not be the solver.
 * Throws when the chain has no deterministic deployer, or when a transaction failed or was not mined within two minutes.
 */
export async function deployContracts(
  client: Client<Transport, Chain, Account>,
  artifacts: ReturnType<typeof readServiceArtifacts>,
  solver: Address,
  owner: Address = solver,
): Promise<ContractAddresses> {
  const plan = deploymentPlan({ solver, owner, artifacts });
  for (const contract of plan) {
    if (!(await hasCode(client, contract.address))) await deploy(client, contract);
  }
  return plannedAddresses(plan);
}

async function deploy(
  client: Client<Transport, Chain, Account>,
  { name, address, initCode }: PlannedContract,
): Promise<void> {
  if (!(await hasCode(client, DETERMINISTIC_DEPLOYER))) throw new Error(deployerMissing(client.chain));
  const data = concat([DEPLOYMENT_SALT, initCode]);
  const hash = await sendTransaction(client, { to: DETERMINISTIC_DEPLOYER, data });
  const { status } = await waitForTransactionReceipt(client, {
    hash,
    timeout: RECEIPT_TIMEOUT_MS,
    pollingInterval: POLL_MS,
  });
  if (status === "success" && (await hasCode(client, address))) return;
  throw new Error(
    `Expected transaction ${hash} on chain ${client.chain.id} to deploy ${name} at ${address}, but it was ${status} ` +
      `and left no code there. Look at the transaction in an explorer, then deploy again: what is there already is kept.`,
  );
}

async function hasCode(client: Client<Transport, Chain, Account>, address: Address): Promise<boolean> {
  return (await getCode(client, { address })) !== undefined;
}

function deployerMissing({ id, name }: Chain): string {
  return (
    `Chain ${id} (${name}) has no deterministic deployer at ${DETERMINISTIC_DEPLOYER}, so the contracts would not get ` +
    `the addresses that they have elsewhere. Deploy it first: github.com/Arachnid/deterministic-deployment-proxy shows how.`
  );
}
