/** Raises an alarm when links that do not exist are asked for too often over all networks: somebody may be guessing (reliability, Decisions). */
import type { Metrics } from './metrics.ts'

type Log = { warn: (data: object, text: string) => void }

const missesPerSecond = 10
const quietMs = 60_000

/** Called with every miss. The alarm counts each such second and is logged once a minute at most. */
export function makeMissAlarm(metrics: Metrics, log: Log, clock: () => Date): () => void {
  let recent: number[] = []
  let quietUntil = 0
  return () => {
    const now = clock().getTime()
    metrics.count('linkMisses')
    recent = [...recent.filter((at) => at > now - 1000), now]
    if (recent.length < missesPerSecond) return
    recent = []
    metrics.count('linkMissAlarms')
    if (now < quietUntil) return
    quietUntil = now + quietMs
    log.warn({ missesPerSecond }, 'many unknown links are asked for: somebody may be guessing')
  }
}
