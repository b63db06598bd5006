/** Cancelling from the dock: asked first, with what becomes of it (Q13, Q25). */
import { Button } from '@mantine/core'
import { about } from '@sampan/texts/registry/about'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n.ts'
import { CancelQuestion } from '../../../product/sending/cancel-question.tsx'
import { isCardFree } from '../form/kept-draft.ts'
import { keptOf } from './kept-words.ts'
import { cancelSending } from './sending.ts'
import classes from './sending-bar.module.css'
import type { Sending } from './sending-state.ts'

export function AskCancel({ isDisabled = false, onPress }: { isDisabled?: boolean; onPress: () => void }) {
  const { t } = useTranslation('send')
  return (
    <Button variant="default" h={44} px={16} disabled={isDisabled} onClick={onPress}>
      {t('cancel')}
    </Button>
  )
}

type Props = { sending: Sending; about: string; hasBegun: boolean; onNo: () => void }

/** Bytes that have come are kept, as on the card. The draft goes back there, if no other one stands in it. */
export function Cancel({ sending, about: what, hasBegun, onNo }: Props) {
  const { t } = useTranslation('send')
  const language = useLanguage()
  // As it was when it was asked.
  const [isFree] = useState(isCardFree)
  const begun = [t(keptOf(sending, Date.now())), !isFree && t('queueComesBack')]
  const waiting = [t(isFree ? 'queueIsDraft' : 'queueIsLost')]
  const words = (hasBegun ? begun : waiting).filter(Boolean).join(about[language].sentenceSpace)
  return (
    <div className={classes.question}>
      <CancelQuestion kept={words} about={what} onYes={() => cancelSending(sending.id)} onNo={onNo} />
    </div>
  )
}
