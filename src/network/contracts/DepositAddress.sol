// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Depository} from "./Depository.sol";
import {Token} from "./Token.sol";

/// What lies behind every deposit address. All it can do is bring its money to the depository, so anyone may ask for it.
contract DepositAddress {
    Depository public immutable depository;

    constructor(Depository depository_) {
        depository = depository_;
    }

    receive() external payable {}

    /// Deposits the whole balance of each token (zero address: the native coin) under `id`; balances of zero are skipped.
    function sweep(address[] calldata tokens, bytes32 id) external {
        for (uint256 i = 0; i < tokens.length; i++) {
            if (tokens[i] == address(0)) sweepNative(id);
            else sweepErc20(tokens[i], id);
        }
    }

    function sweepNative(bytes32 id) private {
        uint256 amount = address(this).balance;
        if (amount > 0) depository.depositNative{value: amount}(address(this), id);
    }

    function sweepErc20(address token, bytes32 id) private {
        uint256 amount = Token.balance(token);
        if (amount == 0) return;
        Token.allow(token, address(depository), amount);
        depository.depositErc20(address(this), token, amount, id);
    }
}
