import { expect, test } from 'vitest'
import { testClock } from '../testing/test-clock.ts'
import { createSending, type SendingActs } from './run-sending.ts'

type Answer = { state: string }
const pauses = { firstMs: 1000, longestMs: 30_000 }

/** Incomplete for so many answers. */
function acts(incomplete: number, more: Partial<SendingActs<Answer>> = {}) {
  const done: string[] = []
  let answers = 0
  const act = (name: string) => async () => void done.push(name)
  const all: SendingActs<Answer> = {
    planned: act('planned'),
    arrived: act('arrived'),
    ask: async () => {
      done.push('ask')
      return { state: ++answers <= incomplete ? 'uploading' : 'active' }
    },
    recheck: act('recheck'),
    isWhole: ({ state }) => state !== 'uploading',
    verdictOn: () => 'refused',
    pauses,
    ...more,
  }
  return { done, all }
}

function later<T>() {
  let [resolve, reject] = [(_: T) => {}, (_: unknown) => {}]
  const promise = new Promise<T>((...settle) => {
    ;[resolve, reject] = settle
  })
  return { promise, resolve, reject }
}

test('U6 what is whole is published once, without a pause', async () => {
  const clock = testClock()
  const { done, all } = acts(0)
  expect(await createSending<Answer>(clock).run(all)).toEqual({ state: 'active' })
  expect(done).toEqual(['planned', 'ask'])
  expect(clock.slept).toEqual([])
})

test('U6 what loses something again and again is sent and published until it is whole, with growing pauses', async () => {
  const clock = testClock()
  const { done, all } = acts(9)
  expect(await createSending<Answer>(clock).run(all)).toEqual({ state: 'active' })
  expect(done).toEqual(['planned', 'ask', 'arrived', ...Array(8).fill(['ask', 'recheck']).flat(), 'ask'])
  expect(clock.slept).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
})

test('U6 leaving ends the pause; nothing is said to be sent', async () => {
  const page = new AbortController()
  const { done, all } = acts(Number.POSITIVE_INFINITY, { recheck: async () => page.abort() })
  await expect(createSending<Answer>(testClock()).run(all, page.signal)).rejects.toMatchObject({ name: 'AbortError' })
  expect(done).toEqual(['planned', 'ask', 'arrived', 'ask'])
})

test('U6 what cannot be sent again is not said to be sent', async () => {
  const { all } = acts(2, { recheck: () => Promise.reject(new Error('gone')) })
  const sending = createSending<Answer>(testClock())
  await expect(sending.run(all)).rejects.toThrow('gone')
  expect(sending.state()).toMatchObject({ phase: 'failed', server: 'published', failure: { stage: 'uploading' } })
})

test('Q13 nobody answers: the bytes go on, and behind them it is asked again', async () => {
  const offline = () => Promise.reject(new TypeError('offline'))
  const { done, all } = acts(0, { verdictOn: () => 'unanswered', goesOnUnanswered: true })
  const answers = [offline, all.ask]
  await createSending<Answer>(testClock()).run({ ...all, ask: () => answers.shift()!() })
  expect(done).toEqual(['planned', 'arrived', 'ask'])
})

test('Q13 what failed is tried again on demand, in the same sending', async () => {
  const sending = createSending<Answer>(testClock())
  const { all } = acts(0)
  await expect(sending.run({ ...all, ask: () => Promise.reject(new Error('no')) })).rejects.toThrow('no')
  await sending.run(all)
  expect(sending.state()).toMatchObject({ phase: 'done', failure: null })
})

test('Q13 cancelled while the server is asked: cancelled there once it has answered, and not asked again', async () => {
  const sending = createSending<Answer>(testClock())
  const answer = later<Answer>()
  const done: string[] = []
  const page = new AbortController()
  const running = sending.run({ ...acts(0).all, ask: () => answer.promise }, page.signal)
  await expect.poll(() => sending.state().calls).toBe(1)
  sending.cancel()
  page.abort()
  const settled = sending.settle(async () => {
    done.push(sending.state().server)
    return true
  })
  answer.resolve({ state: 'active' })
  await settled
  await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  expect(done).toEqual(['published'])
  expect(sending.state()).toMatchObject({ phase: 'open', server: 'nothing' })
})

test('Q13 a cancelling that nobody answered is tried again; what came too late is sent', async () => {
  const sending = createSending<Answer>(testClock(), true)
  sending.cancel()
  await expect(sending.settle(() => Promise.reject(new TypeError('offline')))).rejects.toThrow('offline')
  await sending.settle(async () => null)
  expect(sending.state().phase).toBe('cancelling')
  await sending.settle(async () => false)
  expect(sending.state()).toMatchObject({ phase: 'open', server: 'published', isTooLate: true })
  await sending.settle(() => Promise.reject(new Error('Nothing is left to cancel')))
})

test('T9 what counts once it is whole is not asked for before', async () => {
  const { done, all } = acts(1, { verdictOn: () => 'incomplete' })
  const { planned: _, ...late } = all
  const lacking = () => Promise.reject(new Error('lacks bytes'))
  const answers = [lacking, all.ask, all.ask]
  const clock = testClock()
  await createSending<Answer>(clock).run({ ...late, ask: () => answers.shift()!() })
  expect(done).toEqual(['arrived', 'recheck', 'ask', 'recheck', 'ask'])
})
