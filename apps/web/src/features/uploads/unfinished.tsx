/** Unfinished uploads where storage is told: what they take, and the ways out: going on with one, or deleting it. */
import { Button } from '@mantine/core'
import { dashSendPath, dashTransferPath } from '@sampan/contract/paths'
import { deleteUnfinished, listUnfinished, type UnfinishedUpload } from '@sampan/contract/routes/uploads'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { removeCheckpointOf } from '../../product/files/checkpoints.ts'
import { api } from '../../product/session/api.ts'
import { forgetUsage, unfinishedKey } from '../../product/session/usage-key.ts'
import { Facts } from '../../ui/facts.tsx'
import classes from './unfinished.module.css'

type Props = {
  /** The uploads of the draft that is open on this page, and of what it sends. */
  hereIds: readonly string[]
  /** Beside other things, that it could not be asked for is not worth a word. */
  isQuiet?: boolean
}

/** Nothing is shown where there is nothing. */
export function Unfinished({ hereIds, isQuiet = false }: Props) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const problemText = useProblemText()
  const { data, error, refetch } = useQuery({
    queryKey: unfinishedKey,
    queryFn: ({ signal }) => api.call(listUnfinished, { signal }),
    retry: false,
    networkMode: 'always',
  })
  if (error && !isQuiet)
    return (
      <p className={classes.problem} role="alert">
        {problemText(error)}{' '}
        <button type="button" onClick={() => void refetch()}>
          {t('tryAgain')}
        </button>
      </p>
    )
  if (!data || data.count === 0) return null
  const { uploads, count, bytes } = data
  const more = count - uploads.length
  return (
    <section className={classes.card} aria-labelledby="unfinished">
      <h2 id="unfinished">{t('unfinished')}</h2>
      <p>{t('unfinishedText', { count, size: format.bytes(bytes) })}</p>
      <ul className={classes.list}>
        {uploads.map((upload) => (
          <Row key={upload.uploadId} upload={upload} isDraft={hereIds.includes(upload.uploadId)} />
        ))}
      </ul>
      {more > 0 && <p>{t('unfinishedMore', { count: more })}</p>}
    </section>
  )
}

function Row({ upload, isDraft }: { upload: UnfinishedUpload; isDraft: boolean }) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const { firstPath, fileCount, size, receivedBytes, expiresAt } = upload
  const name = firstPath.replace(/\/$/, '')
  return (
    <li>
      <div className={classes.what}>
        <b title={name}>{name}</b>
        <Facts>
          {fileCount > 1 && t('unfinishedFiles', { count: fileCount - 1 })}
          {t('unfinishedThere', { stored: format.bytes(receivedBytes), total: format.bytes(size) })}
          {isDraft ? t('unfinishedOpen') : t('unfinishedUntil', { date: format.dateTime(new Date(expiresAt)) })}
        </Facts>
      </div>
      <div className={classes.buttons}>
        <WayOn upload={upload} name={name} />
        {!isDraft && <Delete upload={upload} name={name} />}
      </div>
    </li>
  )
}

function WayOn({ upload: { uploadId, transferSlug, isResumable }, name }: { upload: UnfinishedUpload; name: string }) {
  const { t } = useTranslation('billing')
  if (transferSlug)
    return (
      <Button component={Link} variant="default" to={dashTransferPath(transferSlug)}>
        {t('unfinishedTransfer')}
      </Button>
    )
  if (!isResumable) return <span className={classes.elsewhere}>{t('unfinishedElsewhere')}</span>
  return (
    <Button
      component={Link}
      variant="default"
      to={dashSendPath}
      state={{ resume: uploadId }}
      aria-label={t('unfinishedResumeName', { name })}
    >
      {t('unfinishedResume')}
    </Button>
  )
}

/** Two presses: what took time is not thrown away by one. */
function Delete({ upload: { uploadId }, name }: { upload: UnfinishedUpload; name: string }) {
  const { t } = useTranslation('billing')
  const problemText = useProblemText()
  const queries = useQueryClient()
  const [state, setState] = useState<'idle' | 'asked' | 'deleting'>('idle')
  const [problem, setProblem] = useState<unknown>(null)
  async function remove() {
    setState('deleting')
    setProblem(null)
    try {
      await api.call(deleteUnfinished, { params: { uploadId } })
      await removeCheckpointOf(uploadId)
    } catch (error) {
      setProblem(error)
    }
    setState('idle')
    forgetUsage(queries)
  }
  return (
    <>
      <Button
        variant="default"
        loading={state === 'deleting'}
        aria-label={state === 'asked' ? undefined : t('unfinishedDeleteName', { name })}
        onBlur={() => setState((now) => (now === 'asked' ? 'idle' : now))}
        onClick={() => (state === 'asked' ? void remove() : setState('asked'))}
      >
        {t(state === 'asked' ? 'unfinishedSure' : 'unfinishedDelete')}
      </Button>
      {problem !== null && <span role="alert">{problemText(problem)}</span>}
    </>
  )
}
