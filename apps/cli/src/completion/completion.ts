/** `completion`: a script by which a shell offers commands, options and values. */
import type { Language } from '@sampan/contract/paths'
import type { Shell } from '../commands.ts'
import { bashCompletion } from './bash.ts'
import { fishCompletion } from './fish.ts'
import { type Offered, offeredIn } from './offered.ts'
import { zshCompletion } from './zsh.ts'

const writers: Record<Shell, (offered: Offered) => string> = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

export const completionOf = (shell: Shell, language: Language): string => writers[shell](offeredIn(language))
