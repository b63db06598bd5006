/** Why it stopped. The draft and what was sent stay. */
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import classes from './sending-step.module.css'
import type { Failure } from './use-sending.ts'

export function SendingFailed({ failure: { stage, error } }: { failure: Failure }) {
  const { t } = useTranslation('send')
  const problemText = useProblemText()
  return (
    <div role="alert">
      <p className={classes.words}>{t(stage === 'publishing' ? 'couldNotSend' : 'uploadFailed')}</p>
      <p className={classes.reason}>{problemText(error)}</p>
    </div>
  )
}
