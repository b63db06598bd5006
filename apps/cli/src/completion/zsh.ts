/** For zsh: read by `source`, or put into a folder of `fpath` as `_sampan`. */
import type { Offer } from '../commands.ts'
import type { Offered, OfferedCommand, OfferedOption } from './offered.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
/** Between the brackets of `_arguments`. */
const told = (text: string): string => text.replace(/[\\[\]:]/g, '\\$&')

function action(offer: Offer): string {
  if (offer === 'files') return '_files'
  if (offer === 'folders') return '_files -/'
  return offer.length > 0 ? `(${offer.join(' ')})` : ' '
}

function specOf({ name, short, value, isRepeated, about, offer }: OfferedOption): string {
  const rest = `[${told(about)}]${value ? `:${value}:${action(offer)}` : ''}`
  if (short) return `${quoted(`(-${short} --${name})`)}{-${short},--${name}}${quoted(rest)}`
  return quoted(`${isRepeated ? '*' : ''}--${name}${rest}`)
}

const described = (words: readonly { name: string; about: string }[]): string =>
  words.map(({ name, about }) => `    ${quoted(`${name}:${about}`)}`).join('\n')

const commandCase = ({ name, options, offer }: OfferedCommand): string => `    ${quoted(name)})
      _arguments ${[...options.map(specOf), quoted(`*: :${action(offer)}`)].join(' \\\n        ')} ;;`

export const zshCompletion = ({ first, second, commands }: Offered): string => `#compdef sampan
# zsh: source <(sampan completion zsh)
_sampan() {
  local -a offered
  offered=(
${described(first)}
  )
  if (( CURRENT == 2 )) || [[ \${words[2]} == help && CURRENT -eq 3 ]]; then
    _describe -t commands command offered
    return
  fi
  if [[ \${words[2]} == help ]]; then shift words; (( CURRENT-- )); fi
  local command="\${words[2]}"
${second
  .map(
    ({ group, words }) => `  if [[ $command == ${group} ]]; then
    offered=(
${described(words)}
    )
    if (( CURRENT == 3 )); then _describe -t commands command offered; return; fi
    command="$command \${words[3]}"
    shift words; (( CURRENT-- ))
  fi`,
  )
  .join('\n')}
  shift words; (( CURRENT-- ))
  case "$command" in
${commands.map(commandCase).join('\n')}
  esac
}
if [[ "\${funcstack[1]}" == _sampan ]]; then _sampan "$@"; else compdef _sampan sampan; fi
`
