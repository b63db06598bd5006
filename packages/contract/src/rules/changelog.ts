/** Reads the changelog, Markdown of sections that begin `## 2026-11-21 new, fixed: Title`. What begins otherwise is left out. Pure. */
import { type ChangelogEntry, newsTypes } from '../routes/feedback.ts'

const head = /^##\s+(\d{4}-\d{2}-\d{2})\s+([a-z, ]+?)\s*[:：]\s*(.+?)\s*$/
type Type = ChangelogEntry['types'][number]
const typesOf = (words: string): Type[] =>
  words
    .split(',')
    .map((word) => word.trim())
    .filter((word): word is Type => (newsTypes as readonly string[]).includes(word))

function entryOf(section: string, index: number): ChangelogEntry | undefined {
  const [first = '', ...lines] = section.split(/\r?\n/)
  const [, date, words = '', title] = head.exec(first) ?? []
  const created = Date.parse(`${date}T00:00:00Z`)
  if (!title || Number.isNaN(created)) return undefined
  return { id: `${date}-${index}`, types: typesOf(words), created, title, markdownDetails: lines.join('\n').trim() }
}

/** Newest first; those of one day as they stand. */
export function readChangelog(markdown: string): ChangelogEntry[] {
  const sections = markdown.split(/^(?=## )/m)
  // Counted from the end, so that what is added on top changes no id.
  const entries = sections.map((section, at) => entryOf(section, sections.length - at))
  return entries.filter((entry) => entry !== undefined).sort((a, b) => b.created - a.created)
}
