/** Asked before another page takes the place of one where something typed is not saved. The router bears one such question. */

import { Button } from '@mantine/core'
import { about } from '@sampan/texts/registry/about'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BlockerFunction, useBlocker } from 'react-router'
import { useLanguage } from '../lib/i18n.ts'
import { hasUnsaved, hasUploads } from '../lib/unsaved.ts'
import { Question } from '../ui/question.tsx'

const isLost: BlockerFunction = ({ currentLocation, nextLocation }) =>
  hasUnsaved() && currentLocation.pathname !== nextLocation.pathname

export function LeaveQuestion() {
  const { state, reset, proceed } = useBlocker(isLost)
  return state === 'blocked' && <LeaveDialog onLeave={proceed} onStay={reset} />
}

type Props = { onLeave: () => void; onStay: () => void; isLogOut?: boolean }

/** Another page leaves what is on its way alone; the log-out breaks it off. */
export function LeaveDialog({ onLeave, onStay, isLogOut = false }: Props) {
  const { t } = useTranslation('dash')
  const { sentenceSpace } = about[useLanguage()]
  const [isUnsaved] = useState(hasUnsaved)
  const [stopsUpload] = useState(() => !isUnsaved || (isLogOut && hasUploads()))
  return (
    <Question
      title={t(isUnsaved ? 'leaveTitle' : 'stopUploadTitle')}
      text={[isUnsaved && t('leaveText'), stopsUpload && t('stopUploadText')].filter(Boolean).join(sentenceSpace)}
      onClose={onStay}
    >
      <Button variant="default" h={46} onClick={onLeave}>
        {t('leave')}
      </Button>
      <Button h={46} onClick={onStay}>
        {t('stay')}
      </Button>
    </Question>
  )
}
