// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The batches of Uniswap's Calibur that an account's own key signs, with the same typed data: what public clients delegate an
/// account to (EIP-7702). Its code is put at Calibur's address; further keys, hooks and modules are left out.
contract Calibur {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    struct BatchedCall {
        Call[] calls;
        bool revertOnFailure;
    }

    struct SignedBatchedCall {
        BatchedCall batchedCall;
        uint256 nonce;
        bytes32 keyHash;
        address executor;
        uint256 deadline;
    }

    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)");
    bytes32 private constant CALL_TYPE = keccak256("Call(address to,uint256 value,bytes data)");
    bytes32 private constant BATCH_TYPE =
        keccak256("BatchedCall(Call[] calls,bool revertOnFailure)Call(address to,uint256 value,bytes data)");
    bytes32 private constant SIGNED_TYPE =
        keccak256(
            "SignedBatchedCall(BatchedCall batchedCall,uint256 nonce,bytes32 keyHash,address executor,uint256 deadline)BatchedCall(Call[] calls,bool revertOnFailure)Call(address to,uint256 value,bytes data)"
        );
    bytes32 private constant SALT = bytes32(uint256(uint160(0x000000009B1D0aF20D8C6d0A44e162d11F9b8f00)));

    mapping(uint256 key => uint256) public getSeq;

    error SignatureExpired(uint256 deadline);
    error Unauthorized();
    error InvalidNonce();
    error InvalidSignature();
    error CallFailed(bytes reason);

    receive() external payable {}

    function execute(SignedBatchedCall calldata signed, bytes calldata wrappedSignature) external payable {
        if (signed.deadline != 0 && block.timestamp > signed.deadline) revert SignatureExpired(signed.deadline);
        if (signed.executor != address(0) && signed.executor != msg.sender) revert Unauthorized();
        uint256 key = signed.nonce >> 64;
        if (getSeq[key]++ != uint64(signed.nonce)) revert InvalidNonce();
        (bytes memory signature, ) = abi.decode(wrappedSignature, (bytes, bytes));
        if (recover(hashOf(signed), signature) != address(this)) revert InvalidSignature();
        Call[] calldata calls = signed.batchedCall.calls;
        for (uint256 i = 0; i < calls.length; i++) {
            (bool done, bytes memory reason) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (!done && signed.batchedCall.revertOnFailure) revert CallFailed(reason);
        }
    }

    function hashOf(SignedBatchedCall calldata signed) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(DOMAIN_TYPE, keccak256("Calibur"), keccak256("1.0.0"), block.chainid, address(this), SALT)
        );
        bytes32 batch = hashOf(signed.batchedCall);
        bytes32 terms = keccak256(
            abi.encode(SIGNED_TYPE, batch, signed.nonce, signed.keyHash, signed.executor, signed.deadline)
        );
        return keccak256(abi.encodePacked("\x19\x01", domain, terms));
    }

    function hashOf(BatchedCall calldata batch) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](batch.calls.length);
        for (uint256 i = 0; i < hashes.length; i++) {
            Call calldata one = batch.calls[i];
            hashes[i] = keccak256(abi.encode(CALL_TYPE, one.to, one.value, keccak256(one.data)));
        }
        return keccak256(abi.encode(BATCH_TYPE, keccak256(abi.encodePacked(hashes)), batch.revertOnFailure));
    }

    function recover(bytes32 hash, bytes memory signature) private pure returns (address) {
        if (signature.length != 65) return address(0);
        bytes32 r;
        bytes32 s;
        assembly ("memory-safe") {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
        }
        return ecrecover(hash, uint8(signature[64]), r, s);
    }
}
