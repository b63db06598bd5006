/** Where every page shows what is being sent, or uploaded before Send, while its card is not there; nothing else of it is loaded before. */
import { chunks } from '../card/chunks.ts'
import { Late } from '../card/late.tsx'
import { useSendingState } from './sending-state.ts'

export function SendingPlace({ cardPath }: { cardPath: string }) {
  const { sending, waiting, ended, hasCard, watched, draft } = useSendingState()
  const sendings = [...(sending ? [sending] : []), ...waiting].filter(({ form }) => form.files !== watched)
  const unsent = hasCard || ended ? null : draft
  if (!ended && !unsent && sendings.length === 0) return null
  return (
    <Late chunk={chunks.sendingBar} failed={() => null}>
      {({ SendingBar }) => (
        <SendingBar
          sendings={sendings}
          runsId={sending?.id ?? null}
          ended={ended}
          draft={unsent}
          hasCard={hasCard}
          cardPath={cardPath}
        />
      )}
    </Late>
  )
}
