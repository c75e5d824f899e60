// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The least contract wallet: one key signs for it (EIP-1271), and has it make calls.
contract KeyWallet {
    address public immutable key;

    constructor(address key_) {
        key = key_;
    }

    receive() external payable {}

    function perform(address to, uint256 value, bytes calldata data) external {
        require(msg.sender == key, "only the key");
        (bool done, ) = to.call{value: value}(data);
        require(done, "the call failed");
    }

    /// Its signatures are longer than a key's, as those of real wallets are: a byte that says which key, and the key's own.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 66 || signature[0] != 0x00) return 0xffffffff;
        bytes32 r = bytes32(signature[1:33]);
        bytes32 s = bytes32(signature[33:65]);
        bool valid = ecrecover(hash, uint8(signature[65]), r, s) == key;
        return valid ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}
