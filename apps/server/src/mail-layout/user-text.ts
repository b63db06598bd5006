/** What people wrote, as a mail may show it: text that no mail program turns into a link (R41). */

// A bidi override would let "exe.fdp" pose as "pdf.exe".
const unprintable = /(?!\n)[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const zeroWidthSpace = '\u200b'

/** Mail programs make links of addresses by themselves; a zero-width space behind each mark that makes one stops them. */
export const userText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(unprintable, ' ')
    .replace(/:\/(?=\/)/g, `:/${zeroWidthSpace}`)
    .replace(/(?<=[\p{L}\p{N}])(?:[.．](?=\p{L})|@)/gu, `$&${zeroWidthSpace}`)
