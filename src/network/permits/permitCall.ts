import { encodeFunctionData, hashStruct, parseSignature, type Hex } from "viem";
import { eip3009Abi, permit2Abi, permitTransferAbi } from "../../evm/codec/contracts.ts";
import { Refusal } from "../api/refusals.ts";
import type { EvmCall } from "../chains/evm.ts";
import type { Permit, SignedTransfer } from "./permit.ts";
import { WITNESS_TYPE, type Spenders } from "./typedData.ts";

/** The solver's transaction that hands a permit in. Throws Refusal for a signature of another form than the permit takes. */
export function permitCall(
  transfer: SignedTransfer,
  permit: Permit,
  signature: Hex,
  { contracts }: Spenders,
): EvmCall {
  const { id, token, user, depositAddress, input, deadline } = transfer;
  switch (permit.kind) {
    case "eip3009": {
      const { v, r, s } = partsOf(signature);
      const data = encodeFunctionData({
        abi: eip3009Abi,
        functionName: "transferWithAuthorization",
        args: [user, depositAddress, input, 0n, deadline, id, v, r, s],
      });
      return { to: token.address, value: 0n, data };
    }
    case "erc2612": {
      const { v, r, s } = partsOf(signature);
      const data = encodeFunctionData({
        abi: permitTransferAbi,
        functionName: "transferWithPermit",
        args: [token.address, user, depositAddress, input, deadline, v, r, s],
      });
      return { to: contracts.PermitTransfer, value: 0n, data };
    }
    case "permit2": {
      const permitted = { token: token.address, amount: input };
      const data = encodeFunctionData({
        abi: permit2Abi,
        functionName: "permitWitnessTransferFrom",
        args: [
          { permitted, nonce: BigInt(id), deadline },
          { to: depositAddress, requestedAmount: input },
          user,
          witnessHash(transfer),
          WITNESS_TYPE,
          signature,
        ],
      });
      return { to: permit.contract, value: 0n, data };
    }
  }
}

function witnessHash({ id, depositAddress }: SignedTransfer): Hex {
  return hashStruct({
    primaryType: "Deposit",
    types: {
      Deposit: [
        { name: "requestId", type: "bytes32" },
        { name: "depositAddress", type: "address" },
      ],
    },
    data: { requestId: id, depositAddress },
  });
}

function partsOf(signature: Hex): Readonly<{ v: number; r: Hex; s: Hex }> {
  try {
    const { r, s, yParity } = parseSignature(signature);
    return { v: 27 + yParity, r, s };
  } catch (cause) {
    throw new Refusal("PERMIT_FAILED", "Expected a signature of 65 bytes in hex.", { cause });
  }
}
