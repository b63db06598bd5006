/** The letters in a sender's picture: of the name, else of the address. */
const isWide = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u
const firstLetter = (word: string): string => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? ''

export function initialsOf(name: string | null, email: string): string {
  const words = (name?.trim() ? name.trim().split(/\s+/) : (email.split('@')[0] ?? '').split(/[._+-]+/)).filter(firstLetter)
  const [first = ''] = words
  if (isWide.test(first)) return firstLetter(first)
  const last = words.length > 1 ? words.at(-1)! : ''
  return (firstLetter(first) + firstLetter(last)).toUpperCase()
}
