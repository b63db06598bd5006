/** Shows a part that is loaded later; where it does not come, the place says so and offers another try, and the rest of the card stays (W6). */
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chunk } from '../../../lib/load-chunk.ts'
import classes from './late.module.css'

type Props<T> = {
  chunk: Chunk<T>
  waiting?: ReactNode
  failed?: (again: () => void) => ReactNode
  children: (loaded: T) => ReactNode
}

type Status = 'waiting' | 'here' | 'failed'

function useChunk<T>(chunk: Chunk<T>) {
  const [status, setStatus] = useState<Status>('waiting')
  useEffect(() => {
    if (status !== 'waiting') return
    let isShown = true
    const become = (next: Status) => () => isShown && setStatus(next)
    chunk.load().then(become('here'), become('failed'))
    return () => {
      isShown = false
    }
  }, [chunk, status])
  return { loaded: chunk.peek(), hasFailed: status === 'failed', again: () => setStatus('waiting') }
}

function Failed({ again }: { again: () => void }) {
  const { t } = useTranslation('send')
  return (
    <div className={classes.failed} role="alert">
      <p>{t('chunkFailed')}</p>
      <Button h={48} onClick={again}>
        {t('tryAgain')}
      </Button>
      <Button variant="default" h={48} onClick={() => location.reload()}>
        {t('reload', { ns: 'shell' })}
      </Button>
    </div>
  )
}

export function Late<T>({ chunk, children, waiting = null, failed = (again) => <Failed again={again} /> }: Props<T>) {
  const { loaded, hasFailed, again } = useChunk(chunk)
  if (loaded) return children(loaded)
  return hasFailed ? failed(again) : waiting
}
