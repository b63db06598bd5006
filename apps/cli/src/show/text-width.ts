/** How many columns a text takes on a terminal: Chinese characters and emoji take two. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** East Asian Wide and Fullwidth, as terminals draw them. */
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u
const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[0-9#*]\ufe0f?\u20e3|\p{Regional_Indicator}{2}/u
const invisible = /^[\p{Cc}\p{Mn}\p{Me}\p{Cf}]+$/u

const widthOf = (grapheme: string): number => (invisible.test(grapheme) ? 0 : wide.test(grapheme) || emoji.test(grapheme) ? 2 : 1)

export function textWidth(text: string): number {
  // Nearly all of what is shown is plain.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  return [...segmenter.segment(text)].reduce((sum, { segment }) => sum + widthOf(segment), 0)
}

/** At most so many columns, the middle left out: both ends of a file's name say what it is. */
export function fitted(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text
  if (columns < 1) return ''
  const graphemes = [...segmenter.segment(text)].map(({ segment }) => segment)
  const take = (from: readonly string[], space: number): string[] => {
    const taken: string[] = []
    let used = 0
    for (const grapheme of from) {
      used += widthOf(grapheme)
      if (used > space) break
      taken.push(grapheme)
    }
    return taken
  }
  const tail = take([...graphemes].reverse(), Math.floor((columns - 1) / 2))
  const head = take(graphemes, columns - 1 - textWidth(tail.join('')))
  return `${head.join('')}…${tail.reverse().join('')}`
}

/** What a remote name may not do to a terminal: move, recolour or turn round what is read. */
export const harmless = (text: string): string =>
  text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu, '\ufffd')
