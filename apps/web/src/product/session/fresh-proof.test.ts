import type { Api } from '@sampan/client/api'
import { Problem } from '@sampan/contract/errors'
import { createToken, listTokens } from '@sampan/contract/routes/devices'
import { expect, test } from 'vitest'
import { proofWanted, proving, watchProof } from './fresh-proof.ts'
import { wrongStepCode } from './step-code.ts'

const refusal = (by: string) => new Problem('proofNeeded', { by, ...(by === 'code' && { hasPasskey: true }) })

/** A server that refuses so often; what it was asked. */
function refusing(times: number, by = 'password') {
  const asked: unknown[] = []
  const plain = {
    call: async (...args: unknown[]) => {
      asked.push(args)
      if (asked.length <= times) throw refusal(by)
      return 'done'
    },
  } as unknown as Api
  const api = proving(plain) as unknown as { call: (route: object, args?: object) => Promise<unknown> }
  return { api, asked }
}
const args = { body: { name: 'nightly' } }
const shown = () => expect.poll(() => proofWanted()).not.toBeNull()

test('A12 a call that is refused for a proof is asked once more after it, and no third time', async () => {
  const leave = watchProof(() => {})
  const once = refusing(1, 'code')
  const call = once.api.call(createToken, args)
  await shown()
  expect(proofWanted()).toMatchObject({ by: 'code', hasPasskey: true })
  proofWanted()!.answer(true)
  expect(await call).toBe('done')
  expect(once.asked).toEqual([
    [createToken, args],
    [createToken, args],
  ])
  const twice = refusing(2)
  const again = twice.api.call(createToken, args)
  await shown()
  proofWanted()!.answer(true)
  await expect(again).rejects.toMatchObject({ code: 'proofNeeded' })
  expect(twice.asked).toHaveLength(2)
  leave()
})

test('A12 whoever thinks better of it is refused as they were; two calls wait for one answer', async () => {
  const leave = watchProof(() => {})
  const { api, asked } = refusing(2)
  const calls = [api.call(createToken, args), api.call(createToken, args)]
  await shown()
  proofWanted()!.answer(false)
  for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'proofNeeded' })
  expect([asked.length, proofWanted()]).toEqual([2, null])
  leave()
})

test('A12 nobody is asked where no page asks, once it is left, or for a call that needs no proof', async () => {
  await expect(refusing(1).api.call(createToken, args)).rejects.toMatchObject({ code: 'proofNeeded' })
  const leave = watchProof(() => {})
  await expect(refusing(1).api.call(listTokens)).rejects.toMatchObject({ code: 'proofNeeded' })
  const call = refusing(1).api.call(createToken, args)
  await shown()
  leave()
  await expect(call).rejects.toMatchObject({ code: 'proofNeeded' })
  expect(proofWanted()).toBeNull()
})

test.each([
  ['', false, 'required'],
  ['12345', false, 'invalid'],
  ['123 456', false, null],
  ['123456', true, 'invalid'],
  ['abcd-efgh jk23', true, null],
] as const)('A10 a code as typed: "%s"', (typed, isRecovery, fault) => {
  expect(wrongStepCode(typed, isRecovery)).toBe(fault)
})
