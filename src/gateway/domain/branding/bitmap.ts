/** Pixels in rows from the top left, each red, green, blue and alpha from 0 to 255. */
export type Bitmap = Readonly<{ width: number; height: number; data: Uint8Array }>;

/** The bitmap as a smaller one. Every new pixel is the average of what it covers; what cannot be seen has no part in its colour. */
export function shrink(from: Bitmap, width: number, height: number): Bitmap {
  const data = new Uint8Array(width * height * 4);
  const rows = spans(from.height, height);
  const columns = spans(from.width, width);
  rows.forEach((row, y) => {
    columns.forEach((column, x) => {
      data.set(average(from, row, column), (y * width + x) * 4);
    });
  });
  return { width, height, data };
}

const FAINTEST = 16; // alpha of what one can see at all

/** The bitmap without the clear margins around what is seen in it; undefined where nothing is. */
export function trimmed({ width, height, data }: Bitmap): Bitmap | undefined {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((data[(y * width + x) * 4 + 3] ?? 0) < FAINTEST) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return undefined;
  const [wide, tall] = [right - left + 1, bottom - top + 1];
  if (wide === width && tall === height) return { width, height, data };
  const part = new Uint8Array(wide * tall * 4);
  for (let y = 0; y < tall; y++) {
    const from = ((top + y) * width + left) * 4;
    part.set(data.subarray(from, from + wide * 4), y * wide * 4);
  }
  return { width: wide, height: tall, data: part };
}

/** Old places under a new one, and how much of each. */
type Span = Readonly<{ first: number; shares: Float64Array }>;

function spans(before: number, after: number): readonly Span[] {
  return Array.from({ length: after }, (_, place) => {
    const from = (place * before) / after;
    const to = ((place + 1) * before) / after;
    const first = Math.floor(from);
    const last = Math.min(before, Math.ceil(to));
    const shares = Float64Array.from({ length: last - first }, (__, index) =>
      Math.max(0, Math.min(to, first + index + 1) - Math.max(from, first + index)),
    );
    return { first, shares };
  });
}

function average({ width, data }: Bitmap, rows: Span, columns: Span): readonly number[] {
  let [red, green, blue, alpha, area] = [0, 0, 0, 0, 0];
  for (let row = 0; row < rows.shares.length; row++) {
    let at = ((rows.first + row) * width + columns.first) * 4;
    for (let column = 0; column < columns.shares.length; column++, at += 4) {
      const share = (rows.shares[row] ?? 0) * (columns.shares[column] ?? 0);
      const seen = share * (data[at + 3] ?? 0);
      red += seen * (data[at] ?? 0);
      green += seen * (data[at + 1] ?? 0);
      blue += seen * (data[at + 2] ?? 0);
      alpha += seen;
      area += share;
    }
  }
  if (alpha === 0) return [0, 0, 0, 0];
  return [red / alpha, green / alpha, blue / alpha, alpha / area].map(Math.round);
}
