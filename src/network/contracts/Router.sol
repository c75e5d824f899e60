// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Call} from "./Call.sol";
import {Token} from "./Token.sol";

interface INft {
    function safeTransferFrom(address from, address to, uint256 tokenId) external;
}

interface IMultiToken {
    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata data) external;
    function safeBatchTransferFrom(
        address from,
        address to,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata data
    ) external;
}

/// Performs a list of calls in one transaction. It holds nothing between transactions: what is left in it belongs to whoever
/// takes it, so a list that leaves tokens behind ends with cleanup calls to the router itself.
/// Never give the router an allowance: anyone can make it call anything.
contract Router {
    struct Call3Value {
        address target;
        bool allowFailure;
        uint256 value;
        bytes callData;
    }

    uint8 private constant IDLE = 1; // not zero: to leave zero is the dearest write
    uint8 private constant RUNNING = 2;

    uint8 private phase = IDLE;
    address private nftReceiver; // of the running list

    error Reentered();
    error ArrayLengthsMismatch();
    error RecipientMissing();
    error NftRecipientMissing();
    error NativeTransferFailed(address recipient);

    /// Native coin comes from wrapped coins and refunds; it stays for the rest of the list.
    receive() external payable {}

    /// Performs the calls in order. Native coin that is left goes to `refundTo` (zero: the caller), NFTs that arrive meanwhile
    /// to `nftRecipient` (zero: they are refused). A call that fails and may not reverts everything with its own reason.
    function multicall(Call3Value[] calldata calls, address refundTo, address nftRecipient) external payable {
        if (phase == RUNNING) revert Reentered();
        phase = RUNNING;
        if (nftRecipient != address(0)) nftReceiver = nftRecipient;
        for (uint256 i = 0; i < calls.length; i++) {
            Call3Value calldata entry = calls[i];
            Call.perform(i, entry.target, entry.value, entry.callData, entry.allowFailure);
        }
        sendNative(0, refundTo);
        if (nftRecipient != address(0)) nftReceiver = address(0);
        phase = IDLE;
    }

    /// Sends tokens that the router holds; amount 0 is the whole balance. Usually an entry of a list.
    function cleanupErc20s(
        address[] calldata tokens,
        address[] calldata recipients,
        uint256[] calldata amounts
    ) external {
        refuseStrangers();
        if (tokens.length != recipients.length || tokens.length != amounts.length) revert ArrayLengthsMismatch();
        for (uint256 i = 0; i < tokens.length; i++) {
            if (recipients[i] == address(0)) revert RecipientMissing(); // some tokens would burn it
            uint256 amount = amounts[i] == 0 ? Token.balance(tokens[i]) : amounts[i];
            if (amount > 0) Token.send(tokens[i], recipients[i], amount);
        }
    }

    /// Sends native coin that the router holds; amount 0 is the whole balance, recipient zero the caller.
    function cleanupNative(uint256 amount, address recipient) external {
        refuseStrangers();
        sendNative(amount, recipient);
    }

    function onERC721Received(address, address, uint256 tokenId, bytes calldata) external returns (bytes4) {
        INft(msg.sender).safeTransferFrom(address(this), nftRecipientNow(), tokenId);
        return this.onERC721Received.selector;
    }

    function onERC1155Received(
        address,
        address,
        uint256 id,
        uint256 value,
        bytes calldata
    ) external returns (bytes4) {
        IMultiToken(msg.sender).safeTransferFrom(address(this), nftRecipientNow(), id, value, "");
        return this.onERC1155Received.selector;
    }

    function onERC1155BatchReceived(
        address,
        address,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata
    ) external returns (bytes4) {
        IMultiToken(msg.sender).safeBatchTransferFrom(address(this), nftRecipientNow(), ids, values, "");
        return this.onERC1155BatchReceived.selector;
    }

    /// ERC-165: itself and the receiver of multi-tokens, whose senders may ask.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x4e2312e0;
    }

    /// While a list runs, only the list itself moves what it holds: not a contract that it calls.
    function refuseStrangers() private view {
        if (phase == RUNNING && msg.sender != address(this)) revert Reentered();
    }

    function nftRecipientNow() private view returns (address) {
        if (nftReceiver == address(0)) revert NftRecipientMissing();
        return nftReceiver;
    }

    function sendNative(uint256 amount, address recipient) private {
        uint256 sent = amount == 0 ? address(this).balance : amount;
        address to = recipient == address(0) ? msg.sender : recipient;
        if (sent == 0) return;
        (bool done, ) = to.call{value: sent}("");
        if (!done) revert NativeTransferFailed(to);
    }
}
