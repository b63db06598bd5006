/** What shells offer, of the one table of commands. */
import type { Language } from '@sampan/contract/paths'
import { type CliKey, cliText } from '@sampan/texts/cli'
import { aboutCommand, commandNames, everywhere, type GroupName, groups, isGroup, namesIn, type Offer } from '../commands.ts'

/** `value`: what stands behind it is called so; null: it is a flag. */
export type OfferedOption = {
  name: string
  short: string | null
  value: string | null
  isRepeated: boolean
  about: string
  offer: Offer
}
export type OfferedCommand = { name: string; about: string; options: OfferedOption[]; offer: Offer }
export type Offered = {
  /** The first words, each with what it does. */
  first: { name: string; about: string }[]
  /** The second words of those that have any. */
  second: { group: GroupName; words: { name: string; about: string }[] }[]
  commands: OfferedCommand[]
}

const nothing: readonly string[] = []

export function offeredIn(language: Language): Offered {
  const say = (key: CliKey) => cliText(language, key)
  const groupNames = Object.keys(groups).filter(isGroup)
  const lone = commandNames.filter((name) => !name.includes(' '))
  return {
    first: [
      ...lone.map((name) => ({ name, about: say(aboutCommand(name).about) })),
      ...groupNames.map((name) => ({ name, about: say(groups[name]) })),
    ],
    second: groupNames.map((group) => ({
      group,
      words: namesIn(group).map((name) => ({ name: name.slice(group.length + 1), about: say(aboutCommand(name).about) })),
    })),
    commands: commandNames.map((name) => {
      const { about, options, offer = nothing } = aboutCommand(name)
      const all = Object.entries({ ...options, ...everywhere })
      return {
        name,
        about: say(about),
        offer,
        options: all.map(([option, { value = null, isRepeated = false, short = null, about: key, offer: values = nothing }]) => ({
          ...{ name: option, value, isRepeated, short, about: say(key), offer: values },
        })),
      }
    }),
  }
}
