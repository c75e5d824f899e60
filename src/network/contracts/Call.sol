// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// One call of a list, whose failure is either passed on or tolerated.
library Call {
    error CallFailed(uint256 index);
    error TooLittleGas(uint256 index);

    /// Reverts with the target's own reason when the call fails and may not. What the target returns is not copied: it may be huge.
    function perform(
        uint256 index,
        address to,
        uint256 value,
        bytes memory data,
        bool allowFailure
    ) internal returns (bool done) {
        uint256 gasBefore = gasleft();
        assembly ("memory-safe") {
            done := call(gas(), to, value, add(data, 32), mload(data), 0, 0)
        }
        if (done) return true;
        if (!allowFailure) fail(index);
        // Whoever submits chooses the gas, and must not make a call fail by starving it: a starved call leaves 1/64 a level.
        if (gasleft() < gasBefore / 8) revert TooLittleGas(index);
    }

    function fail(uint256 index) private pure {
        uint256 size;
        assembly ("memory-safe") {
            size := returndatasize()
        }
        if (size == 0) revert CallFailed(index);
        assembly ("memory-safe") {
            let reason := mload(0x40)
            returndatacopy(reason, 0, size)
            revert(reason, size)
        }
    }
}
