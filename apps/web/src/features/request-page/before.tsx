/** What was sent from here before: what counts, and what does not any more. What nobody has decided about can be taken back. */
import { Button } from '@mantine/core'
import type { SentFileView } from '@sampan/contract/routes/request-page'
import { baseName } from '@sampan/contract/rules/file-path'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { shownName } from '../../lib/safe-text.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { Question } from '../../ui/question.tsx'
import { type RequestAddress, useWithdraw } from './queries.ts'
import slotClasses from './slots.module.css'

type Props = { files: readonly SentFileView[]; address: RequestAddress }

export function Before({ files, address }: Props) {
  const { t } = useTranslation('request')
  const [asked, setAsked] = useState<SentFileView | null>(null)
  if (files.length === 0) return null
  return (
    <>
      <ul className={slotClasses.before} aria-label={t('before')}>
        {files.map((file) => (
          <Sent key={file.fileId ?? `${file.path} ${file.sentAt}`} file={file} onTakeBack={() => setAsked(file)} />
        ))}
      </ul>
      {asked?.fileId && <AskTakeBack path={asked.path} fileId={asked.fileId} address={address} onClose={() => setAsked(null)} />}
    </>
  )
}

export function Sent({ file, onTakeBack }: { file: SentFileView; onTakeBack: () => void }) {
  const { t } = useTranslation('request')
  const format = useFormat()
  const { path, size, sentAt, fileId, decision, isReplaced } = file
  const name = shownName(baseName(path))
  const counts = decision !== 'rejected' && !isReplaced
  const word = decision === 'rejected' ? t('slot_rejected') : isReplaced ? t('replaced') : null
  return (
    <li data-void={!counts || undefined}>
      <bdi title={path}>{counts ? name : <s>{name}</s>}</bdi>
      <span>
        {word && <b>{word}</b>}
        {t('sentOn', { size: format.bytes(size), date: format.dateTime(new Date(sentAt)) })}
      </span>
      {fileId && decision === 'received' && (
        <button type="button" className={slotClasses.takeBack} aria-label={t('takeBackNamed', { name })} onClick={onTakeBack}>
          {t('takeBack')}
        </button>
      )}
    </li>
  )
}

type Asking = { path: string; fileId: string; address: RequestAddress; onClose: () => void }

function AskTakeBack({ path, fileId, address, onClose }: Asking) {
  const { t } = useTranslation('request')
  const withdraw = useWithdraw(address)
  const title = t('takeBackTitle', { name: shownName(baseName(path)) })
  return (
    <Question title={title} text={t('takeBackText')} onClose={onClose}>
      <ProblemLine problem={withdraw.error} />
      <Button variant="default" h={46} onClick={onClose}>
        {t('takeBackNot')}
      </Button>
      <Button h={46} loading={withdraw.isPending} onClick={() => withdraw.mutate(fileId, { onSuccess: onClose })}>
        {t('takeBack')}
      </Button>
    </Question>
  )
}
