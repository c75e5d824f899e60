import { encodeFunctionData, type Hex } from "viem";
import { ZERO_ADDRESS, type EvmAddress } from "../../evm/codec/address.ts";
import { approvalProxyAbi, routerAbi } from "../../evm/codec/contracts.ts";
import type { ContractAddresses } from "../../evm/codec/deployment.ts";
import { erc20Abi } from "../../evm/codec/erc20.ts";
import { swapRouterAbi } from "../../evm/codec/uniswapV3.ts";
import { divCeil, max, sum } from "../../values/amount.ts";
import { MINUTE_MS, unixSeconds, type Instant } from "../../values/time.ts";
import { isToken, type Currency } from "../catalog.ts";
import type { EvmCall } from "../chains/evm.ts";
import type { PoolSwaps } from "../quote/pricing.ts";
import type { PoolReader } from "./poolReader.ts";

/** A transaction that changes a currency of the service into another one through pools, and pays it to an account. */
export type SwapOrder = Readonly<{
  from: Currency;
  to: Currency;
  swap: PoolSwaps;
  own: bigint; // smallest units of `to` that are paid beside it, from the service's own
  least: bigint; // smallest units of `to` that pools must bring, or it reverts
  recipient: EvmAddress;
  at: Instant;
}>;

/** A transaction that is not in a block by then reverts: its minimum was right for prices that are old now. */
const GOOD_FOR_MS = 30 * MINUTE_MS;

/**
 * The solver's one transaction of a fill through pools: all swaps and the payment, or nothing. Tokens come to the router of the
 * service through the approval proxy, as with calls (see routerCall.ts), so that Uniswap's router has no allowance of the
 * solver's account. What the swaps bring goes from the pools to the recipient; what stays in the router, if anything does, too.
 */
export async function swapCall(
  contracts: ContractAddresses,
  reader: PoolReader,
  { from, to, swap, own, least, recipient, at }: SwapOrder,
): Promise<EvmCall> {
  const uniswap = reader.contracts.router;
  const wrapped = await reader.wrapped();
  const [tokenIn, tokenOut] = [from, to].map((currency) =>
    isToken(currency) ? currency.address : wrapped,
  ) as [EvmAddress, EvmAddress];
  const deadline = BigInt(unixSeconds(at + GOOD_FOR_MS)); // a time, not money
  const leasts = minimums(swap, least);
  const swaps = swap.swaps.map(({ fee, amountIn }, index) =>
    encodeFunctionData({
      abi: swapRouterAbi,
      functionName: "exactInputSingle",
      args: [
        {
          ...{ tokenIn, tokenOut, fee, deadline, amountIn, sqrtPriceLimitX96: 0n },
          recipient: isToken(to) ? recipient : ZERO_ADDRESS, // zero: Uniswap's router itself, which unwraps it next
          amountOutMinimum: leasts[index] ?? 0n,
        },
      ],
    }),
  );
  const unwrap = { abi: swapRouterAbi, functionName: "unwrapWETH9", args: [least, recipient] } as const;
  const data = encodeFunctionData({
    abi: swapRouterAbi,
    functionName: "multicall",
    args: [isToken(to) ? swaps : [...swaps, encodeFunctionData(unwrap)]],
  });
  const { spends } = swap;
  const entries = [
    ...(isToken(from) ? approvals(from.address, uniswap, spends, from.approveZeroFirst) : []),
    entry(uniswap, isToken(from) ? 0n : spends, data),
    ...cleanups(contracts.Router, [from, to], recipient),
  ];
  const pulled = [
    ...(isToken(from) ? [{ token: from.address, amount: spends }] : []),
    ...(isToken(to) && own > 0n ? [{ token: to.address, amount: own }] : []),
  ];
  const value = (isToken(from) ? 0n : spends) + (isToken(to) ? 0n : own);
  if (pulled.length === 0) {
    const args = [entries, recipient, recipient] as const;
    return {
      to: contracts.Router,
      value,
      data: encodeFunctionData({ abi: routerAbi, functionName: "multicall", args }),
    };
  }
  const args = [
    pulled.map(({ token }) => token),
    pulled.map(({ amount }) => amount),
    entries,
    recipient,
    recipient,
  ] as const;
  const call = encodeFunctionData({ abi: approvalProxyAbi, functionName: "transferAndMulticall", args });
  return { to: contracts.ApprovalProxy, value, data: call };
}

/** What each swap must bring so that all of them bring `least`: each in proportion to what is expected of it, rounded up. */
function minimums({ swaps }: PoolSwaps, least: bigint): readonly bigint[] {
  const expected = sum(swaps.map((one) => one.expected));
  return swaps.map((one) => (expected === 0n ? 0n : divCeil(max(least, 0n) * one.expected, expected)));
}

function approvals(token: EvmAddress, spender: EvmAddress, amount: bigint, zeroFirst: boolean) {
  const approve = (value: bigint) =>
    entry(token, 0n, encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, value] }));
  return zeroFirst ? [approve(0n), approve(amount)] : [approve(amount)];
}

/** Sends on all tokens that the router holds then; native coins go on by themselves. */
function cleanups(router: EvmAddress, currencies: readonly Currency[], recipient: EvmAddress) {
  const tokens = currencies.filter(isToken).map(({ address }) => address);
  if (tokens.length === 0) return [];
  const args = [tokens, tokens.map(() => recipient), tokens.map(() => 0n)] as const;
  return [entry(router, 0n, encodeFunctionData({ abi: routerAbi, functionName: "cleanupErc20s", args }))];
}

function entry(target: EvmAddress, value: bigint, callData: Hex) {
  return { target, allowFailure: false, value, callData };
}
