/** Recipients as people type and paste them (spec §5, Q6). */

// Deliberately plain: one @, no spaces, control characters or brackets, labels of letters and digits (any script), a dot in the domain.
const address =
  /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u

export const normalizeEmail = (text: string): string => text.trim().toLowerCase()

export const isEmail = (text: string): boolean => text.length <= 254 && address.test(text)

/** Splits typed or pasted text at commas and semicolons (Chinese ones too), spaces and new lines; addresses like "Li Wei <li@a.cn>" give their address. */
export function splitRecipients(text: string): string[] {
  return text
    .split(/[,;，；、\s]+/u)
    .map((piece) => normalizeEmail(piece.replace(/^<|>$/g, '')))
    .filter(Boolean)
}

/** Adds entries to a list: lowercased, trimmed, each address once, order kept. */
export const mergeRecipients = (list: readonly string[], more: readonly string[]): string[] => [
  ...new Set([...list, ...more].map(normalizeEmail).filter(Boolean)),
]
