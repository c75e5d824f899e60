/** One push of a script: the opcode that made it and the bytes that it put on the stack. */
export type Push = Readonly<{ opcode: number; data: Uint8Array }>;

const PUSHDATA1 = 0x4c;
const PUSHDATA4 = 0x4e;
const MINUS_ONE = 0x4f;
const RESERVED = 0x50; // counts as a push, and fails when it runs
const ONE = 0x51;
const SIXTEEN = 0x60;
const MAX_ELEMENT_BYTES = 520;

/** The pushes of a script, or undefined when it does anything else or ends within one. */
export function readPushes(script: Uint8Array): readonly Push[] | undefined {
  const pushes: Push[] = [];
  const bytes = Buffer.from(script);
  for (let at = 0; at < bytes.length;) {
    const opcode = bytes.readUInt8(at++);
    if (opcode > SIXTEEN) return undefined;
    const lengthBytes = opcode >= PUSHDATA1 && opcode <= PUSHDATA4 ? 1 << (opcode - PUSHDATA1) : 0;
    if (at + lengthBytes > bytes.length) return undefined;
    const size = lengthBytes > 0 ? bytes.readUIntLE(at, lengthBytes) : opcode < PUSHDATA1 ? opcode : 0;
    at += lengthBytes;
    if (at + size > bytes.length) return undefined;
    pushes.push({ opcode, data: opcode > PUSHDATA4 ? numberOf(opcode) : bytes.subarray(at, at + size) });
    at += size;
  }
  return pushes;
}

/**
 * Why a node refuses to run these pushes, or undefined: elements of 520 bytes at most, each by its shortest
 * opcode.
 */
export function pushFault(pushes: readonly Push[]): string | undefined {
  for (const push of pushes) {
    if (push.data.length > MAX_ELEMENT_BYTES) return "Push value size limit exceeded";
    if (push.opcode === RESERVED) return "Opcode missing or not understood";
    if (push.opcode <= PUSHDATA4 && push.opcode !== shortestOpcode(push.data)) {
      return "Data push larger than necessary";
    }
  }
  return undefined;
}

function numberOf(opcode: number): Uint8Array {
  if (opcode === MINUS_ONE) return Uint8Array.of(0x81);
  return opcode === RESERVED ? new Uint8Array() : Uint8Array.of(opcode - ONE + 1);
}

function shortestOpcode(data: Uint8Array): number {
  const [first = 0] = data;
  if (data.length === 1 && first >= 1 && first <= 16) return ONE + first - 1;
  if (data.length === 1 && first === 0x81) return MINUS_ONE;
  if (data.length < PUSHDATA1) return data.length;
  return data.length <= 0xff ? PUSHDATA1 : PUSHDATA1 + 1; // an element has 520 bytes at most
}
