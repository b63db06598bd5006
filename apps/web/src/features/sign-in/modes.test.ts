import { expect, test } from 'vitest'
import { forgottenSearch, isForgotten, logInSearch, userOf } from './modes.ts'

test.each(['?forgotPass', '?forgotPass=', '?forgotPass=1', '?user=a%40b.cn&forgotPass=true'])(
  'A2 %s opens the forgotten password',
  (search) => expect(isForgotten(search)).toBe(true),
)

test('A2 to the forgotten password and back, nothing that the page was called with is lost', () => {
  const forgotten = forgottenSearch('?next=%2Fdash%2Fsend&user=old%40example.com', ' mei+1@example.com ')
  expect([isForgotten(forgotten), userOf(forgotten)]).toEqual([true, 'mei+1@example.com'])
  expect(logInSearch(forgotten, userOf(forgotten))).toBe('?next=%2Fdash%2Fsend&user=mei%2B1%40example.com')
  expect(logInSearch(forgottenSearch('', ''), '')).toBe('')
})
