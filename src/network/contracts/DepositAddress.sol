// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Depository} from "./Depository.sol";
import {Token} from "./Token.sol";

/// What lies behind every deposit address. All it can do is bring its money to the depository, when its factory says so: the
/// factory tells of every sweep, so that one is never taken for somebody's deposit.
contract DepositAddress {
    Depository public immutable depository;
    address public immutable factory;

    error OnlyFactory(address caller);

    constructor(Depository depository_) {
        depository = depository_;
        factory = msg.sender;
    }

    receive() external payable {}

    /// Deposits the whole balance of a token (zero address: the native coin) under `id`, and gives that amount.
    function sweep(address token, bytes32 id) external returns (uint256 amount) {
        if (msg.sender != factory) revert OnlyFactory(msg.sender);
        amount = token == address(0) ? address(this).balance : Token.balance(token);
        if (amount == 0) return 0;
        if (token == address(0)) {
            depository.depositNative{value: amount}(address(this), id);
        } else {
            Token.allow(token, address(depository), amount);
            depository.depositErc20(address(this), token, amount, id);
        }
    }
}
