// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DepositAddress} from "./DepositAddress.sol";
import {Depository} from "./Depository.sol";

/// Deposit addresses are minimal clones (EIP-1167) whose address follows from a salt (CREATE2). Money can be sent to one long
/// before it exists; the first sweep deploys it.
contract DepositAddressFactory {
    DepositAddress public immutable implementation;

    /// What left a deposit address for the depository: the log right after the depository's own. The depository believes its
    /// caller's word about the depositor; this one only the factory can send.
    event Swept(address depositAddress, address token, uint256 amount);

    error DeploymentFailed(bytes32 salt);

    constructor(Depository depository) {
        implementation = new DepositAddress(depository);
    }

    /// The address that belongs to a salt, deployed or not.
    function computeDepositAddress(bytes32 salt) public view returns (address) {
        bytes32 codeHash = keccak256(cloneCode());
        bytes32 hash = keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, codeHash));
        return address(uint160(uint256(hash)));
    }

    /// Moves the whole balance of each token (zero address: the native coin) into the depository; balances of zero are skipped.
    /// Anyone may, again and again; the id is the caller's word, so money is told apart by the deposit address and not by it.
    function sweep(bytes32 salt, address[] calldata tokens, bytes32 id) external {
        address payable depositAddress = payable(computeDepositAddress(salt));
        if (depositAddress.code.length == 0) deploy(salt);
        for (uint256 i = 0; i < tokens.length; i++) {
            uint256 amount = DepositAddress(depositAddress).sweep(tokens[i], id);
            if (amount > 0) emit Swept(depositAddress, tokens[i], amount);
        }
    }

    function deploy(bytes32 salt) private {
        bytes memory code = cloneCode();
        address created;
        assembly ("memory-safe") {
            created := create2(0, add(code, 32), mload(code), salt)
        }
        if (created == address(0)) revert DeploymentFailed(salt);
    }

    /// EIP-1167: copies 45 bytes that delegate every call to the implementation.
    function cloneCode() private view returns (bytes memory) {
        return
            abi.encodePacked(
                hex"3d602d80600a3d3981f3363d3d373d3d3d363d73",
                implementation,
                hex"5af43d82803e903d91602b57fd5bf3"
            );
    }
}
