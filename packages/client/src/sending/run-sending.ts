/** Does what a sending (`sending.ts`) asks for, one thing after the other, and tells it what came of it. */
import type { Clock } from '../clock.ts'
import { effectOf, newSending, nextSending, type Sending, type SendingEvent } from './sending.ts'

/** refused: nothing was published. incomplete: nor was it here, for bytes that the server lacks. unanswered: nobody knows. */
export type Verdict = 'refused' | 'incomplete' | 'unanswered'

export type SendingActs<Answer> = {
  /** Resolves when the server knows every file; without it the server is asked when it has every byte. */
  planned?(): Promise<unknown>
  /** Resolves with the last byte. */
  arrived(): Promise<unknown>
  /** Publishes it, or answers what became of it. */
  ask(): Promise<Answer>
  isWhole(answer: Answer): boolean
  verdictOn(error: unknown): Verdict
  /** What goes on with the bytes without an answer asks again once they are there. */
  goesOnUnanswered?: boolean
  /** To whom and how, in words that can be compared. */
  sentAs?: string
  /** Sends again what the server has lost. */
  recheck?(): Promise<unknown>
  /** Before it asks again whether anything is missing; without it, at once. */
  pauses?: { firstMs: number; longestMs: number }
}

export type RunningSending<Answer> = {
  state(): Sending<Answer>
  subscribe(listener: () => void): () => void
  /** Goes on until everything has arrived; rejects with why it failed, or the signal's reason. What is asked by then goes on to be awaited. */
  run(acts: SendingActs<Answer>, signal?: AbortSignal): Promise<Answer>
  cancel(): void
  /**
   * Has the server cancel what was cancelled here, once no call is out any more. Rejects where nobody answers: it is tried again with the
   * next call, and before Send is pressed again. `cancelOnServer` answers whether it came in time; null where that cannot be known yet.
   */
  settle(cancelOnServer: () => Promise<boolean | null>): Promise<void>
}

export function createSending<Answer>(clock: Pick<Clock, 'sleep'>, isPublished = false): RunningSending<Answer> {
  let sending = newSending<Answer>(isPublished)
  const listeners = new Set<() => void>()
  const calls = new Set<Promise<unknown>>()

  function on(event: SendingEvent<Answer>): void {
    const before = sending
    sending = nextSending(sending, event)
    if (sending !== before) for (const listener of [...listeners]) listener()
  }

  async function answered({ ask, isWhole, verdictOn, goesOnUnanswered }: SendingActs<Answer>): Promise<Answer> {
    try {
      const answer = await ask()
      on({ type: 'answered', answer, isWhole: isWhole(answer) })
      return answer
    } catch (error) {
      const type = verdictOn(error)
      on(type === 'incomplete' ? { type } : { type, error, ...(type === 'unanswered' && { goesOn: goesOnUnanswered }) })
      throw error
    }
  }
  function ask(acts: SendingActs<Answer>): Promise<Answer> {
    on({ type: 'asked', sentAs: acts.sentAs })
    const call = answered(acts)
    const over = call.catch(() => {}).finally(() => calls.delete(over))
    calls.add(over)
    return call
  }

  return {
    state: () => sending,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async run(acts, signal) {
      let pauseMs = acts.pauses?.firstMs ?? 0
      const recheck = async () => {
        await acts.recheck?.()
        if (!acts.pauses) return
        await clock.sleep(pauseMs, signal)
        pauseMs = Math.min(pauseMs * 2, acts.pauses.longestMs)
      }
      const waits = {
        plan: ['planned', acts.planned],
        bytes: ['arrived', acts.arrived],
        recheck: ['rechecked', recheck],
      } as const
      on({ type: 'sealed', asksWhenWhole: !acts.planned })
      for (;;) {
        signal?.throwIfAborted()
        const { phase, answer, failure } = sending
        if (phase === 'done') return answer as Answer
        if (failure) throw failure.error
        const effect = effectOf(sending)
        if (effect === null || effect === 'cancel') throw new DOMException('The sending was cancelled', 'AbortError')
        if (effect === 'ask') {
          await ask(acts).catch(() => {})
          continue
        }
        const [type, act] = waits[effect]
        const failed = await Promise.resolve(act?.()).then(
          () => null,
          (error: unknown) => ({ error }),
        )
        signal?.throwIfAborted()
        on(failed ? { type: 'broke', ...failed } : { type })
      }
    },
    cancel: () => on({ type: 'cancelled' }),
    async settle(cancelOnServer) {
      while (calls.size > 0) await Promise.all(calls)
      if (effectOf(sending) !== 'cancel') return
      const isInTime = await cancelOnServer()
      if (isInTime !== null) on({ type: isInTime ? 'cancelConfirmed' : 'cancelTooLate' })
    },
  }
}
