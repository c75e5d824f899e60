// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Erc20} from "./Erc20.sol";

/// The native coin as an ERC-20, one for one: coin that is sent here is wrapped for the sender.
contract WrappedNative is Erc20 {
    string public constant name = "Wrapped Ether";
    string public constant symbol = "WETH";
    uint8 public constant decimals = 18;

    event Deposit(address indexed account, uint256 value);
    event Withdrawal(address indexed account, uint256 value);

    error NativeTransferFailed(address recipient);

    receive() external payable {
        deposit();
    }

    function deposit() public payable {
        balanceOf[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 value) external {
        spend(msg.sender, value);
        emit Withdrawal(msg.sender, value);
        (bool done, ) = msg.sender.call{value: value}("");
        if (!done) revert NativeTransferFailed(msg.sender);
    }

    function totalSupply() external view returns (uint256) {
        return address(this).balance;
    }
}
