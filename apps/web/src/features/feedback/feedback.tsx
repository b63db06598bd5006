/** Asks what one thinks of the service, at some counts of log-ins and from the menu (T7). */
import { feedbackLogins, timingsMs } from '@sampan/contract/limits'
import { askFeedback } from '@sampan/contract/routes/feedback'
import { useEffect, useEffectEvent, useState } from 'react'
import { loadTexts } from '../../lib/i18n.ts'
import { lateChunk } from '../../lib/load-chunk.ts'
import { hasWarnings } from '../../lib/unsaved.ts'
import { api } from '../../product/session/api.ts'

const dialog = lateChunk(async () => {
  const [{ FeedbackDialog }] = await Promise.all([import('./feedback-dialog.tsx'), loadTexts('feedback')])
  return { FeedbackDialog }
})

/** Opens once its part is here, if it may then; where that does not come, it stays closed and can be pressed again. */
function useDialog() {
  const [isOpen, setOpen] = useState(false)
  const open = async (mayOpen: () => Promise<boolean> | boolean = () => true) => {
    try {
      await dialog.load()
      if (await mayOpen()) setOpen(true)
    } catch {}
  }
  const loaded = dialog.peek()
  return { open, shown: isOpen && loaded && <loaded.FeedbackDialog onClose={() => setOpen(false)} /> }
}

/** An upload that has stopped warns of nothing, but waits for a decision as a question does. */
const uploads = '[data-early], [data-dock], #interrupted'

/** What a person may be at: something that is not sent or saved yet, another window or question, what a button has opened, a field. */
const isFree = (): boolean =>
  !hasWarnings() &&
  !document.querySelector(
    `[role=dialog], [role=alertdialog], ${uploads}, button[aria-expanded="true"], :is(input, textarea, select):focus`,
  )

/** The question is taken only by a page that can put it, and put only while that still holds. */
const mayAsk = async (): Promise<boolean> => isFree() && (await api.call(askFeedback)).isDue && isFree()

export function useFeedback(loginCount: number) {
  const { open, shown } = useDialog()
  const ask = useEffectEvent(() => void open(mayAsk))
  useEffect(() => {
    if (!feedbackLogins.includes(loginCount)) return
    const timer = setTimeout(() => ask(), timingsMs.feedbackDelay)
    return () => clearTimeout(timer)
  }, [loginCount])
  return { openFeedback: () => void open(), feedbackWindow: shown }
}
