// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A contract in a stranger's hands: it does what it is told, and tries something when it is paid or called.
contract Puppet {
    address public target;
    bytes public data;
    bool public picky;
    uint256 public attempts;
    uint256 public successes;

    receive() external payable {
        require(!picky, "no money, please");
        tryIt();
    }

    fallback() external payable {
        tryIt();
    }

    /// The next payment or call makes it call the target, once.
    function arm(address target_, bytes calldata data_) external {
        (target, data) = (target_, data_);
    }

    function refuseMoney() external {
        picky = true;
    }

    function perform(address to, uint256 value, bytes calldata call_) external payable {
        (bool done, bytes memory answer) = to.call{value: value}(call_);
        if (done) return;
        assembly ("memory-safe") {
            revert(add(answer, 32), mload(answer))
        }
    }

    /// Uses up so much gas.
    function work(uint256 gas) external view {
        uint256 start = gasleft();
        while (start - gasleft() < gas) {}
    }

    function tryIt() private {
        address called = target;
        if (called == address(0)) return;
        target = address(0);
        attempts++;
        (bool done, ) = called.call(data);
        if (done) successes++;
    }
}
