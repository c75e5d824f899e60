/** Gas of what the solver sends. Limits are generous: the fee is for the gas that is used. */
export const SOLVER_GAS_LIMIT = 150_000n; // a token transfer

/** The base fee may rise so many times before a signed transaction is stuck. */
export const GAS_HEADROOM = 2n;
