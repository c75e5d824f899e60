/** An output of a transaction: its script in hex, its value in sats. */
export type TxOutput = Readonly<{ script: string; value: bigint }>;

const DUST_SATS_PER_BYTE = 3n; // Core's default dust relay fee, 3,000 sat/kvB
const SPENDING_A_WITNESS_PROGRAM = 67; // bytes: outpoint, sequence, empty script, and 107 bytes that count a quarter
const SPENDING_ANOTHER_SCRIPT = 148; // the same with all 107 bytes
const LARGEST_SCRIPT = 10_000; // bytes; a longer one can never be spent
const COMMITMENT = /^6a20([0-9a-f]{64})$/; // OP_RETURN, then 32 bytes

/** The bytes that an output with this script takes in a transaction. */
export function outputBytes(script: string): number {
  const bytes = script.length / 2;
  return 8 + compactSizeBytes(bytes) + bytes;
}

/** The bytes in which a transaction writes a count or a length. */
export function compactSizeBytes(count: number): number {
  if (count < 253) return 1;
  return count <= 0xffff ? 3 : 5;
}

/**
 * The fewest sats that nodes relay in an output of this script (Bitcoin Core's default policy): three for
 * each byte that the output and its later spending take. 294 for P2WPKH, 330 for P2TR, 546 for P2PKH; 0 for
 * data, which is unspendable.
 */
export function dustThreshold(script: string): bigint {
  if (script.startsWith("6a") || script.length / 2 > LARGEST_SCRIPT) return 0n;
  const spending = isWitnessProgram(script) ? SPENDING_A_WITNESS_PROGRAM : SPENDING_ANOTHER_SCRIPT;
  return DUST_SATS_PER_BYTE * BigInt(outputBytes(script) + spending);
}

/** The data output (script in hex) that ties a transaction to a request: OP_RETURN with the 32 bytes of its id (0x-hex). */
export function commitmentScript(requestId: string): string {
  if (!/^0x[0-9a-fA-F]{64}$/.test(requestId)) {
    throw new RangeError(`Expected a request id of 32 bytes (0x and 64 hex digits), got "${requestId}".`);
  }
  return `6a20${requestId.slice(2).toLowerCase()}`;
}

/**
 * The request id (0x-hex) in a transaction with these output scripts (hex), or undefined: there is none, or
 * there are two different ones, which is ambiguous.
 */
export function requestIdIn(outputScripts: readonly string[]): string | undefined {
  const found = new Set(outputScripts.flatMap((script) => COMMITMENT.exec(script)?.[1] ?? []));
  const [id] = found;
  return id !== undefined && found.size === 1 ? `0x${id}` : undefined;
}

/** A version opcode (0 or 1 to 16), then one push of 2 to 40 bytes that fills the script (BIP141). */
function isWitnessProgram(script: string): boolean {
  const program = /^(?:00|5[1-9a-f]|60)([0-9a-f]{2})((?:[0-9a-f]{2}){2,40})$/.exec(script);
  return program !== null && program[2]?.length === 2 * Buffer.from(program[1] ?? "", "hex").readUInt8();
}
