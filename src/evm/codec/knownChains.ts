/**
 * EVM chains with valuable coins, by chain id: a choice of those that viem/chains lists. Kept by hand; a
 * chain that is missing here is "unknown".
 */
const LIVE: ReadonlySet<number> = new Set([
  1, 10, 14, 25, 30, 40, 50, 56, 61, 88, 100, 130, 137, 143, 146, 169, 185, 204, 223, 232, 250, 252, 288, 324, 360, 480, 690,
  999, 1088, 1101, 1116, 1135, 1284, 1285, 1329, 1514, 1625, 1750, 1868, 1923, 2020, 2222, 2741, 4200, 4326, 5000, 5330, 7560,
  8217, 8333, 8453, 9745, 13371, 33139, 34443, 42161, 42170, 42220, 42793, 43111, 43114, 48900, 57073, 59144, 60808, 80094,
  81457, 167000, 534352, 747474, 7777777, 21000000, 666666666, 888888888, 1313161554,
]); // prettier-ignore

/** EVM chains with free coins, by chain id: development chains and the public test networks. */
const TEST: ReadonlySet<number> = new Set([
  97, 300, 919, 1301, 1337, 4801, 5003, 6343, 10143, 10200, 17000, 31337, 31338, 43113, 44787, 59141, 80002, 80069, 84532, 421614,
  534351, 560048, 763373, 808813, 11142220, 11155111, 11155420, 168587773, 999999999,
]); // prettier-ignore

/** What the coins of an EVM chain are worth: "unknown" for a chain that is on neither list. */
export function worthOfChain(chainId: number): "live" | "test" | "unknown" {
  if (LIVE.has(chainId)) return "live";
  return TEST.has(chainId) ? "test" : "unknown";
}
