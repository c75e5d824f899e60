// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Eip712} from "./Eip712.sol";
import {Erc20} from "./Erc20.sol";

/// The sandbox's stand-in for a dollar coin: an ERC-20 with 6 decimals whose deployer prints money at will, and whose holders
/// can sign transfers that somebody else hands in (EIP-3009).
contract SandboxUsd is Erc20 {
    string public constant name = "Sandbox USD Coin";
    string public constant symbol = "USDC";
    string public constant version = "2";
    uint8 public constant decimals = 6;

    bytes32 private constant TRANSFER_TYPE =
        keccak256(
            "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );
    bytes32 private constant RECEIVE_TYPE =
        keccak256(
            "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );

    address public immutable owner;
    uint256 public totalSupply;
    mapping(address authorizer => mapping(bytes32 nonce => bool)) public authorizationState; // true: used

    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);

    error OnlyOwner(address caller);
    error AuthorizationNotYetValid(uint256 validAfter);
    error AuthorizationExpired(uint256 validBefore);
    error AuthorizationAlreadyUsed(address authorizer, bytes32 nonce);
    error WrongSigner(address signer);
    error OnlyPayee(address caller);

    constructor() {
        owner = msg.sender;
    }

    function mint(address to, uint256 value) external {
        if (msg.sender != owner) revert OnlyOwner(msg.sender);
        if (to == address(0)) revert InvalidReceiver(to);
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    /// Anyone may hand in what `from` has signed; good strictly between the two moments (unix seconds), once.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        bytes32 terms = keccak256(abi.encode(TRANSFER_TYPE, from, to, value, validAfter, validBefore, nonce));
        authorize(from, validAfter, validBefore, nonce, Eip712.signer(DOMAIN_SEPARATOR(), terms, v, r, s));
        move(from, to, value);
    }

    /// The same, but only the payee may hand it in, so that nobody can do so ahead of the payee's own contract.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        if (msg.sender != to) revert OnlyPayee(msg.sender);
        bytes32 terms = keccak256(abi.encode(RECEIVE_TYPE, from, to, value, validAfter, validBefore, nonce));
        authorize(from, validAfter, validBefore, nonce, Eip712.signer(DOMAIN_SEPARATOR(), terms, v, r, s));
        move(from, to, value);
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return Eip712.domain(name, version);
    }

    function authorize(
        address from,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        address signer
    ) private {
        if (block.timestamp <= validAfter) revert AuthorizationNotYetValid(validAfter);
        if (block.timestamp >= validBefore) revert AuthorizationExpired(validBefore);
        if (authorizationState[from][nonce]) revert AuthorizationAlreadyUsed(from, nonce);
        if (signer != from) revert WrongSigner(signer);
        authorizationState[from][nonce] = true;
        emit AuthorizationUsed(from, nonce);
    }
}
