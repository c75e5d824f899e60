// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IMultiTokenReceiver {
    function onERC1155Received(
        address operator,
        address from,
        uint256 id,
        uint256 value,
        bytes calldata data
    ) external returns (bytes4);
    function onERC1155BatchReceived(
        address operator,
        address from,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata data
    ) external returns (bytes4);
}

/// The smallest ERC-1155 that a sandbox needs. Anyone may mint.
contract SandboxMultiToken {
    mapping(address account => mapping(uint256 id => uint256)) private balances;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;

    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event TransferBatch(
        address indexed operator,
        address indexed from,
        address indexed to,
        uint256[] ids,
        uint256[] values
    );
    event ApprovalForAll(address indexed account, address indexed operator, bool approved);

    error InvalidReceiver(address receiver);
    error InsufficientBalance(address holder, uint256 id, uint256 balance, uint256 needed);
    error NotAllowed(address caller, address holder);
    error ArrayLengthsMismatch();

    function mint(address to, uint256 id, uint256 value) external {
        balances[to][id] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
        askForOne(address(0), to, id, value, "");
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata data) external {
        checkCaller(from);
        move(from, to, id, value);
        emit TransferSingle(msg.sender, from, to, id, value);
        askForOne(from, to, id, value, data);
    }

    function safeBatchTransferFrom(
        address from,
        address to,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata data
    ) external {
        checkCaller(from);
        if (ids.length != values.length) revert ArrayLengthsMismatch();
        for (uint256 i = 0; i < ids.length; i++) move(from, to, ids[i], values[i]);
        emit TransferBatch(msg.sender, from, to, ids, values);
        if (to.code.length == 0) return;
        bytes4 answer = IMultiTokenReceiver(to).onERC1155BatchReceived(msg.sender, from, ids, values, data);
        if (answer != IMultiTokenReceiver.onERC1155BatchReceived.selector) revert InvalidReceiver(to);
    }

    function balanceOf(address account, uint256 id) public view returns (uint256) {
        return balances[account][id];
    }

    function balanceOfBatch(
        address[] calldata accounts,
        uint256[] calldata ids
    ) external view returns (uint256[] memory found) {
        if (accounts.length != ids.length) revert ArrayLengthsMismatch();
        found = new uint256[](ids.length);
        for (uint256 i = 0; i < ids.length; i++) found[i] = balanceOf(accounts[i], ids[i]);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26; // ERC-165, ERC-1155
    }

    function checkCaller(address from) private view {
        if (msg.sender != from && !isApprovedForAll[from][msg.sender]) revert NotAllowed(msg.sender, from);
    }

    function move(address from, address to, uint256 id, uint256 value) private {
        if (to == address(0)) revert InvalidReceiver(to);
        uint256 balance = balances[from][id];
        if (balance < value) revert InsufficientBalance(from, id, balance, value);
        balances[from][id] = balance - value;
        balances[to][id] += value;
    }

    function askForOne(address from, address to, uint256 id, uint256 value, bytes memory data) private {
        if (to.code.length == 0) return;
        bytes4 answer = IMultiTokenReceiver(to).onERC1155Received(msg.sender, from, id, value, data);
        if (answer != IMultiTokenReceiver.onERC1155Received.selector) revert InvalidReceiver(to);
    }
}
