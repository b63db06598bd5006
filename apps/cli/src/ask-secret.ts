/** A secret given as "-" is typed instead, so that it stands in no list of processes and no history. */
import type { Language } from '@sampan/contract/paths'
import { type CliKey, cliText } from '@sampan/texts/cli'
import { Stop } from './failure.ts'
import type { World } from './world.ts'

export async function askedSecret(
  { askSecret }: Pick<World, 'askSecret'>,
  given: string | null,
  option: string,
  question: CliKey,
  language: Language,
): Promise<string | null> {
  if (given !== '-') return given
  if (!askSecret) throw new Stop('usage', 'nobodyToAsk', { option })
  return askSecret(cliText(language, question))
}
