// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Token} from "./Token.sol";

interface IERC20Permit {
    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external;
}

/// Moves tokens by a signed allowance (ERC-2612): allowance and transfer in one transaction, so that nothing is left of a
/// transfer that fails. Only the solver may, because the signature does not say where the tokens go.
contract PermitTransfer {
    address public immutable solver;

    error OnlySolver(address caller);

    constructor(address solver_) {
        solver = solver_;
    }

    /// The permit names this contract as the spender. Anyone may have handed it in before: then its allowance is there already.
    function transferWithPermit(
        address token,
        address owner,
        address to,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        if (msg.sender != solver) revert OnlySolver(msg.sender);
        try IERC20Permit(token).permit(owner, address(this), value, deadline, v, r, s) {} catch {}
        Token.pull(token, owner, to, value);
    }
}
