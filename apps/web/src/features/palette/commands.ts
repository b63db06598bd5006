/** What the palette can do, as values: where to go and what to act, by its words. */
import type { LucideIcon } from 'lucide-react'

const groups = ['pages', 'actions', 'transfers', 'requests', 'people'] as const
export type Group = (typeof groups)[number]
export type Command = {
  id: string
  group: Group
  label: string
  /** What else it is found by: its English name, in whatever language the page is. */
  words?: string
  detail?: string
  Icon: LucideIcon
  run: () => void
}

const plain = (text: string): string => text.normalize('NFKC').toLocaleLowerCase()

/** Every word that was typed has to be in it; what begins with it comes first, the order stays otherwise. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  const found = commands.filter(({ label, words: more = '' }) => {
    const text = plain(`${label} ${more}`)
    return words.every((word) => text.includes(word))
  })
  const begins = ({ label, words: more = '' }: Command) =>
    words.length > 0 && [label, ...more.split(' ')].some((text) => plain(text).startsWith(words[0]!))
  return [...found.filter(begins), ...found.filter((command) => !begins(command))]
}

export const groupsOf = (commands: readonly Command[]): { group: Group; commands: Command[] }[] =>
  groups
    .map((group) => ({ group, commands: commands.filter((command) => command.group === group) }))
    .filter(({ commands }) => commands.length > 0)
