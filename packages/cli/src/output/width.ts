const PLAIN = /^[\x20-\x7e]*$/
/** Marks that stand on the letter before them, and the vowels and finals of a Korean syllable. */
const NO_CELL = /[\p{Mn}\p{Me}\u1160-\u11ff]/u
/** What Unicode calls wide (East Asian Width W and F): scripts of East Asia, and emoji. */
const TWO_CELLS =
  /[\u1100-\u115f\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\u3247\u3250-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1d300}-\u{1d376}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]|(?![\u{1f1e6}-\u{1f1ff}])\p{Emoji_Presentation}/u

/** How many cells of a terminal a text takes: a letter of East Asia or an emoji two, a combining mark none. */
export function cellsOf(text: string): number {
  if (PLAIN.test(text)) return text.length
  let cells = 0
  for (const letter of text) cells += NO_CELL.test(letter) ? 0 : TWO_CELLS.test(letter) ? 2 : 1
  return cells
}

/** A text in pieces of no more cells than this each, or of one letter where that is wider; marks stay with their letters. */
export function inPieces(text: string, most: number): string[] {
  const pieces: string[] = []
  let [piece, taken] = ['', 0]
  for (const letter of text) {
    const cells = cellsOf(letter)
    if (piece !== '' && taken + cells > most) {
      pieces.push(piece)
      ;[piece, taken] = ['', 0]
    }
    piece += letter
    taken += cells
  }
  return [...pieces, piece]
}
