/** The card: what was sent, who has it, and what can be done about it. */
import { Button } from '@mantine/core'
import { expirySeconds } from '@sampan/contract/plans'
import type { ManagedTransfer } from '@sampan/contract/routes/manage'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Toasts, useToasts } from '../../ui/toasts.tsx'
import { useTwoPresses } from '../../ui/use-two-presses.ts'
import { Downloads } from './downloads.tsx'
import classes from './manage.module.css'
import { Person } from './person.tsx'
import type { ManageActions } from './queries.ts'
import { SaveToAccount } from './save-to-account.tsx'

type Props = { view: ManagedTransfer; actions: ManageActions; isStale: boolean }

export function Managed({ view, actions, isStale }: Props) {
  const { t } = useTranslation('manage')
  const toasts = useToasts()
  // By address: who is corrected is another recipient from then on.
  const [backAt, setBackAt] = useState<string | null>(null)
  const isLive = view.status === 'active' || view.status === 'uploading'
  return (
    <article className={classes.card}>
      <Head view={view} />
      {isStale && <p className={classes.stale}>{t('stale')}</p>}
      {view.emailTo.length > 0 && (
        <section aria-labelledby="people">
          <h2 id="people">{t('people')}</h2>
          <ul className={classes.list}>
            {view.emailTo.map((person) => (
              <Person
                key={person.recipientId}
                person={person}
                view={view}
                actions={isLive ? actions : null}
                show={toasts.show}
                isBack={person.email === backAt}
                onBack={setBackAt}
              />
            ))}
          </ul>
        </section>
      )}
      <Downloads view={view} />
      <Files view={view} />
      <SaveToAccount email={view.senderEmail} />
      <Remove actions={actions} />
      <Toasts toasts={toasts.toasts} closeLabel={t('close')} onClose={toasts.close} />
    </article>
  )
}

const tones = {
  uploading: 'amber',
  active: 'jade',
  expired: 'plain',
  disabled: 'plain',
  limitReached: 'amber',
  takenDown: 'lacquer',
} as const

function Head({ view }: { view: ManagedTransfer }) {
  const { t } = useTranslation('manage')
  const format = useFormat()
  const { status, fileNumber, totalBytes, dateSent, expiryDate, message } = view
  const isNever = expiryDate - dateSent >= expirySeconds.never * 1000
  return (
    <header className={classes.head}>
      <div className={classes.titleLine}>
        <h1 tabIndex={-1}>{t('title')}</h1>
        {status !== 'deleted' && status !== 'inAccount' && <Badge tone={tones[status]}>{t(`status_${status}`)}</Badge>}
      </div>
      <Facts className={classes.facts}>
        {t('totalFiles', { count: fileNumber, number: format.number(fileNumber), size: format.bytes(totalBytes) })}
        {t('sentOn', { date: format.date(new Date(dateSent)) })}
        {status === 'active' && !isNever && t('openUntil', { date: format.dateTime(new Date(expiryDate)) })}
      </Facts>
      <p className={classes.facts}>{t('sentBy', { sender: view.senderEmail })}</p>
      {message && (
        <p className={classes.message} dir="auto">
          <span className="visually-hidden">{`${t('message')}: `}</span>
          {message}
        </p>
      )}
    </header>
  )
}

function Files({ view: { files, fileNumber } }: { view: ManagedTransfer }) {
  const { t } = useTranslation('manage')
  const format = useFormat()
  if (files.length === 0) return null
  return (
    <details className={classes.files} open={files.length <= 5}>
      <summary>
        <h2>{t('files')}</h2>
        <span className={classes.soft}>{format.number(fileNumber)}</span>
      </summary>
      <ul className={classes.list}>
        {files.map(({ path, size }) => (
          <li key={path} className={classes.file}>
            <FileIcon path={path} />
            <bdi title={path}>{path}</bdi>
            <span className={classes.soft}>{path.endsWith('/') ? '' : format.bytes(size)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Remove({ actions: { remove } }: { actions: Pick<ManageActions, 'remove'> }) {
  const { t } = useTranslation('manage')
  const problemText = useProblemText()
  // A guest has no bin: what goes is gone in a moment.
  const { isAsked, presses } = useTwoPresses(() => remove.mutate())
  return (
    <footer className={classes.foot}>
      <p className={classes.soft}>{t('keepSecret')}</p>
      <Button
        variant="default"
        className={classes.remove}
        loading={remove.isPending}
        leftSection={<Trash2 size={17} strokeWidth={1.75} aria-hidden="true" />}
        {...presses}
      >
        {t(isAsked ? 'removeSure' : 'remove')}
      </Button>
      <p className={classes.problem} role="alert">
        {remove.error && problemText(remove.error)}
      </p>
    </footer>
  )
}
