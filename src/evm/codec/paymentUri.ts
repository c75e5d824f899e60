/** An EIP-681 payment URI for a native coin: ethereum:0x…@8453?value=1000. */
export function nativeUri(address: string, chainId: number, amount: bigint | undefined): string {
  const value = amount === undefined ? "" : `?value=${amount}`;
  return `ethereum:${address}@${chainId}${value}`;
}

/** An EIP-681 payment URI for an ERC-20 transfer: ethereum:<token>@<chain>/transfer?address=<to>&uint256=<units>. */
export function tokenUri(
  token: string,
  address: string,
  chainId: number,
  amount: bigint | undefined,
): string {
  const value = amount === undefined ? "" : `&uint256=${amount}`;
  return `ethereum:${token}@${chainId}/transfer?address=${address}${value}`;
}
