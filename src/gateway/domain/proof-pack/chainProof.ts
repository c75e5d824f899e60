/** What a chain shows of one payment, as it stands in a proof pack. Hashes are in the order in which explorers show them. */
export type ChainProof = BitcoinProof | EvmProof | Unavailable;

/** Evidence that was unavailable when the pack was made, and why. It does not contradict the payment. */
export type Unavailable = Readonly<{ unavailable: string }>;

export type BitcoinProof = Readonly<{
  kind: "bitcoin";
  transaction: string; // hex, with its signatures
  block: BlockProof | Unavailable;
}>;

/** Where in which block a transaction is, and the work on top of it. */
export type BlockProof = Readonly<{
  height: number;
  index: number; // of the transaction in the block
  branch: readonly string[]; // from the transaction's neighbour up to the merkle root
  headers: readonly string[]; // 80 bytes in hex each: the transaction's own block, then those on top
  further?: Unavailable; // why there are fewer headers than were wanted
}>;

/** What a node answers of a transaction that succeeded: the log of an ERC-20 transfer, or the coins that it carried. */
export type EvmProof = Readonly<{
  kind: "evm";
  transactionHash: string;
  blockHash: string;
  blockNumber: number;
}> &
  (Readonly<{ log: TransferLog }> | Readonly<{ value: CarriedValue }>);

/** `place` counts the logs of the transaction from zero, `logIndex` those of the block. */
export type TransferLog = Readonly<{
  address: string;
  topics: readonly string[];
  data: string;
  logIndex: number;
  place: number;
}>;

export type CarriedValue = Readonly<{ from: string; to: string; amount: bigint }>;

/** The evidence of an invoice's payments, each list in the order of its facts. */
export type InvoiceProofs = Readonly<{
  deposits: readonly ChainProof[];
  settlements: readonly ChainProof[];
  refunds: readonly ChainProof[];
}>;
