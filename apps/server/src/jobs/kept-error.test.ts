import { Problem } from '@sampan/contract/errors'
import { errorText } from '@sampan/texts/errors'
import { expect, test } from 'vitest'
import { keptError, problemIn } from './kept-error.ts'

const kept = (error: unknown): string => (keptError(error) as Error).message

test('O11 an error of ours is told by its code in every language, and names no file and nobody', () => {
  const problem = new Problem('storageFull', { limitBytes: 5e9, paths: ['secret.pdf'], email: 'li@example.cn' })
  expect(kept(problem)).toBe('storageFull {"limitBytes":5000000000}')
  const month = problemIn(kept(new Problem('monthUsedUp', { role: 'free', limit: 10 })))!
  expect(errorText(month.code, month.details, 'en')).toContain('10')
  expect(errorText(month.code, month.details, 'zh')).toContain('10 次')
})

test.each(['connect ECONNREFUSED 10.0.0.5:25', '', 'unheardOf {"a":1}', 'storageFull', '550 {"enhanced":"5.1.1"}'])(
  'O11 %j stays as it was said',
  (said) => {
    expect(kept(new Error(said))).toBe(said)
    expect(problemIn(said)).toBeNull()
  },
)
