// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Eip712} from "./Eip712.sol";
import {SandboxUsd} from "./SandboxUsd.sol";

/// The dollar coin of tests, whose holders can sign allowances too (ERC-2612). The sandbox's own coin stays as it was: its chains
/// are replayed from the transactions that made them.
contract SandboxPermitUsd is SandboxUsd {
    bytes32 private constant PERMIT_TYPE =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    mapping(address owner => uint256) public nonces; // of permits

    error PermitExpired(uint256 deadline);

    /// Sets the allowance that `holder` has signed; good up to the deadline (unix seconds), once.
    function permit(
        address holder,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        if (block.timestamp > deadline) revert PermitExpired(deadline);
        bytes32 terms = keccak256(abi.encode(PERMIT_TYPE, holder, spender, value, nonces[holder]++, deadline));
        address signer = Eip712.signer(DOMAIN_SEPARATOR(), terms, v, r, s);
        if (signer != holder) revert WrongSigner(signer);
        allowance[holder][spender] = value;
        emit Approval(holder, spender, value);
    }
}
