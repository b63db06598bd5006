import type { RequestSummary } from '@sampan/contract/routes/requests'
import { expect, test } from 'vitest'
import { waitingFirst } from './waiting-requests.tsx'

const row = (_id: string) => ({ _id }) as RequestSummary

test('R3 T1 the first page shows what waits for a look before what is missing, each once, and a few of them', () => {
  const ids = waitingFirst([row('a'), row('b')], [row('b'), row('c'), row('d'), row('e')]).map(({ _id }) => _id)
  expect(ids).toEqual(['a', 'b', 'c', 'd'])
  expect(waitingFirst([], [])).toEqual([])
})
