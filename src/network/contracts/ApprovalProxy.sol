// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Router} from "./Router.sol";
import {Token} from "./Token.sol";

/// Brings the caller's own tokens to the router and has it perform a list of calls, in one transaction. Allowances are given
/// to this contract, which only ever moves the tokens of whoever calls it.
contract ApprovalProxy {
    Router public immutable router;

    error ArrayLengthsMismatch();

    constructor(Router router_) {
        router = router_;
    }

    /// Like the router's multicall, after the caller's `amounts` of `tokens` were moved to the router.
    function transferAndMulticall(
        address[] calldata tokens,
        uint256[] calldata amounts,
        Router.Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient
    ) external payable {
        if (tokens.length != amounts.length) revert ArrayLengthsMismatch();
        for (uint256 i = 0; i < tokens.length; i++) {
            Token.pull(tokens[i], msg.sender, address(router), amounts[i]);
        }
        router.multicall{value: msg.value}(calls, refundTo == address(0) ? msg.sender : refundTo, nftRecipient);
    }
}
