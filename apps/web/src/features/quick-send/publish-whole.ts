/** Publishing, and again until nothing is missing: what the server has lost since is sent once more in between. */
import type { Clock } from '@sampan/client/clock'

type Acts<Sent> = { publish(): Promise<Sent>; recheck(): Promise<unknown>; onStage(stage: 'publishing' | 'uploading'): void }

const firstPauseMs = 1000
const longestPauseMs = 30_000

/** Resolves with a whole transfer alone; the signal ends the pauses. */
export async function publishWhole<Sent extends { state: string }>(
  { publish, recheck, onStage }: Acts<Sent>,
  clock: Pick<Clock, 'sleep'>,
  signal: AbortSignal,
): Promise<Sent> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    onStage('publishing')
    const sent = await publish()
    if (sent.state !== 'uploading') return sent
    onStage('uploading')
    await recheck()
    await clock.sleep(pauseMs, signal)
  }
}
