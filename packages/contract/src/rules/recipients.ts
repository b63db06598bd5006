/** Recipients as people type and paste them (spec §5, Q6). */

// Deliberately plain: one @, no spaces, control characters or brackets, labels of letters and digits (any script), a dot in the domain.
const address =
  /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u

/** What cannot be seen, as in addresses that were copied from our own mails (`userText`). */
const invisible = /[\u200b-\u200d\u2060\ufeff]/g
/** As Chinese keyboards write them. */
const wideMarks: Readonly<Record<string, string>> = { '＠': '@', '．': '.', '。': '.' }

export const normalizeEmail = (text: string): string =>
  text
    .replace(invisible, '')
    .replace(/[＠．。]/g, (mark) => wideMarks[mark]!)
    .trim()
    .toLowerCase()

/** Their mailboxes ignore dots, and both names are one host. */
const dotlessHosts: ReadonlyMap<string, string> = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
])

/**
 * The mailbox that an address leads to, without case, without what stands behind a "+", and without dots where the host is known to
 * ignore them. For ceilings of mail, never for who somebody is.
 */
export function mailboxOf(email: string): string {
  const [local = '', host = ''] = email.toLowerCase().split(/@(?=[^@]*$)/)
  const dotless = dotlessHosts.get(host)
  const plain = local.replace(/(?!^)\+.*$/s, '')
  return `${dotless ? plain.replaceAll('.', '') || plain : plain}@${dotless ?? host}`
}

/** The same, but only as far as it is known of the host: two addresses with one answer are one person's. */
export const surelyMailboxOf = (email: string): string =>
  dotlessHosts.has(email.toLowerCase().split('@').at(-1)!) ? mailboxOf(email) : email.toLowerCase()

export const isEmail = (text: string): boolean => text.length <= 254 && address.test(text)

/** "mailto:li@a.cn?subject=…", as browsers copy the address of a link. */
const withoutScheme = (piece: string): string => piece.replace(/^mailto:([^?]*).*$/i, '$1')

/** One entry between separators: `Li Wei <li@a.cn>` gives what its brackets hold, other words each stand alone. */
function addressesIn(entry: string): string[] {
  const pieces = entry.split(/<([^<>]*)>/)
  const bracketed = pieces.filter((_, index) => index % 2 === 1)
  // Before a bracket stands a name; only what follows the last one can be more addresses.
  return [...bracketed, ...(pieces.at(-1) ?? '').split(/\s+/u)]
}

/** Splits typed or pasted text at commas and semicolons (Chinese ones too), spaces and new lines; names beside addresses are left out. */
export function splitRecipients(text: string): string[] {
  return text
    .replace(/"[^"]*"\s*(?=<)/g, '')
    .split(/[,;，；、\r\n]+/u)
    .flatMap(addressesIn)
    .map((piece) => normalizeEmail(withoutScheme(piece.trim().replace(/^<|>$/g, ''))))
    .filter(Boolean)
}

/** Adds entries to a list: lowercased, trimmed, each address once, order kept. */
export const mergeRecipients = (list: readonly string[], more: readonly string[]): string[] => [
  ...new Set([...list, ...more].map(normalizeEmail).filter(Boolean)),
]
