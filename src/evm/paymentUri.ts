/** An EIP-681 payment URI for a native coin: ethereum:0x…@8453?value=1000. */
export function nativeUri(address: string, chainId: number, amount: bigint): string {
  return `ethereum:${address}@${chainId}?value=${amount}`;
}

/** An EIP-681 payment URI for an ERC-20 transfer: ethereum:<token>@<chain>/transfer?address=<to>&uint256=<units>. */
export function tokenUri(token: string, address: string, chainId: number, amount: bigint): string {
  return `ethereum:${token}@${chainId}/transfer?address=${address}&uint256=${amount}`;
}
