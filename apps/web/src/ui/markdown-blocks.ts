/** Reads the little Markdown that texts of operators need: headings, paragraphs, lists; bold, emphasis and links in them. Pure. */

export type Inline = { kind: 'text' | 'bold' | 'emphasis'; text: string } | { kind: 'link'; text: string; href: string }
export type Block = { kind: 'heading' | 'paragraph'; inlines: Inline[] } | { kind: 'list'; isOrdered: boolean; items: Inline[][] }

const inlinePattern = /\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|\[([^\]\n]+)\]\(([^)\s]+)\)/g
/** No other kind of address becomes a link. */
const isSafe = (href: string): boolean => /^(?:https?:\/\/|mailto:|\/(?!\/))/i.test(href)

export function inlinesOf(text: string): Inline[] {
  const inlines: Inline[] = []
  let at = 0
  const say = (piece: string) => piece && inlines.push({ kind: 'text', text: piece })
  for (const match of text.matchAll(inlinePattern)) {
    const [whole, bold, emphasis, label, href] = match
    say(text.slice(at, match.index))
    at = match.index + whole.length
    if (bold) inlines.push({ kind: 'bold', text: bold })
    else if (emphasis) inlines.push({ kind: 'emphasis', text: emphasis })
    else if (label && href && isSafe(href)) inlines.push({ kind: 'link', text: label, href })
    else say(whole)
  }
  say(text.slice(at))
  return inlines
}

const itemOf = (line: string) => /^\s*(?:([-*+])|\d+[.)])\s+(.*)$/.exec(line)

function blockOf(lines: string[]): Block {
  const [first = ''] = lines
  const heading = /^#{1,6}\s+(.*)$/.exec(first)
  if (heading) return { kind: 'heading', inlines: inlinesOf(heading[1]!) }
  const item = itemOf(first)
  if (!item) return { kind: 'paragraph', inlines: inlinesOf(lines.map((line) => line.trim()).join(' ')) }
  const items: string[] = []
  for (const line of lines) {
    const next = itemOf(line)
    if (next) items.push(next[2]!)
    else items.push(`${items.pop()} ${line.trim()}`)
  }
  return { kind: 'list', isOrdered: !item[1], items: items.map(inlinesOf) }
}

/** A heading stands alone, also without an empty line behind it; a list begins anew after a paragraph. */
export function blocksOf(markdown: string): Block[] {
  const groups: string[][] = [[]]
  for (const line of markdown.split(/\r?\n/)) {
    const isNew = !line.trim() || line.startsWith('#') || groups.at(-1)![0]?.startsWith('#')
    const beginsList = itemOf(line) && !itemOf(groups.at(-1)![0] ?? '')
    if (isNew || beginsList) groups.push([])
    if (line.trim()) groups.at(-1)!.push(line)
  }
  return groups.filter(({ length }) => length > 0).map(blockOf)
}
