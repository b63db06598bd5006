/** For bash, from the 3.2 of macOS on. */
import type { Offer } from '../commands.ts'
import type { Offered, OfferedCommand } from './offered.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const namesOf = (words: readonly { name: string }[]): string => quoted(words.map(({ name }) => name).join(' '))

function offering(offer: Offer): string {
  if (offer === 'files') return '_sampan_paths -f'
  if (offer === 'folders') return '_sampan_paths -d'
  return offer.length > 0 ? `_sampan_words ${quoted(offer.join(' '))}` : ':'
}

const valueCases = ({ name, options }: OfferedCommand): string[] =>
  options
    .filter(({ value }) => value !== null)
    .map((option) => `    ${quoted(`${name} --${option.name}`)}) ${offering(option.offer)}; return ;;`)

const commandCase = ({ name, options, offer }: OfferedCommand): string =>
  `    ${quoted(name)}) case "$cur" in -*) _sampan_words ${quoted(options.map((option) => `--${option.name}`).join(' '))} ;; *) ${offering(offer)} ;; esac ;;`

export const bashCompletion = ({ first, second, commands }: Offered): string => `# bash: eval "$(sampan completion bash)"
_sampan_words() {
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}
_sampan_paths() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen "$1" -- "$cur"))
}
_sampan() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" at=2
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then _sampan_words ${namesOf([...first, { name: 'help' }])}; return; fi
  if [ "$command" = help ]; then command="\${COMP_WORDS[2]}"; at=3; fi
  if [ "$COMP_CWORD" -lt "$at" ]; then _sampan_words ${namesOf(first)}; return; fi
  case "$command" in
${second.map(({ group, words }) => `    ${group}) if [ "$COMP_CWORD" -eq "$at" ]; then _sampan_words ${namesOf(words)}; return; fi; command="$command \${COMP_WORDS[at]}" ;;`).join('\n')}
  esac
  if [ "$at" -eq 3 ]; then return; fi
  case "$command $prev" in
${commands.flatMap(valueCases).join('\n')}
  esac
  case "$command" in
${commands.map(commandCase).join('\n')}
  esac
}
complete -F _sampan sampan
`
