/** What zsh and fish themselves offer; bash is asked by completion.test.ts. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../testing/fake-server.ts'
import { completionOf } from './completion.ts'

/** Each line as it stands when the tabulator is pressed, and what is offered for it among others. */
const lines: [line: string, offered: string[]][] = [
  ['sampan sen', ['send']],
  ['sampan request ', ['ask', 'accept', 'close']],
  ['sampan request ask x --du', ['--due']],
  ['sampan send --exp', ['--expires']],
  ['sampan completion ', ['bash', 'fish', 'zsh']],
  ['sampan send repo', ['report.pdf']],
]

function folderWith(script: string, name: string): string {
  const cwd = newFolder()
  writeFileSync(join(cwd, name), script)
  writeFileSync(join(cwd, 'report.pdf'), '')
  return cwd
}

test.each(lines)('O7 fish offers for "%s": %j', (line, offered) => {
  for (const language of ['en', 'zh'] as const) {
    const cwd = folderWith(completionOf('fish', language), 'sampan.fish')
    const ask = `source sampan.fish; complete -C '${line}'`
    const env = { ...process.env, HOME: cwd }
    const out = execFileSync('fish', ['--no-config', '-c', ask], { cwd, env, encoding: 'utf8' })
    expect(out.split('\n').map((each) => each.split('\t')[0])).toEqual(expect.arrayContaining(offered))
  }
})

/** A terminal of its own: the line is typed, the tabulator pressed, and what is drawn until the line is left again is what was offered. */
const typing = `
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PROMPT=; autoload -Uz compinit; compinit -u -D; source ./_sampan; setopt no_list_beep; stty -echo; print -r 'READ''Y'"
zpty -r -m z drawn '*READY*'
zpty -w -n z "$1"$'\\t'
zpty -w -n z $'\\C-a\\C-kprint EN''D\\n'
zpty -r -m z drawn '*END*'
print -r -- "$drawn"
zpty -d z`

test.each(lines)('O7 zsh offers for "%s": %j', (line, offered) => {
  for (const language of ['en', 'zh'] as const) {
    const cwd = folderWith(completionOf('zsh', language), '_sampan')
    const env = { ...process.env, HOME: cwd, TERM: 'xterm' }
    const out = execFileSync('zsh', ['-f', '-c', typing, 'zsh', line], { cwd, env, encoding: 'utf8' })
    for (const word of offered) expect(out).toContain(word)
  }
})
