import { expect, test } from 'vitest'
import { newForm } from '../form/form.ts'
import { isAnswerTo } from './publish.ts'

const people = (...list: string[]) => ({ ...newForm(), chips: { list, typed: '', skipped: 0 } })
const answer = (...emails: string[]) => ({ sendAs: 'email' as const, emailTo: emails.map((email) => ({ email })) })

test('U8 the answer is of this sending: the same people in any order, or a link', () => {
  expect(isAnswerTo(people('li@a.cn', 'Bo@b.uk'), answer('bo@b.uk', 'li@a.cn'))).toBe(true)
  expect(isAnswerTo({ ...people('li@a.cn'), sendAs: 'link' }, { sendAs: 'link', emailTo: [] })).toBe(true)
})

test('U8 or of another one, whose upload this was', () => {
  expect(isAnswerTo(people('li@a.cn'), answer('bo@b.uk'))).toBe(false)
  expect(isAnswerTo(people('li@a.cn'), answer('li@a.cn', 'bo@b.uk'))).toBe(false)
  expect(isAnswerTo(people('li@a.cn'), { sendAs: 'link', emailTo: [] })).toBe(false)
})
