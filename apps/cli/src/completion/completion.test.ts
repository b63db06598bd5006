import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../testing/fake-server.ts'
import { completionOf } from './completion.ts'

/** What bash itself offers for a line whose last word is being typed. */
function offered(words: string[]): string[] {
  const cwd = newFolder()
  for (const name of ['report one.pdf', 'other.txt']) writeFileSync(join(cwd, name), '')
  const ask = `
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    _sampan 2>/dev/null
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const script = `${completionOf('bash', 'en')}${ask}`
  const out = execFileSync('bash', ['--norc', '-c', script, 'bash', 'sampan', ...words], { cwd, encoding: 'utf8' })
  return out.split('\n').filter((line) => line !== '')
}

test.each<[string[], string[]]>([
  [['se'], ['send']],
  [['re'], ['receive', 'request']],
  [
    ['request', ''],
    ['ask', 'list', 'show', 'receive', 'accept', 'reject', 'close'],
  ],
  [['help', 'ext'], ['extend']],
  [['send', 're'], ['report one.pdf']],
  [['send', '--exp'], ['--expires']],
  [['send', 'a', '--expires', '7'], ['7d']],
  [['send', '--to', 'o'], []],
  [['request', 'ask', 'x', '--doc'], ['--document']],
  [['request', 'receive', 'x', '--q'], ['--quiet']],
  [['request', 'frobnicate', '--'], []],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [
    ['list', '--'],
    ['--active', '--expired', '--received', '--rows', '--page', '--team', '--server', '--json', '--quiet', '--give-up', '--help'],
  ],
])('O7 bash offers for sampan %j: %j', (words, expected) => expect(offered(words)).toEqual(expected))

test.each(['en', 'zh'] as const)('O7 what a shell is told in %s is read by bash without a complaint', (language) => {
  execFileSync('bash', ['-n', '-c', completionOf('bash', language)])
})
