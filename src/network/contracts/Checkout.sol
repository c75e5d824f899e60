// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Token} from "./Token.sol";

/// A shop on the chain, for trying out calls: it takes native coin or tokens, and fails when asked to. It keeps what it gets.
contract Checkout {
    event Bought(address indexed buyer, uint256 item, address token, uint256 amount);

    error NothingPaid();
    error OutOfStock(uint256 item);

    /// Buys with native coin (token zero in the event). Item 0 is always out of stock.
    function buy(uint256 item) external payable {
        if (item == 0) revert OutOfStock(item);
        if (msg.value == 0) revert NothingPaid();
        emit Bought(msg.sender, item, address(0), msg.value);
    }

    /// Buys item 1 with tokens from the caller's allowance.
    function buyWithToken(address token, uint256 amount) external {
        if (amount == 0) revert NothingPaid();
        Token.pull(token, msg.sender, address(this), amount);
        emit Bought(msg.sender, 1, token, amount);
    }

    /// Fails with a reason in words.
    function fail() external pure {
        revert("the shop is closed");
    }
}
