// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IERC20 {
    function balanceOf(address owner) external view returns (uint256);
    function allowance(address owner, address spender) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function approve(address spender, uint256 value) external returns (bool);
}

/// Moves ERC-20 tokens, also those that return nothing (USDT) or false instead of reverting.
library Token {
    error TokenFailed(address token);

    function balance(address token) internal view returns (uint256) {
        return IERC20(token).balanceOf(address(this));
    }

    function send(address token, address to, uint256 amount) internal {
        perform(token, abi.encodeCall(IERC20.transfer, (to, amount)));
    }

    function pull(address token, address from, address to, uint256 amount) internal {
        perform(token, abi.encodeCall(IERC20.transferFrom, (from, to, amount)));
    }

    /// Sets the allowance; a token that refuses to change one that is not zero gets zero first.
    function allow(address token, address spender, uint256 amount) internal {
        (bool done, ) = attempt(token, abi.encodeCall(IERC20.approve, (spender, amount)));
        if (done) return;
        perform(token, abi.encodeCall(IERC20.approve, (spender, 0)));
        perform(token, abi.encodeCall(IERC20.approve, (spender, amount)));
    }

    /// The call must succeed; otherwise the token's own reason is passed on.
    function perform(address token, bytes memory data) private {
        (bool done, bytes memory answer) = attempt(token, data);
        if (done) return;
        if (answer.length <= 32) revert TokenFailed(token); // false, or nothing at all
        assembly ("memory-safe") {
            revert(add(answer, 32), mload(answer))
        }
    }

    function attempt(address token, bytes memory data) private returns (bool done, bytes memory answer) {
        (done, answer) = token.call(data);
        if (!done) return (false, answer);
        if (answer.length == 0) return (token.code.length > 0, answer); // an address without code answers nothing too
        return (answer.length >= 32 && uint256(bytes32(answer)) == 1, answer);
    }
}
