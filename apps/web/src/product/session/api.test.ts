import type { Api } from '@sampan/client/api'
import { NetworkError } from '@sampan/client/network-error'
import { stsAuth } from '@sampan/contract/routes/uploads'
import { sendVerifyEmail } from '@sampan/contract/routes/verification'
import { expect, test, vi } from 'vitest'
import { inTurnAtFirst } from './api.ts'

vi.mock('./session.ts', () => ({ apiSession: {} }))

test('Q21 Q12 the first calls of a new browser go one after the other, until one was answered', async () => {
  const answers: { resolve: (value: unknown) => void; reject: (error: unknown) => void }[] = []
  const plain = { call: () => new Promise((resolve, reject) => answers.push({ resolve, reject })) } as unknown as Api
  const api = inTurnAtFirst(plain) as unknown as { call: (route: object) => Promise<unknown> }
  const calls = [api.call(stsAuth), api.call(sendVerifyEmail), api.call(stsAuth)]
  await expect.poll(() => answers.length).toBe(1)
  answers[0]!.reject(new NetworkError('no line'))
  await expect(calls[0]).rejects.toThrow()
  await expect.poll(() => answers.length).toBe(2)
  answers[1]!.resolve('b')
  expect(await calls[1]).toBe('b')
  await expect.poll(() => answers.length).toBe(3)
  void api.call(sendVerifyEmail)
  void api.call(stsAuth)
  expect(answers.length).toBe(5)
})
