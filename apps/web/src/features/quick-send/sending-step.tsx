/** The crossing: progress of the upload, then publishing; pause, cancel, and what went wrong (Q13). */
import { Button } from '@mantine/core'
import type { Upload, UploadSnapshot } from '@sampan/client/upload/upload'
import { countFiles } from '@sampan/contract/rules/file-set'
import { type Dispatch, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useTitle } from '../../lib/use-title.ts'
import { CancelQuestion } from './cancel-question.tsx'
import card from './card.module.css'
import { Crossing } from './crossing.tsx'
import { FileProgress } from './file-progress.tsx'
import type { Form, FormAction } from './form.ts'
import { nextShown, nothingShown } from './progress.ts'
import { SendingFailed } from './sending-failed.tsx'
import { SendingNumbers } from './sending-numbers.tsx'
import classes from './sending-step.module.css'
import { StepHeading } from './step-heading.tsx'
import { usePeople } from './use-people.ts'
import { useSending } from './use-sending.ts'

type Props = { form: Form; dispatch: Dispatch<FormAction>; onSent?: (() => void) | undefined }

const notYet: UploadSnapshot = {
  phase: 'warming',
  sentBytes: 0,
  totalBytes: 0,
  bytesPerSecond: null,
  secondsLeft: null,
  warning: null,
  error: null,
  lockedFile: null,
}
const never = () => () => {}

/** The snapshot and what is shown of it come from one moment: neither the page nor the tab's title is behind the other. */
function useProgress(upload: Upload | null) {
  const snapshot = useSyncExternalStore(upload?.subscribe ?? never, upload?.snapshot ?? (() => notYet))
  const [seen, setSeen] = useState({ snapshot, shown: nothingShown })
  if (seen.snapshot === snapshot) return seen
  const next = { snapshot, shown: nextShown(seen.shown, snapshot) }
  setSeen(next)
  return next
}

function useLeaveWarning() {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
}

export function SendingStep({ form, dispatch, onSent }: Props) {
  const { t } = useTranslation('send')
  const { upload, stage, failure, retry } = useSending(form, dispatch, onSent)
  const { snapshot, shown } = useProgress(upload)
  const [isAsking, setAsking] = useState(false)
  const people = usePeople(form.chips.list)
  const count = countFiles(form.files)
  useLeaveWarning()
  useTitle(t('tabTitle', { percent: shown.percent }))

  function cancel() {
    upload?.cancel()
    dispatch({ type: 'cancelled' })
  }

  const isPaused = snapshot.phase === 'paused'
  return (
    <div className={classes.step}>
      <div className={classes.head}>
        <StepHeading>{form.sendAs === 'link' ? t('makingLink', { count }) : t('sendingTo', { count, people })}</StepHeading>
        {failure ? <SendingFailed failure={failure} /> : <SendingNumbers stage={stage} snapshot={snapshot} shown={shown} />}
      </div>
      <Crossing percent={shown.percent} isResting={isPaused || failure !== null} label={t('uploaded')} />
      {isAsking ? (
        <CancelQuestion onYes={cancel} onNo={() => setAsking(false)} />
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
