/** What is on its way into the transfer: how far it is, and how to end it. */
import { Button } from '@mantine/core'
import type { UploadSnapshot } from '@sampan/client/upload/upload'
import { baseName } from '@sampan/contract/rules/file-path'
import { countFiles } from '@sampan/contract/rules/file-set'
import { useEffect, useId, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { endChange, type RunningChange, reconnectChanges, retryChange, useRunningChange } from './running-change.ts'
import classes from './transfer-files.module.css'

type Props = { slug: string; onCancelled: () => void }

export function ChangeProgress({ slug, onCancelled }: Props) {
  const change = useRunningChange(slug)
  useEffect(() => {
    const page = new AbortController()
    const { signal } = page
    addEventListener('online', reconnectChanges, { signal })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && reconnectChanges(), { signal })
    return () => page.abort()
  }, [])
  if (!change) return null
  return change.state.failure ? <Refused change={change} /> : <Running change={change} onCancelled={onCancelled} />
}

function useWords({ phase, sentBytes, totalBytes, secondsLeft }: UploadSnapshot): string {
  const { t } = useTranslation('files')
  const format = useFormat()
  if (phase === 'waiting') return t('waiting')
  if (phase === 'complete') return t('saving')
  const sent = t('progress', { sent: format.bytes(sentBytes), total: format.bytes(totalBytes) })
  return secondsLeft === null ? sent : `${sent} · ${t('timeLeft', { time: format.duration(secondsLeft) })}`
}

function useTitle({ files, replaced }: RunningChange): string {
  const { t } = useTranslation('files')
  const format = useFormat()
  if (replaced) return t('replacing', { name: baseName(replaced.path) })
  const count = countFiles(files)
  return t('sending', { count, number: format.number(count) })
}

function Running({ change, onCancelled }: { change: RunningChange; onCancelled: () => void }) {
  const { t } = useTranslation('files')
  const id = useId()
  const { upload } = change
  const snapshot = useSyncExternalStore(upload.subscribe, upload.snapshot, upload.snapshot)
  const title = useTitle(change)
  const words = useWords(snapshot)
  const { sentBytes, totalBytes, phase } = snapshot
  const percent = Math.floor((totalBytes > 0 ? sentBytes / totalBytes : 1) * 100)
  const cancel = () => {
    endChange(change)
    onCancelled()
  }
  return (
    <section className={classes.change} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <Button h={36} variant="subtle" disabled={phase === 'complete'} onClick={cancel}>
        {t('cancel')}
      </Button>
      <div
        className={classes.bar}
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className={classes.words}>{words}</p>
    </section>
  )
}

function Refused({ change }: { change: RunningChange }) {
  const { t } = useTranslation('files')
  const problemText = useProblemText()
  return (
    <section className={classes.refused} role="alert">
      <p>
        <strong>{t('notChanged')}</strong> {problemText(change.state.failure?.error)}
      </p>
      <div className={classes.buttons}>
        <Button h={44} variant="default" onClick={() => endChange(change)}>
          {t('dismiss')}
        </Button>
        <Button h={44} onClick={() => retryChange(change)}>
          {t('tryAgain')}
        </Button>
      </div>
    </section>
  )
}
