/** A file that shows what a document is meant to be: it comes at once, and is the document's when the request is asked or changed. */
import { Button } from '@mantine/core'
import { browserTools } from '@sampan/client/upload/browser'
import { startUpload } from '@sampan/client/upload/start-upload'
import type { Upload } from '@sampan/client/upload/upload'
import { FileText, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { shownName } from '../../lib/safe-text.ts'
import { connectionType } from '../../product/files/connection.ts'
import { type PickedFile, pickedFiles } from '../../product/files/picked-file.ts'
import { useReconnecting } from '../../product/sending/upload-hooks.ts'
import { api } from '../../product/session/api.ts'
import { useSession } from '../../product/session/session.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import classes from './documents.module.css'
import type { ExampleDraft } from './documents.ts'

type Props = {
  /** Of the document. */
  name: string
  example: ExampleDraft | null
  error: boolean
  onChange: (example: ExampleDraft | null) => void
}

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

const begin = (accountId: string, files: readonly PickedFile[]): Upload =>
  startUpload({
    ...{ api, files, forExample: true, connection: connectionType() },
    ticketRequest: { id: accountId, type: 'userUpload' },
    ...browserTools(),
  })

export function ExampleField({ name, example, error, onChange }: Props) {
  const { t } = useTranslation('asking')
  const format = useFormat()
  const accountId = useSession().user?._id
  const input = useRef<HTMLInputElement>(null)
  const [upload, setUpload] = useState<Upload | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  useReconnecting(upload)
  const isComing = example?.uploadId === ''
  const arrived = useEffectEvent((uploadId: string) => example && onChange({ ...example, uploadId }))
  const failed = useEffectEvent((refused: unknown) => {
    setProblem(refused)
    setUpload(null)
    onChange(null)
  })
  // Of one that was on its way when the page was left nothing is here.
  const forgetLost = useEffectEvent(() => isComing && onChange(null))
  useEffect(() => {
    if (!upload) return void forgetLost()
    let isOver = false
    upload.done.then(
      ({ uploadId }) => !isOver && arrived(uploadId),
      (refused: unknown) => !isOver && failed(refused),
    )
    return () => {
      isOver = true
      // What has arrived the server keeps for whoever asks with it.
      upload.cancel()
    }
  }, [upload])
  function choose([file]: readonly PickedFile[]) {
    if (!file || !accountId) return
    setProblem(null)
    onChange({ name: file.path, size: file.size, uploadId: '' })
    setUpload(begin(accountId, [file]))
  }
  function remove() {
    void upload?.discard()
    setUpload(null)
    onChange(null)
  }
  return (
    <div className={classes.example}>
      <input
        ref={input}
        type="file"
        hidden
        data-example={name}
        onChange={({ currentTarget }) => {
          choose(pickedFiles(currentTarget.files ?? []))
          // Emptied, so that the same file can be chosen again after it was removed.
          currentTarget.value = ''
        }}
      />
      {example ? (
        <p className={classes.exampleFile}>
          <FileText {...icon} />
          <span>
            <bdi>{shownName(example.name)}</bdi>
            <small role="status">{isComing ? t('exampleComing') : t('exampleIs', { size: format.bytes(example.size) })}</small>
          </span>
          <button type="button" aria-label={t('removeExample', { name })} onClick={remove}>
            <X {...icon} />
          </button>
        </p>
      ) : (
        <>
          <Button
            variant="default"
            h={44}
            leftSection={<FileText {...icon} />}
            aria-label={t('addExampleTo', { name })}
            onClick={() => input.current?.click()}
          >
            {t('addExample')}
          </Button>
          <p className={classes.exampleNote}>{t('exampleHint')}</p>
        </>
      )}
      {error && isComing && (
        <p className={classes.exampleError} role="alert">
          {t('exampleWaits')}
        </p>
      )}
      <ProblemLine problem={problem} />
    </div>
  )
}
