// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface INftReceiver {
    function onERC721Received(
        address operator,
        address from,
        uint256 tokenId,
        bytes calldata data
    ) external returns (bytes4);
}

/// The smallest ERC-721 that a sandbox needs. Anyone may mint an id that is free.
contract SandboxNft {
    string public constant name = "Sandbox Collectible";
    string public constant symbol = "NFT";

    mapping(address owner => uint256) public balanceOf;
    mapping(uint256 tokenId => address) private owners;
    mapping(uint256 tokenId => address) public getApproved;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    error NoSuchToken(uint256 tokenId);
    error AlreadyMinted(uint256 tokenId);
    error InvalidReceiver(address receiver);
    error NotAllowed(address caller, uint256 tokenId);

    /// Mints without asking the receiver.
    function mint(address to, uint256 tokenId) public {
        if (to == address(0)) revert InvalidReceiver(to);
        if (owners[tokenId] != address(0)) revert AlreadyMinted(tokenId);
        owners[tokenId] = to;
        balanceOf[to]++;
        emit Transfer(address(0), to, tokenId);
    }

    /// Mints; a receiver with code must accept.
    function safeMint(address to, uint256 tokenId) external {
        mint(to, tokenId);
        ask(address(0), to, tokenId, "");
    }

    function approve(address approved, uint256 tokenId) external {
        address owner = ownerOf(tokenId);
        if (msg.sender != owner && !isApprovedForAll[owner][msg.sender]) revert NotAllowed(msg.sender, tokenId);
        getApproved[tokenId] = approved;
        emit Approval(owner, approved, tokenId);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 tokenId) public {
        address owner = ownerOf(tokenId);
        bool allowed = msg.sender == owner ||
            msg.sender == getApproved[tokenId] ||
            isApprovedForAll[owner][msg.sender];
        if (from != owner || !allowed) revert NotAllowed(msg.sender, tokenId);
        if (to == address(0)) revert InvalidReceiver(to);
        delete getApproved[tokenId];
        owners[tokenId] = to;
        balanceOf[from]--;
        balanceOf[to]++;
        emit Transfer(from, to, tokenId);
    }

    function safeTransferFrom(address from, address to, uint256 tokenId) external {
        safeTransferFrom(from, to, tokenId, "");
    }

    function safeTransferFrom(address from, address to, uint256 tokenId, bytes memory data) public {
        transferFrom(from, to, tokenId);
        ask(from, to, tokenId, data);
    }

    function ownerOf(uint256 tokenId) public view returns (address owner) {
        owner = owners[tokenId];
        if (owner == address(0)) revert NoSuchToken(tokenId);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd; // ERC-165, ERC-721
    }

    function ask(address from, address to, uint256 tokenId, bytes memory data) private {
        if (to.code.length == 0) return;
        bytes4 answer = INftReceiver(to).onERC721Received(msg.sender, from, tokenId, data);
        if (answer != INftReceiver.onERC721Received.selector) revert InvalidReceiver(to);
    }
}
