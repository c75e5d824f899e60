// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A token that calls somebody in the middle of a transfer, may keep a fee, and may answer false instead of moving anything.
contract HookToken {
    mapping(address account => uint256) public balanceOf;
    mapping(address holder => mapping(address spender => uint256)) public allowance;
    uint256 public fee;
    bool public refusing;
    address public target;
    bytes public data;
    uint256 public attempts;
    uint256 public successes;

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
    }

    function setFee(uint256 fee_) external {
        fee = fee_;
    }

    function refuse() external {
        refusing = true;
    }

    /// Every later transfer calls the target once.
    function arm(address target_, bytes calldata data_) external {
        (target, data) = (target_, data_);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return !refusing;
    }

    /// The token as a holder of itself, which its hook can then deposit.
    function approveOwn(address spender, uint256 value) external {
        allowance[address(this)][spender] = value;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        return move(from, to, value);
    }

    function move(address from, address to, uint256 value) private returns (bool) {
        if (refusing) return false;
        balanceOf[from] -= value;
        address called = target;
        if (called != address(0)) {
            target = address(0);
            attempts++;
            (bool done, ) = called.call(data);
            if (done) successes++;
        }
        balanceOf[to] += value - fee;
        return true;
    }
}
