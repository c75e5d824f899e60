// ed25519 (RFC 8032): checking only, of public data, so it need not take the same time for every input. The browser's own
// is asked first; this one is for browsers that have none.

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const mod = (number, by = P) => ((number % by) + by) % by;

function power(base, exponent) {
  let result = 1n;
  for (; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % P;
    base = (base * base) % P;
  }
  return result;
}

const inverse = (number) => power(mod(number), P - 2n);
const D = mod(-121665n * inverse(121666n));
const ROOT_OF_MINUS_ONE = power(2n, (P - 1n) / 4n);

/** A number out of bytes, the smallest first. */
const numberOf = (bytes) => bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);

/** The point [X, Y, Z, T] that 32 bytes stand for; undefined when they stand for none, or are not its one true form. */
function pointOf(bytes) {
  const isOdd = bytes[31] >> 7;
  const y = numberOf(bytes) & (2n ** 255n - 1n);
  if (y >= P) return undefined;
  const square = mod((y * y - 1n) * inverse(D * y * y + 1n));
  let x = power(square, (P + 3n) / 8n);
  if ((x * x) % P !== square) x = (x * ROOT_OF_MINUS_ONE) % P;
  if ((x * x) % P !== square || (x === 0n && isOdd)) return undefined;
  if (Number(x & 1n) !== isOdd) x = P - x;
  return [x, y, 1n, (x * y) % P];
}

function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = (y1 - x1) * (y2 - x2);
  const b = (y1 + x1) * (y2 + x2);
  const c = 2n * t1 * t2 * D;
  const d = 2n * z1 * z2;
  const [e, f, g, h] = [b - a, d - c, d + c, b + a].map((number) => mod(number));
  return [(e * f) % P, (g * h) % P, (f * g) % P, (e * h) % P];
}

function times(point, factor) {
  let sum = [0n, 1n, 1n, 0n];
  for (; factor > 0n; factor >>= 1n) {
    if (factor & 1n) sum = add(sum, point);
    point = add(point, point);
  }
  return sum;
}

/** True when the key (32 bytes) has signed the message. Needs the browser's SHA-512. */
export async function isSignedByHand(key, message, signature) {
  const [a, r] = [pointOf(key), pointOf(signature.subarray(0, 32))];
  const s = numberOf(signature.subarray(32));
  if (!a || !r || s >= ORDER) return false;
  const hashed = new Uint8Array([...signature.subarray(0, 32), ...key, ...message]);
  const h = mod(numberOf(new Uint8Array(await crypto.subtle.digest("SHA-512", hashed))), ORDER);
  const base = pointOf(new Uint8Array([0x58, ...Array(31).fill(0x66)]));
  const [left, right] = [times(base, s), add(r, times(a, h))];
  return [0, 1].every((axis) => mod(left[axis] * right[2] - right[axis] * left[2]) === 0n);
}
