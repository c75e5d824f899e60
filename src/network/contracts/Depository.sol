// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Call} from "./Call.sol";
import {Eip712} from "./Eip712.sol";
import {IERC20, Token} from "./Token.sol";

/// Takes deposits, each marked with the id of what it pays for, and gives them out on orders that the allocator has signed.
/// `depositor` is whatever the caller says: an event proves an amount and an id, not who paid.
contract Depository {
    struct WithdrawalCall {
        address to;
        bytes data;
        uint256 value;
        bool allowFailure;
    }

    struct CallRequest {
        WithdrawalCall[] calls;
        uint256 nonce;
        uint256 expiration; // unix seconds; the last moment at which the order is good
    }

    bytes32 private constant CALL_TYPE =
        keccak256("Call(address to,bytes data,uint256 value,bool allowFailure)");
    bytes32 private constant REQUEST_TYPE =
        keccak256(
            "CallRequest(Call[] calls,uint256 nonce,uint256 expiration)Call(address to,bytes data,uint256 value,bool allowFailure)"
        );

    address public immutable owner;
    address public allocator;
    bool private busy; // shares the allocator's word, which makes it cheap
    mapping(uint256 nonce => bool) public nonceUsed;

    event RelayNativeDeposit(address from, uint256 amount, bytes32 id);
    event RelayErc20Deposit(address from, address token, uint256 amount, bytes32 id);
    event Executed(uint256 indexed nonce, bool[] succeeded);
    event AllocatorChanged(address allocator);

    error OnlyOwner(address caller);
    error NothingDeposited();
    error Reentered();
    error OrderExpired(uint256 expiration);
    error NonceUsed(uint256 nonce);
    error WrongSigner(address signer);
    error ForbiddenTarget(uint256 index, address target);

    /// Deposits are measured by balances, and money that moves while one is measured would count twice.
    modifier once() {
        if (busy) revert Reentered();
        busy = true;
        _;
        busy = false;
    }

    /// The owner is the allocator until it names another.
    constructor(address initialOwner) {
        owner = initialOwner;
        allocator = initialOwner;
    }

    function setAllocator(address next) external {
        if (msg.sender != owner) revert OnlyOwner(msg.sender);
        allocator = next;
        emit AllocatorChanged(next);
    }

    /// Deposits the value of the call. The zero address as depositor stands for the caller.
    function depositNative(address depositor, bytes32 id) external payable {
        if (msg.value == 0) revert NothingDeposited();
        emit RelayNativeDeposit(orCaller(depositor), msg.value, id);
    }

    /// Deposits `amount` of a token from the caller's allowance; what really arrives is what counts.
    function depositErc20(address depositor, address token, uint256 amount, bytes32 id) external {
        pull(depositor, token, amount, id);
    }

    /// Deposits the caller's whole allowance of a token.
    function depositErc20(address depositor, address token, bytes32 id) external {
        pull(depositor, token, IERC20(token).allowance(msg.sender, address(this)), id);
    }

    /// Carries out an order of the allocator, once. Anyone may hand it in.
    function execute(
        CallRequest calldata request,
        bytes calldata signature
    ) external once returns (bool[] memory succeeded) {
        if (block.timestamp > request.expiration) revert OrderExpired(request.expiration);
        if (nonceUsed[request.nonce]) revert NonceUsed(request.nonce);
        address signer = Eip712.signer(domainSeparator(), hashOf(request), signature);
        if (signer != allocator) revert WrongSigner(signer);
        nonceUsed[request.nonce] = true;
        succeeded = new bool[](request.calls.length);
        for (uint256 i = 0; i < succeeded.length; i++) {
            WithdrawalCall calldata order = request.calls[i];
            // Itself: a deposit without money. No code: the transfer of a token that is not there would "succeed".
            if (order.to == address(this) || (order.data.length > 0 && order.to.code.length == 0))
                revert ForbiddenTarget(i, order.to);
            succeeded[i] = Call.perform(i, order.to, order.value, order.data, order.allowFailure);
        }
        emit Executed(request.nonce, succeeded);
    }

    function domainSeparator() public view returns (bytes32) {
        return Eip712.domain("Depository", "1");
    }

    function pull(address depositor, address token, uint256 amount, bytes32 id) private once {
        uint256 before = Token.balance(token);
        Token.pull(token, msg.sender, address(this), amount);
        uint256 received = Token.balance(token) - before;
        if (received == 0) revert NothingDeposited();
        emit RelayErc20Deposit(orCaller(depositor), token, received, id);
    }

    function orCaller(address depositor) private view returns (address) {
        return depositor == address(0) ? msg.sender : depositor;
    }

    function hashOf(CallRequest calldata request) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](request.calls.length);
        for (uint256 i = 0; i < hashes.length; i++) {
            WithdrawalCall calldata order = request.calls[i];
            hashes[i] = keccak256(
                abi.encode(CALL_TYPE, order.to, keccak256(order.data), order.value, order.allowFailure)
            );
        }
        bytes32 callsHash = keccak256(abi.encodePacked(hashes));
        return keccak256(abi.encode(REQUEST_TYPE, callsHash, request.nonce, request.expiration));
    }
}
