/** Progress of the upload, then publishing; pause, cancel, and what went wrong (Q13). */
import { Button } from '@mantine/core'
import type { Upload } from '@sampan/client/upload/upload'
import { countFiles } from '@sampan/contract/rules/file-set'
import { type Dispatch, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLeaveWarning } from '../../lib/unsaved.ts'
import { useTitle } from '../../lib/use-title.ts'
import { keptNotice } from './cancel-kept.ts'
import { CancelQuestion } from './cancel-question.tsx'
import card from './card.module.css'
import { FileProgress } from './file-progress.tsx'
import type { Form, FormAction } from './form.ts'
import { nextShown, nothingShown } from './progress.ts'
import { ProgressScene } from './progress-scene.tsx'
import { useWakeLock } from './progress-wake-lock.ts'
import { SendingFailed } from './sending-failed.tsx'
import { SendingLink } from './sending-link.tsx'
import { SendingNumbers } from './sending-numbers.tsx'
import classes from './sending-step.module.css'
import { StepHeading } from './step-heading.tsx'
import { useShown } from './upload-hooks.ts'
import { usePeople } from './use-people.ts'
import { useSending } from './use-sending.ts'

type Props = { form: Form; dispatch: Dispatch<FormAction>; onSent?: (() => void) | undefined; inDashboard?: boolean | undefined }

export function SendingStep({ form, dispatch, onSent, inDashboard = false }: Props) {
  const { t } = useTranslation('send')
  const { upload, stage, failure, sent, retry, cancel: callOff } = useSending(form, dispatch, onSent)
  const { snapshot, shown } = useShown(upload, nothingShown, nextShown)
  const [isAsking, setAsking] = useState(false)
  const people = usePeople(form.chips.list)
  const count = countFiles(form.files)
  useLeaveWarning(true)
  useTitle(t('tabTitle', { percent: shown.percent }))

  const kept = keptNotice({ hasAccount: form.account !== null || sent !== null, plan: upload?.plan() ?? null, nowMs: Date.now() })
  function cancel() {
    callOff()
    dispatch({ type: 'cancelled', kept })
  }

  const isPaused = snapshot.phase === 'paused'
  const isAway = snapshot.phase === 'waiting'
  useWakeLock(!isPaused && failure === null)
  const numbers = { stage, snapshot, shown, inDashboard, onReconnect: () => upload?.reconnect() }
  return (
    <div className={classes.step}>
      <div className={classes.head}>
        <StepHeading>{form.sendAs === 'link' ? t('makingLink', { count }) : t('sendingTo', { count, people })}</StepHeading>
        {failure ? <SendingFailed failure={failure} /> : <SendingNumbers {...numbers} />}
      </div>
      <ProgressScene percent={shown.percent} isResting={isPaused || isAway || failure !== null} label={t('uploaded')} />
      {sent?.linkUrl && !failure && <SendingLink url={sent.linkUrl} />}
      {isAsking ? (
        <CancelQuestion kept={kept} onYes={cancel} onNo={() => setAsking(false)} />
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
