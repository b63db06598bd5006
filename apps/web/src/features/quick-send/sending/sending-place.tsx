/** Where every page shows what is being sent, or uploaded before Send, while its card is not there; nothing else of it is loaded before. */
import { chunks } from '../card/chunks.ts'
import { Late } from '../card/late.tsx'
import { useSendingState } from './sending-state.ts'

export function SendingPlace({ cardPath }: { cardPath: string }) {
  const { sending, ended, hasCard, draft } = useSendingState()
  const unsent = hasCard || sending || ended ? null : draft
  if (!ended && !unsent && (!sending || hasCard)) return null
  return (
    <Late chunk={chunks.sendingBar} failed={() => null}>
      {({ SendingBar }) => <SendingBar sending={hasCard ? null : sending} ended={ended} draft={unsent} cardPath={cardPath} />}
    </Late>
  )
}
