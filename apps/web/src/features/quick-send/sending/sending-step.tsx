/** Progress of the upload, then publishing; pause, cancel, and what went wrong (Q13). */
import { Button } from '@mantine/core'
import type { Upload } from '@sampan/client/upload/upload'
import { countFiles } from '@sampan/contract/rules/file-set'
import { about } from '@sampan/texts/registry/about'
import { type Dispatch, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { CancelQuestion } from '../../../product/sending/cancel-question.tsx'
import { nothingShown } from '../../../product/sending/progress.ts'
import { ProgressScene } from '../../../product/sending/progress-scene.tsx'
import { SendingFailed } from '../../../product/sending/sending-failed.tsx'
import { SendingNumbers } from '../../../product/sending/sending-numbers.tsx'
import { notYet } from '../../../product/sending/upload-hooks.ts'
import card from '../card/card.module.css'
import { StepHeading } from '../card/step-heading.tsx'
import { usePeople } from '../card/use-people.ts'
import type { Form, FormAction } from '../form/form.ts'
import { FileProgress } from './file-progress.tsx'
import { keptOf, mayResume } from './kept-words.ts'
import { beginSending, cancelSending, retrySending } from './sending.ts'
import { SendingLink } from './sending-link.tsx'
import { sendingOf, useSendingState } from './sending-state.ts'
import classes from './sending-step.module.css'

const beginning = {
  id: 0,
  upload: null,
  snapshot: notYet,
  shown: nothingShown,
  stage: 'uploading',
  failure: null,
  sent: null,
} as const

type Props = { form: Form; dispatch: Dispatch<FormAction>; onSent?: (() => void) | undefined; inDashboard?: boolean | undefined }

export function SendingStep({ form, dispatch, onSent, inDashboard = false }: Props) {
  const { t } = useTranslation('send')
  const { sentenceSpace } = about[useLanguage()]
  const { id, upload, snapshot, shown, stage, failure, sent } = sendingOf(useSendingState(), form) ?? beginning
  // The draft of this step never changes, and what has begun goes on whatever the card does.
  const begin = useRef(() => beginSending(form, onSent))
  useEffect(() => {
    if (begin.current() === 'waits') dispatch({ type: 'queued' })
  }, [dispatch])
  const [isAsking, setAsking] = useState(false)
  const people = usePeople(form.chips.list)
  const count = countFiles(form.files)
  useTitle(t('tabTitle', { percent: shown.percent }))

  const kept = keptOf({ form, upload, sent }, Date.now())
  const retry = () => retrySending(id) === 'waits' && dispatch({ type: 'queued' })

  const isPaused = snapshot.phase === 'paused'
  const isAway = snapshot.phase === 'waiting'
  const numbers = { stage, snapshot, shown, inDashboard, onReconnect: () => upload?.reconnect() }
  return (
    <div className={classes.step}>
      <div className={classes.head}>
        <StepHeading>{form.sendAs === 'link' ? t('makingLink', { count }) : t('sendingTo', { count, people })}</StepHeading>
        {failure ? (
          <SendingFailed failure={failure} kept={mayResume(failure) ? t(kept) : null} />
        ) : (
          <SendingNumbers {...numbers} />
        )}
      </div>
      <ProgressScene percent={shown.percent} isResting={isPaused || isAway || failure !== null} label={t('uploaded')} />
      {sent?.linkUrl && !failure && <SendingLink url={sent.linkUrl} />}
      {isAsking ? (
        <CancelQuestion
          kept={[sent?.linkUrl && t('linkStops'), t(kept)].filter(Boolean).join(sentenceSpace)}
          onYes={() => cancelSending(id)}
          onNo={() => setAsking(false)}
        />
      ) : (
        <div className={`${card.buttons} ${classes.buttons}`}>
          {/* On the left: where "Verify" was pressed a moment ago, an impatient second press must not end up here. */}
          <Button variant="default" h={48} disabled={stage === 'publishing' && !failure} onClick={() => setAsking(true)}>
            {t('cancel')}
          </Button>
          {failure ? (
            <Button h={48} onClick={retry}>
              {t('tryAgain')}
            </Button>
          ) : (
            <PauseButton upload={upload} isPaused={isPaused} isDisabled={stage === 'publishing'} />
          )}
        </div>
      )}
      {id > 0 && !isAsking && (
        <button type="button" className={classes.another} onClick={() => dispatch({ type: 'restarted' })}>
          {t('sendMeanwhile')}
        </button>
      )}
      {upload && <FileProgress files={form.files} upload={upload} snapshot={snapshot} />}
    </div>
  )
}

function PauseButton({ upload, isPaused, isDisabled }: { upload: Upload | null; isPaused: boolean; isDisabled: boolean }) {
  const { t } = useTranslation('send')
  return (
    <Button
      variant={isPaused ? 'filled' : 'default'}
      h={48}
      disabled={!upload || isDisabled}
      onClick={() => (isPaused ? upload?.resume() : upload?.pause())}
    >
      {isPaused ? t('resume') : t('pause')}
    </Button>
  )
}
