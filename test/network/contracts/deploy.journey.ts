import { expect } from "chai";
import { getContractAddress, keccak256, toHex, type Address } from "viem";
import {
  DEPLOYMENT_SALT,
  DETERMINISTIC_DEPLOYER,
  create2Address,
  deploymentPlan,
} from "../../../src/evm/codec/deployment.ts";
import { readArtifact, readServiceArtifacts } from "../../../src/network/contracts/artifacts.ts";
import { deployContracts } from "../../../src/network/contracts/deploy.ts";
import { alice, deployer, solver, startChain, type Contract, type TestChain } from "./chain.ts";

describe("the deployment of the service's contracts", () => {
  let chain: TestChain;
  beforeEach(async () => {
    chain = await startChain();
  });
  afterEach(() => chain.close());

  const at = (name: string, address: Address): Contract => ({ address, abi: readArtifact(name).abi });
  const artifacts = readServiceArtifacts();
  const lower = (address: Address) => address.toLowerCase();

  it("puts each where the plan says, belonging to the solver and knowing each other", async () => {
    const found = await deployContracts(chain.client, artifacts, solver.address);
    const plan = deploymentPlan({ solver: solver.address, artifacts });
    expect(found).to.deep.equal(Object.fromEntries(plan.map(({ name, address }) => [name, address])));
    const depository = at("Depository", found.Depository);
    expect(await chain.read<Address>(depository, "owner")).to.equal(solver.address);
    expect(await chain.read<Address>(depository, "allocator")).to.equal(solver.address);
    expect(await chain.read<Address>(at("SwapDesk", found.SwapDesk), "maker")).to.equal(solver.address);
    const router = await chain.read<Address>(at("ApprovalProxy", found.ApprovalProxy), "router");
    expect(lower(router)).to.equal(found.Router);
    const implementation = await chain.read<Address>(at("DepositAddressFactory", found.DepositAddressFactory), "implementation"); // prettier-ignore
    const target = await chain.read<Address>(at("DepositAddress", implementation), "depository");
    expect(lower(target)).to.equal(found.Depository);
  });

  it("sends nothing the second time, and only what is missing in between", async () => {
    const [first] = deploymentPlan({ solver: solver.address, artifacts });
    const data = `${DEPLOYMENT_SALT}${first!.initCode.slice(2)}` as const;
    const hash = await chain.client.sendTransaction({ to: DETERMINISTIC_DEPLOYER, data });
    await chain.client.waitForTransactionReceipt({ hash });
    const sent = () => chain.client.getTransactionCount({ address: deployer.address });
    const found = await deployContracts(chain.client, artifacts, solver.address);
    expect(await sent()).to.equal(6); // one by hand, five by the deployment
    expect(await deployContracts(chain.client, artifacts, solver.address)).to.deep.equal(found);
    expect(await sent()).to.equal(6);
  });

  it("gives another solver other addresses, except for the router, which belongs to nobody", async () => {
    const [mine, other] = [solver, alice].map(({ address }) =>
      deploymentPlan({ solver: address, artifacts }),
    );
    const shared = mine!.filter(({ address }) => other!.some((contract) => contract.address === address));
    expect(shared.map(({ name }) => name)).to.deep.equal(["Router", "ApprovalProxy"]);
  });

  it("says what to do on a chain without the deterministic deployer", async () => {
    await chain.client.setCode({ address: DETERMINISTIC_DEPLOYER, bytecode: "0x" });
    const failure = await deployContracts(chain.client, artifacts, solver.address).then(String, String);
    expect(failure).to.match(/Chain 31337 \(Foundry\) has no deterministic deployer at 0x4e59.*Deploy it first/); // prettier-ignore
    expect(await chain.client.getTransactionCount({ address: deployer.address })).to.equal(0);
  });

  it("says which transaction did not deploy", async () => {
    await chain.client.setCode({ address: DETERMINISTIC_DEPLOYER, bytecode: "0x00" }); // does nothing
    const failure = await deployContracts(chain.client, artifacts, solver.address).then(String, String);
    expect(failure).to.match(/Expected transaction 0x[0-9a-f]{64} on chain 31337 to deploy Depository at 0x/);
  });

  it("computes addresses as EIP-1014 does", () => {
    const salt = keccak256(toHex("salt"));
    const bytecode = "0x6001600255";
    const expected = getContractAddress({ opcode: "CREATE2", from: alice.address, salt, bytecode });
    expect(create2Address(alice.address, salt, bytecode)).to.equal(lower(expected));
    expect(create2Address("0x0000000000000000000000000000000000000000", `0x${"00".repeat(32)}`, "0x00")).to.equal("0x4d1a2e2bb4f88f0250f26ffff098b0b30b26bf38"); // prettier-ignore
  });

  it("names the build when a compiled contract is missing", () => {
    expect(() => readArtifact("Missing")).to.throw(
      /Missing\.json is missing or damaged: run "npm run build"/,
    );
  });
});
