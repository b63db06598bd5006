import { expect, test } from 'vitest'
import { askedTogether } from './asked-together.ts'

/** Answers each group when it is told to; a question "bad" fails its group. */
function makeAsked() {
  const groups: { questions: string[]; answer: () => void }[] = []
  const ask = askedTogether(async (questions: string[]) => {
    await new Promise<void>((answer) => void groups.push({ questions, answer }))
    if (questions.includes('bad')) throw new Error('the database is away')
    return questions.map((question) => `${question}!`)
  })
  const next = async (): Promise<string[]> => {
    while (!groups.length) await new Promise(setImmediate)
    const { questions, answer } = groups.shift()!
    answer()
    return questions
  }
  return { ask, next, underWay: () => groups.length }
}

test('D1 who asks while a question is under way is answered by the next one, never by one that began before', async () => {
  const { ask, next, underWay } = makeAsked()
  const first = [ask('a'), ask('b')]
  while (!underWay()) await new Promise(setImmediate)
  const later = [ask('c'), ask('a')]
  expect(await next()).toEqual(['a', 'b'])
  expect(await Promise.all(first)).toEqual(['a!', 'b!'])
  expect(await next()).toEqual(['c', 'a'])
  expect(await Promise.all(later)).toEqual(['c!', 'a!'])
})

test('D1 a group is bounded, and its failure is that of nobody else', async () => {
  const { ask, next, underWay } = makeAsked()
  const failed = [ask('a'), ask('bad')]
  while (!underWay()) await new Promise(setImmediate)
  const many = Array.from({ length: 65 }, (_, index) => ask(`${index}`))
  await next()
  for (const each of failed) await expect(each).rejects.toThrow('the database is away')
  expect([(await next()).length, (await next()).length]).toEqual([64, 1])
  expect((await Promise.all(many))[64]).toBe('64!')
  const again = ask('a')
  expect(await next()).toEqual(['a'])
  expect(await again).toBe('a!')
})
