/** Reads and writes vCards, versions 3 (RFC 2426) and 4 (RFC 6350). Pure. */
import { type ContactEntry, type FoundEntry, fullName, gatherEntries, type InvalidEntry, type ReadEntries } from './contacts.ts'

type Property = { name: string; params: string; value: string }
type Card = { line: number; properties: Property[] }

/** A line goes on where the next begins with a space or tab. */
const unfold = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/\n[ \t]/g, '')

/** `item1.EMAIL;TYPE="work,pref":li@example.cn`; a colon within quotes is no end. */
function propertyOf(line: string): Property | undefined {
  const found = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:[^":;]|"[^"]*")*)*):(.*)$/s.exec(line)
  return found ? { name: found[1]!.toUpperCase(), params: found[2]!.toUpperCase(), value: found[3]! } : undefined
}

function cardsOf(text: string): Card[] {
  const cards: Card[] = []
  let open: Card | undefined
  for (const line of unfold(text).split('\n')) {
    const property = propertyOf(line.trimEnd())
    if (property?.name === 'BEGIN') {
      open = { line: cards.length + 1, properties: [] }
      cards.push(open)
    } else if (property?.name === 'END') open = undefined
    else if (property) open?.properties.push(property)
  }
  return cards
}

const escapes: Record<string, string> = { n: '\n', N: '\n' }
const unescaped = (text: string): string => text.replace(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign).trim()
/** Split where no backslash stands before the sign. */
const fields = (value: string): string[] => (value.match(/(?:\\.|[^;\\])+|(?<=;|^)(?=;|$)/gs) ?? []).map(unescaped)

const textOf = ({ properties }: Card, name: string): string => properties.find((each) => each.name === name)?.value ?? ''

function nameOf(card: Card): string {
  const shown = unescaped(textOf(card, 'FN'))
  if (shown) return shown
  const [last = '', first = ''] = fields(textOf(card, 'N'))
  return fullName(first, last)
}

/** PREF=1 of version 4 comes before PREF=2, TYPE=PREF of version 3 before none. */
const rankOf = ({ params }: Property): number => {
  const rank = /;PREF=(\d+)/.exec(params)?.[1]
  return rank ? Number(rank) : /;TYPE="?[^;]*\bPREF\b/.test(params) ? 1 : 101
}

const addressesOf = ({ properties }: Card): string[] =>
  properties
    .filter(({ name }) => name === 'EMAIL')
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map(({ value }) => unescaped(value).replace(/^mailto:/i, ''))

/** Each address of a card is a contact, the preferred one first. A card's line is its number in the file. */
export function readVcards(text: string): ReadEntries {
  const invalid: InvalidEntry[] = []
  const found = cardsOf(text).flatMap((card): FoundEntry[] => {
    const name = nameOf(card)
    const said = { line: card.line, text: name }
    if (!['3.0', '4.0'].includes(textOf(card, 'VERSION').trim())) {
      invalid.push({ ...said, reason: 'oldVersion' })
      return []
    }
    const [company = ''] = fields(textOf(card, 'ORG'))
    const about = { name, company, note: unescaped(textOf(card, 'NOTE')) }
    const addresses = addressesOf(card)
    return (addresses.length ? addresses : ['']).map((email) => ({
      ...about,
      email,
      line: said.line,
      text: [name, email].filter(Boolean).join(' '),
    }))
  })
  return gatherEntries(found, invalid)
}

const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** At most 75 bytes a line, no character cut. */
function folded(line: string): string {
  const lines: string[] = []
  let [now, bytes] = ['', 0]
  for (const sign of line) {
    const size = new TextEncoder().encode(sign).length
    if (bytes + size > 74) {
      lines.push(now)
      now = ''
      bytes = 0
    }
    now += sign
    bytes += size
  }
  return [...lines, now].join('\r\n ')
}

/** Version 3, which every address book reads. */
export function writeVcard({ email, name, company, note }: ContactEntry): string {
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${escaped(name || email)}`,
    `N:;${escaped(name)};;;`,
    `EMAIL:${escaped(email)}`,
  ]
  if (company) lines.push(`ORG:${escaped(company)}`)
  if (note) lines.push(`NOTE:${escaped(note)}`)
  return [...lines, 'END:VCARD', ''].map(folded).join('\r\n')
}
