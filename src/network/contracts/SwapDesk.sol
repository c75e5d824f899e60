// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Eip712} from "./Eip712.sol";
import {Token} from "./Token.sol";

/// Swaps on one chain, at once or not at all, against the inventory of a maker who signed the order. The maker gives tokens
/// from its allowance to the desk, native coin from what the desk holds. The zero address is the native coin.
contract SwapDesk {
    struct Order {
        bytes32 id;
        address tokenIn;
        uint256 amountIn;
        address tokenOut;
        uint256 amountOut;
        address recipient;
        uint256 deadline; // unix seconds; the last moment at which the order is good
    }

    bytes32 private constant ORDER_TYPE =
        keccak256(
            "Order(bytes32 id,address tokenIn,uint256 amountIn,address tokenOut,uint256 amountOut,address recipient,uint256 deadline)"
        );

    address public immutable maker;
    mapping(bytes32 id => bool) public orderUsed;

    event Swapped(
        bytes32 indexed id,
        address tokenIn,
        uint256 amountIn,
        address tokenOut,
        uint256 amountOut,
        address recipient
    );

    error OnlyMaker(address caller);
    error OrderExpired(uint256 deadline);
    error OrderUsed(bytes32 id);
    error WrongSigner(address signer);
    error RecipientMissing();
    error WrongValue(uint256 expected, uint256 got);
    error NativeTransferFailed(address recipient);

    constructor(address maker_) {
        maker = maker_;
    }

    /// The maker's native inventory. Whoever sends coin here gives it to the maker.
    receive() external payable {}

    /// Takes `amountIn` from the caller and pays `amountOut` to the recipient. Anyone may fill an order, once.
    function swap(Order calldata order, bytes calldata signature) external payable {
        if (block.timestamp > order.deadline) revert OrderExpired(order.deadline);
        if (orderUsed[order.id]) revert OrderUsed(order.id);
        if (order.recipient == address(0)) revert RecipientMissing();
        address signer = Eip712.signer(domainSeparator(), hashOf(order), signature);
        if (signer != maker) revert WrongSigner(signer);
        orderUsed[order.id] = true;
        take(order.tokenIn, order.amountIn);
        if (order.tokenOut == address(0)) sendNative(order.recipient, order.amountOut);
        else Token.pull(order.tokenOut, maker, order.recipient, order.amountOut);
        emit Swapped(
            order.id,
            order.tokenIn,
            order.amountIn,
            order.tokenOut,
            order.amountOut,
            order.recipient
        );
    }

    function withdrawNative(uint256 amount) external {
        if (msg.sender != maker) revert OnlyMaker(msg.sender);
        sendNative(maker, amount);
    }

    function domainSeparator() public view returns (bytes32) {
        return Eip712.domain("SwapDesk", "1");
    }

    function take(address token, uint256 amount) private {
        uint256 value = token == address(0) ? amount : 0;
        if (msg.value != value) revert WrongValue(value, msg.value);
        if (token == address(0)) sendNative(maker, amount);
        else Token.pull(token, msg.sender, maker, amount);
    }

    function sendNative(address to, uint256 amount) private {
        (bool done, ) = to.call{value: amount}("");
        if (!done) revert NativeTransferFailed(to);
    }

    function hashOf(Order calldata order) private pure returns (bytes32) {
        return keccak256(abi.encode(ORDER_TYPE, order)); // static fields only, so the struct is encoded in place
    }
}
