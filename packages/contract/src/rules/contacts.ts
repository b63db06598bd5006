/** One person as lists and files tell of them; an address is one person (T6). */
import { contactsLimits } from '../limits.ts'
import { isEmail, normalizeEmail } from './recipients.ts'

export type ContactEntry = { email: string; name: string; company: string; note: string }
/** What could not be read, and where: the card's or row's number, from 1. */
export type InvalidEntry = { line: number; text: string; reason: 'noEmail' | 'invalidEmail' | 'oldVersion' }
export type ReadEntries = { contacts: ContactEntry[]; invalid: InvalidEntry[]; duplicates: number }
export type FoundEntry = ContactEntry & { line: number; text: string }

/** Spaces and line breaks of any kind become one; NUL, which nobody types, goes. */
const oneLine = (text: string): string => text.replaceAll('\0', '').replace(/\s+/gu, ' ').trim()
const cut = (text: string, chars: number): string => (text.length <= chars ? text : [...text].slice(0, chars).join(''))

/** What the one leaves empty the other fills in. */
export const fillIn = <Entry extends ContactEntry>(entry: Entry, more: ContactEntry): Entry => ({
  ...entry,
  name: entry.name || more.name,
  company: entry.company || more.company,
  note: entry.note || more.note,
})

const tidy = ({ email, name, company, note }: ContactEntry): ContactEntry => ({
  email: normalizeEmail(email),
  name: cut(oneLine(name), contactsLimits.nameChars),
  company: cut(oneLine(company), contactsLimits.nameChars),
  note: cut(note.replaceAll('\0', '').trim(), contactsLimits.noteChars),
})

/** Each address once, in the order of the file; lines without a right one are named. */
export function gatherEntries(found: readonly FoundEntry[], invalid: InvalidEntry[] = []): ReadEntries {
  const byEmail = new Map<string, ContactEntry>()
  let duplicates = 0
  for (const { line, text, ...entry } of found) {
    const contact = tidy(entry)
    const before = byEmail.get(contact.email)
    if (!isEmail(contact.email)) {
      invalid.push({ line, text: cut(oneLine(text), 120), reason: contact.email ? 'invalidEmail' : 'noEmail' })
    } else {
      if (before) duplicates++
      byEmail.set(contact.email, before ? fillIn(before, contact) : contact)
    }
  }
  return { contacts: [...byEmail.values()], invalid: invalid.sort((a, b) => a.line - b.line), duplicates }
}

/** A Chinese name has its family name first and no space. */
export function fullName(first: string, last: string): string {
  const [given, family] = [first.trim(), last.trim()]
  const isHan = /^[\p{Script=Han}]+$/u.test(given + family)
  return isHan ? family + given : [given, family].filter(Boolean).join(' ')
}
