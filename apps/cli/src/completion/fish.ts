/** For fish: read by `source`, or put into `~/.config/fish/completions/sampan.fish`. */
import type { Offer } from '../commands.ts'
import type { Offered, OfferedCommand, OfferedOption } from './offered.ts'

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
/** A value is needed and nothing else is offered; the shell's own files; those alone that are given. */
function value(offer: Offer): string {
  if (offer === 'files') return ' -r -F'
  if (offer === 'folders') return " -x -a '(__fish_complete_directories)'"
  return offer.length > 0 ? ` -x -a ${quoted(offer.join(' '))}` : ' -x'
}

const optionLine = (command: string, { name, short, value: called, about, offer }: OfferedOption): string =>
  `complete -c sampan -n '__sampan_in ${command}' -l ${name}${short ? ` -s ${short}` : ''}${called ? value(offer) : ''} -d ${quoted(about)}`

function linesOf({ name, options, offer }: OfferedCommand): string[] {
  const words =
    offer === 'files' ? ['-F'] : typeof offer !== 'string' && offer.length > 0 ? [`-a ${quoted(offer.join(' '))}`] : []
  return [
    ...options.map((option) => optionLine(name, option)),
    ...words.map((what) => `complete -c sampan -n '__sampan_in ${name}' ${what}`),
  ]
}

const wordLine = (behind: string, { name, about }: { name: string; about: string }): string =>
  `complete -c sampan -n '__sampan_at${behind && ` ${behind}`}' -a ${name} -d ${quoted(about)}`

export const fishCompletion = ({ first, second, commands }: Offered): string => `# fish: sampan completion fish | source
function __sampan_at
  set -l words (commandline -opc)
  set -e words[1]
  test "$words" = "$argv"
end
function __sampan_in
  set -l words (commandline -opc)
  set -e words[1]
  set -l number (count $argv)
  test (count $words) -ge $number; and test "$words[1..$number]" = "$argv"
end
complete -c sampan -f
${[
  ...first.map((word) => wordLine('', word)),
  ...first.map((word) => wordLine('help', word)),
  ...second.flatMap(({ group, words }) => words.map((word) => wordLine(group, word))),
  ...commands.flatMap(linesOf),
].join('\n')}
`
