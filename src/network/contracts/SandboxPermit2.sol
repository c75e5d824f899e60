// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Token} from "./Token.sol";

interface IERC1271 {
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4);
}

/// The sandbox's stand-in for Uniswap's Permit2: the single transfers of its SignatureTransfer, with the same typed data, nonces,
/// checks and errors, so that what is signed for the one is signed for the other. Allowances and batches are left out.
contract SandboxPermit2 {
    struct TokenPermissions {
        address token;
        uint256 amount;
    }

    struct PermitTransferFrom {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline; // unix seconds; the last moment at which the permit is good
    }

    struct SignatureTransferDetails {
        address to;
        uint256 requestedAmount;
    }

    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
    bytes32 private constant TOKEN_TYPE = keccak256("TokenPermissions(address token,uint256 amount)");
    bytes32 private constant TRANSFER_TYPE =
        keccak256(
            "PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)"
        );
    string private constant WITNESS_STUB =
        "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,";

    mapping(address owner => mapping(uint256 word => uint256)) public nonceBitmap;

    event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask);

    error SignatureExpired(uint256 signatureDeadline);
    error InvalidNonce();
    error InvalidAmount(uint256 maxAmount);
    error InvalidSignatureLength();
    error InvalidSignature();
    error InvalidSigner();
    error InvalidContractSignature();

    function permitTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata details,
        address owner,
        bytes calldata signature
    ) external {
        bytes32 hash = keccak256(
            abi.encode(TRANSFER_TYPE, hashOf(permit.permitted), msg.sender, permit.nonce, permit.deadline)
        );
        move(permit, details, owner, hash, signature);
    }

    /// Like permitTransferFrom; the owner has signed something of the caller's besides.
    function permitWitnessTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata details,
        address owner,
        bytes32 witness,
        string calldata witnessTypeString,
        bytes calldata signature
    ) external {
        bytes32 hash = keccak256(
            abi.encode(
                keccak256(abi.encodePacked(WITNESS_STUB, witnessTypeString)),
                hashOf(permit.permitted),
                msg.sender,
                permit.nonce,
                permit.deadline,
                witness
            )
        );
        move(permit, details, owner, hash, signature);
    }

    function invalidateUnorderedNonces(uint256 word, uint256 mask) external {
        nonceBitmap[msg.sender][word] |= mask;
        emit UnorderedNonceInvalidation(msg.sender, word, mask);
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN_TYPE, keccak256("Permit2"), block.chainid, address(this)));
    }

    function move(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata details,
        address owner,
        bytes32 structHash,
        bytes calldata signature
    ) private {
        if (block.timestamp > permit.deadline) revert SignatureExpired(permit.deadline);
        if (details.requestedAmount > permit.permitted.amount) revert InvalidAmount(permit.permitted.amount);
        use(owner, permit.nonce);
        verify(signature, keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), structHash)), owner);
        Token.pull(permit.permitted.token, owner, details.to, details.requestedAmount);
    }

    /// Nonces are in no order: each is a bit.
    function use(address owner, uint256 nonce) private {
        uint256 bit = 1 << (nonce & 0xff);
        uint256 flipped = nonceBitmap[owner][nonce >> 8] ^= bit;
        if (flipped & bit == 0) revert InvalidNonce();
    }

    /// By the owner's key, or by the code at the owner's address where there is some (EIP-1271).
    function verify(bytes calldata signature, bytes32 hash, address owner) private view {
        if (owner.code.length > 0) {
            if (IERC1271(owner).isValidSignature(hash, signature) != IERC1271.isValidSignature.selector)
                revert InvalidContractSignature();
            return;
        }
        address signer = signature.length == 65
            ? ecrecover(hash, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64]))
            : recoverShort(signature, hash);
        if (signer == address(0)) revert InvalidSignature();
        if (signer != owner) revert InvalidSigner();
    }

    /// 64 bytes (EIP-2098): the first bit of the second half is the parity.
    function recoverShort(bytes calldata signature, bytes32 hash) private pure returns (address) {
        if (signature.length != 64) revert InvalidSignatureLength();
        uint256 vs = uint256(bytes32(signature[32:64]));
        return ecrecover(hash, uint8(vs >> 255) + 27, bytes32(signature[0:32]), bytes32((vs << 1) >> 1));
    }

    function hashOf(TokenPermissions calldata permitted) private pure returns (bytes32) {
        return keccak256(abi.encode(TOKEN_TYPE, permitted));
    }
}
