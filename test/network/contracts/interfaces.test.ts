import { expect } from "chai";
import { toEventSelector, toFunctionSelector, type Abi } from "viem";
import { formatAbiItem } from "viem/utils";
import {
  approvalProxyAbi,
  depositAddressFactoryAbi,
  depositoryAbi,
  eip3009Abi,
  erc2612Abi,
  permit2Abi,
  permitTransferAbi,
  routerAbi,
  swapDeskAbi,
  wrappedNativeAbi,
} from "../../../src/evm/codec/contracts.ts";
import { readArtifact } from "../../../src/network/contracts/artifacts.ts";

describe("the contracts' interfaces", () => {
  const itemsOf = (abi: Abi) =>
    abi.flatMap((item) => (item.type === "function" || item.type === "event" || item.type === "error" ? [item] : [])); // prettier-ignore
  const selectors = (name: string) =>
    Object.fromEntries(
      itemsOf(readArtifact(name).abi).flatMap((item) =>
        item.type === "function" ? [[toFunctionSelector(item), item.name]] : [],
      ),
    );

  it("have the selectors that clients of this family call", () => {
    expect(selectors("Depository")).to.include({
      "0x49290c1c": "depositNative",
      "0xe8017952": "depositErc20",
      "0x5a1ee3ac": "depositErc20",
    });
    expect(selectors("Router")).to.include({
      "0x30be5567": "multicall",
      "0x3b2253c8": "cleanupErc20s",
      "0x5de81e3f": "cleanupNative",
    });
  });

  it("have the deposit events that indexers of this family read, without indexed arguments", () => {
    const events = itemsOf(readArtifact("Depository").abi).filter(({ name }) => name.startsWith("Relay"));
    const told = events.map((item) => (item.type === "event" ? [toEventSelector(item), item.inputs.filter(({ indexed }) => indexed).length] : [])); // prettier-ignore
    expect(told.map(([topic, indexed]) => [`${topic}`.replace(/^(.{10}).*(.{4})$/, "$1…$2"), indexed])).to.have.deep.members([["0x80320665…3477", 0], ["0x49fed1d0…55e1", 0]]); // prettier-ignore
  });

  for (const [name, abi] of Object.entries({
    Depository: depositoryAbi,
    Router: routerAbi,
    ApprovalProxy: approvalProxyAbi,
    DepositAddressFactory: depositAddressFactoryAbi,
    SwapDesk: swapDeskAbi,
    WrappedNative: wrappedNativeAbi,
    SandboxPermitUsd: [...eip3009Abi, ...erc2612Abi],
    PermitTransfer: permitTransferAbi,
    SandboxPermit2: permit2Abi,
  } satisfies Record<string, Abi>)) {
    it(`as the code knows them are those of the compiled ${name}`, () => {
      const describeItem = (item: Abi[number]) =>
        [
          item.type,
          formatAbiItem(item as Parameters<typeof formatAbiItem>[0], { includeName: true }),
          "stateMutability" in item ? item.stateMutability : "",
          "outputs" in item ? item.outputs.map(({ type }) => type) : "",
          item.type === "event" ? item.inputs.map(({ indexed }) => indexed ?? false) : "",
        ].join(" | ");
      const compiled = itemsOf(readArtifact(name).abi).map(describeItem);
      expect(compiled).to.include.members(itemsOf(abi as Abi).map(describeItem));
    });
  }
});
