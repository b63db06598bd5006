/** Cancelling from the dock: asked first, with what becomes of it, unless nothing would be lost by it (Q13, Q25). */
import { Button } from '@mantine/core'
import { totalBytes } from '@sampan/contract/rules/file-set'
import { about } from '@sampan/texts/registry/about'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n.ts'
import { CancelQuestion } from '../../../product/sending/cancel-question.tsx'
import { takeFreeFocus } from '../../../ui/free-focus.ts'
import { isCardFree } from '../form/kept-draft.ts'
import { keptOf } from './kept-words.ts'
import { cancelSending } from './sending.ts'
import classes from './sending-bar.module.css'
import type { Sending } from './sending-state.ts'

type Sent = Pick<Sending, 'shown' | 'snapshot' | 'sent'>
const uploadedBytes = ({ shown, snapshot }: Pick<Sending, 'shown' | 'snapshot'>): number =>
  Math.max(shown.sentBytes, snapshot.sentBytes)

/** Without a byte on the server, or a link that somebody may have by now, the draft is simply in the card again, if that has room for it. */
export const isAskedFirst = (sending: Sent, isFree: boolean): boolean =>
  uploadedBytes(sending) > 0 || sending.sent !== null || !isFree

/** What had the focus goes with the dock. */
function cancel(id: number): void {
  cancelSending(id)
  const next = document.getElementById('send-card') ?? document.querySelector<HTMLElement>('main h1')
  next?.focus({ preventScroll: true })
}

type AskProps = { sending: Sending; isDisabled?: boolean; wasAsked?: boolean; onAsk: () => void }

/** `wasAsked`: the answer was No, and its button had the focus. */
export function AskCancel({ sending, isDisabled = false, wasAsked = false, onAsk }: AskProps) {
  const { t } = useTranslation('send')
  return (
    <Button
      ref={wasAsked ? takeFreeFocus : null}
      variant="default"
      h={44}
      px={16}
      disabled={isDisabled}
      onClick={() => (isAskedFirst(sending, isCardFree()) ? onAsk() : cancel(sending.id))}
    >
      {t('cancel')}
    </Button>
  )
}

type Props = { sending: Sending; about: string; hasBegun: boolean; onNo: () => void }

/** Bytes that have come are kept, as on the card. The draft goes back there, if no other one stands in it. */
export function Cancel({ sending, about: what, hasBegun, onNo }: Props) {
  const { t } = useTranslation('send')
  const language = useLanguage()
  const format = useFormat()
  // As it was when it was asked.
  const [isFree] = useState(isCardFree)
  const bytes = uploadedBytes(sending)
  const total = format.bytes(totalBytes(sending.form.files))
  const uploaded = bytes > 0 && t('cancelUploaded', { sent: format.bytes(bytes), total })
  const stops = sending.sent?.linkUrl && t('linkStops')
  const begun = [uploaded, stops, t(keptOf(sending, Date.now())), !isFree && t('queueComesBack')]
  const waiting = [uploaded, t(isFree ? 'queueIsDraft' : 'queueIsLost')]
  const words = (hasBegun ? begun : waiting).filter(Boolean).join(about[language].sentenceSpace)
  return (
    <div className={classes.question}>
      <CancelQuestion kept={words} about={what} onYes={() => cancel(sending.id)} onNo={onNo} />
    </div>
  )
}
