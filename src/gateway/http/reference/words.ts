/** A piece of a sentence; what stood between backticks is code. */
export type Piece = Readonly<{ text: string; code: boolean }>;
export type Words = readonly Piece[];

/** A text with code between backticks, in pieces. */
export function wordsOf(text: string): Words {
  return text
    .split("`")
    .map((piece, index) => ({ text: piece, code: index % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}

/** Its paragraphs, which empty lines part. */
export function paragraphsOf(text: string): readonly Words[] {
  return text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== "")
    .map(wordsOf);
}
