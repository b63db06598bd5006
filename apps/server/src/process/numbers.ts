/** Metrics of all processes: whichever worker is asked for them, the supervisor gathers and adds up. */
import { keep, mergedText } from '../metrics/merged.ts'
import type { Metrics, Numbers } from '../metrics/metrics.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { sendToSupervisor } from './messages.ts'

/** This is longer than a worker waits for the database, and shorter than Prometheus waits. */
const gatherMs = 4_000
const textMs = 8_000

type Team = { serving: () => number[]; sendTo: (worker: number, message: ToWorker) => void }

/** The supervisor's half. One round of questions serves all who ask meanwhile; who does not answer counts as at the last one. */
export function gatherNumbers(team: Team) {
  const last = new Map<number, Numbers>()
  let kept: Promise<Numbers> = Promise.resolve([])
  let round: Promise<string> | undefined
  let heard: (worker: number) => void = () => {}

  async function gather(): Promise<string> {
    const silent = new Set(team.serving())
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, gatherMs)
      heard = (worker) => {
        silent.delete(worker)
        if (silent.size > 0) return
        clearTimeout(late)
        resolve()
      }
      for (const worker of silent) team.sendTo(worker, { giveNumbers: true })
    })
    return mergedText(last, await kept)
  }

  async function answer(worker: number, asked: number): Promise<void> {
    round ??= gather().finally(() => {
      round = undefined
    })
    const text = await round.catch(() => null)
    team.sendTo(worker, { metrics: { asked, text } })
  }

  return {
    hear: (worker: number, message: FromWorker): void => {
      if ('askMetrics' in message) void answer(worker, message.askMetrics)
      if (!('numbers' in message)) return
      last.set(worker, message.numbers)
      heard(worker)
    },
    ended: (worker: number): void => {
      const numbers = last.get(worker)
      last.delete(worker)
      if (numbers) kept = kept.then((before) => keep(before, numbers))
    },
  }
}

/** A worker's half: gives its own numbers, and asks for those of all. */
export function joinNumbers() {
  const waiting = new Map<number, (text: string | null) => void>()
  let own: Metrics | undefined
  let asked = 0

  function ask(): Promise<string> {
    return new Promise((resolve, reject) => {
      const id = ++asked
      const end = (text: string | null) => {
        clearTimeout(late)
        waiting.delete(id)
        text === null ? reject(new Error('the processes do not tell their numbers')) : resolve(text)
      }
      const late = setTimeout(end, textMs, null)
      waiting.set(id, end)
      sendToSupervisor({ askMetrics: id })
    })
  }

  return {
    hear: (message: ToWorker): void => {
      if ('metrics' in message) waiting.get(message.metrics.asked)?.(message.metrics.text)
      if ('giveNumbers' in message) void own?.numbers().then((numbers) => sendToSupervisor({ numbers }))
    },
    /** Answers for all processes from now on. */
    share: (metrics: Metrics): Metrics => {
      own = metrics
      return { ...metrics, text: ask }
    },
  }
}
