// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Typed signatures of plain accounts (EIP-712). The chain id is read at every use, so a fork of the chain is another domain.
library Eip712 {
    error InvalidSignature();

    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    function domain(string memory name, string memory version) internal view returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    DOMAIN_TYPE,
                    keccak256(bytes(name)),
                    keccak256(bytes(version)),
                    block.chainid,
                    address(this)
                )
            );
    }

    /// Who signed; never the zero address.
    function signer(
        bytes32 domainSeparator,
        bytes32 structHash,
        bytes calldata signature
    ) internal pure returns (address) {
        if (signature.length != 65) revert InvalidSignature();
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        return signer(domainSeparator, structHash, uint8(signature[64]), r, s);
    }

    function signer(
        bytes32 domainSeparator,
        bytes32 structHash,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) internal pure returns (address recovered) {
        if (uint256(s) > HALF_ORDER) revert InvalidSignature(); // the mirrored second form of a signature
        recovered = ecrecover(keccak256(abi.encodePacked("\x19\x01", domainSeparator, structHash)), v, r, s);
        if (recovered == address(0)) revert InvalidSignature();
    }
}
