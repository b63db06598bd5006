import { testClock } from '@sampan/client/testing/test-clock'
import { expect, test } from 'vitest'
import { publishWhole } from './publish-whole.ts'

/** Incomplete for so many answers. */
function acts(incomplete: number) {
  const done: string[] = []
  let answers = 0
  return {
    done,
    publish: async () => {
      done.push('publish')
      return { state: ++answers <= incomplete ? 'uploading' : 'active' }
    },
    recheck: async () => void done.push('recheck'),
    onStage: (stage: string) => void done.push(stage),
  }
}

test('U6 what is whole is published once, without a pause', async () => {
  const clock = testClock()
  const whole = acts(0)
  expect(await publishWhole(whole, clock, new AbortController().signal)).toEqual({ state: 'active' })
  expect(whole.done).toEqual(['publishing', 'publish'])
  expect(clock.slept).toEqual([])
})

test('U6 what loses something again and again is sent and published until it is whole, with growing pauses', async () => {
  const clock = testClock()
  const losing = acts(8)
  expect(await publishWhole(losing, clock, new AbortController().signal)).toEqual({ state: 'active' })
  const round = ['publishing', 'publish', 'uploading', 'recheck']
  expect(losing.done).toEqual([...Array(8).fill(round).flat(), 'publishing', 'publish'])
  expect(clock.slept).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
})

test('U6 leaving ends the pause; nothing is said to be sent', async () => {
  const page = new AbortController()
  const losing = acts(Number.POSITIVE_INFINITY)
  page.abort()
  await expect(publishWhole(losing, testClock(), page.signal)).rejects.toMatchObject({ name: 'AbortError' })
  expect(losing.done.filter((act) => act === 'publish')).toHaveLength(1)
})

test('U6 what cannot be sent again is not said to be sent', async () => {
  const failing = { ...acts(1), recheck: () => Promise.reject(new Error('gone')) }
  await expect(publishWhole(failing, testClock(), new AbortController().signal)).rejects.toThrow('gone')
})
