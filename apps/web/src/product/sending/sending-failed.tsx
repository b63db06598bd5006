/** Why it stopped. The draft and what was sent stay. */
import type { SendingStage } from '@sampan/client/sending/sending'
import { Problem } from '@sampan/contract/errors'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import classes from './sending.module.css'

export type Failure = { stage: SendingStage; error: unknown }

/** What the engine tells of a part that failed (U3). */
type DetailsProps = {
  name?: string
  message?: string
  fileIndex?: number | null
  path?: string | null
  part?: { from: number; to: number }
  requestId?: string | null
}

function Details({ name, message, fileIndex, path, part, requestId }: DetailsProps) {
  const { t } = useTranslation('send')
  const lines = [
    [name, message].filter(Boolean).join(': '),
    typeof fileIndex === 'number' && t('errorFile', { number: fileIndex + 1, path }),
    part && t('errorPart', { from: part.from, to: part.to }),
    requestId && t('errorRequest', { id: requestId }),
  ].filter((line) => typeof line === 'string' && line !== '')
  return (
    <details className={classes.technical}>
      <summary>{t('errorDetails')}</summary>
      {lines.map((line) => (
        <p key={String(line)}>{line}</p>
      ))}
    </details>
  )
}

/** `kept`: until when it can be taken up again, in a sentence. */
type Props = { failure: Failure; kept?: string | null }

export function SendingFailed({ failure: { stage, error }, kept }: Props) {
  const { t } = useTranslation('send')
  const problemText = useProblemText()
  return (
    <div>
      <div role="alert">
        <p className={classes.words}>{t(stage === 'publishing' ? 'couldNotSend' : 'uploadFailed')}</p>
        <p className={classes.reason}>{problemText(error)}</p>
        {kept && <p className={classes.reason}>{kept}</p>}
      </div>
      {error instanceof Problem && <Details {...(error.details as DetailsProps)} />}
    </div>
  )
}
