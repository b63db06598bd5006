/** What the operator's commands tell of themselves; the client's beside them are in process.test.ts. */
import { expect, test } from 'vitest'
import { runCommand } from './main.ts'

async function output(...words: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCommand(words, '/', { out: (line) => void out.push(line), log: (line) => void err.push(line) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

test('O5 each command of the overview has a page, by "help NAME" and by "NAME --help"', async () => {
  const { out } = await output('help')
  const names = [...out.matchAll(/^ {2}(\S+(?: \S+)?) {2,}\S/gm)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(20)
  for (const name of names)
    for (const words of [
      ['help', ...name.split(' ')],
      [...name.split(' '), '--help'],
      [...name.split(' '), '-h'],
    ])
      expect(await output(...words), words.join(' ')).toMatchObject({
        code: 0,
        out: expect.stringContaining(`Usage: sampan ${name}`),
      })
})

test.each(['user', 'codes'])('O5 help for the group %s lists its commands', async (group) => {
  for (const words of [
    ['help', group],
    [group, '--help'],
  ]) {
    const { code, out, err } = await output(...words)
    expect([code, err]).toEqual([0, ''])
    for (const line of out.split('\n')) expect(line).toMatch(new RegExp(`^ {2}${group} \\S+ +\\S`))
  }
})

test('O5 help for what is no command says so', async () => {
  for (const words of [['help', 'fcsk'], ['fcsk', '--help'], ['fcsk']])
    expect(await output(...words)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('no command "fcsk"') })
})
