/** One person, and what was sent to them. */
import { Button } from '@mantine/core'
import { dashTransferPath } from '@sampan/contract/paths'
import type { Contact, SentTransfer } from '@sampan/contract/routes/contacts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../lib/i18n.ts'
import { agoText, dayText } from '../../lib/times.ts'
import { Badge } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { nameOf, useHistory } from './queries.ts'
import type { Window } from './window.ts'
import classes from './windows.module.css'

type Props = { contact: Contact; sendPath: string; onOpen: (window: Window) => void; onClose: () => void }

export function ShowContact({ contact, sendPath, onOpen, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const { email, otherEmails, company, note } = contact
  return (
    <Dialog title={nameOf(contact)} onClose={onClose}>
      <div className={classes.about}>
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
        {otherEmails.length > 0 && <p className={classes.soft}>{t('alsoAt', { emails: otherEmails.join(', ') })}</p>}
        {company && <p>{company}</p>}
        {note && <p className={classes.note}>{note}</p>}
      </div>
      <div className={classes.buttons}>
        <Button variant="default" h={44} onClick={() => onOpen({ kind: 'delete', chosen: [contact] })}>
          {t('delete')}
        </Button>
        <Button variant="default" h={44} onClick={() => onOpen({ kind: 'edit', contact })}>
          {t('edit')}
        </Button>
        <Button component={Link} h={44} to={sendPath} state={{ to: [email] }}>
          {t('send')}
        </Button>
      </div>
      <h3 className={classes.heading}>{t('history')}</h3>
      <History contactId={contact._id} />
      <div className={classes.buttons}>
        <Button variant="default" h={44} onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </Dialog>
  )
}

function History({ contactId }: { contactId: string }) {
  const { t } = useTranslation('contacts')
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage } = useHistory(contactId)
  const sent = data?.pages.flatMap(({ transfers }) => transfers) ?? []
  if (isError && !data)
    return (
      <p className={classes.soft} role="alert">
        {t('historyFailed')}{' '}
        <button type="button" className={classes.plain} onClick={() => void refetch()}>
          {t('tryAgain')}
        </button>
      </p>
    )
  if (!data) return <div className={classes.skeleton} aria-busy="true" />
  if (sent.length === 0) return <p className={classes.soft}>{t('historyEmpty')}</p>
  return (
    <>
      <ul className={classes.history}>
        {sent.map((each) => (
          <SentRow key={`${each.slug} ${each.email}`} sent={each} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" h={44} loading={isFetching} onClick={() => void fetchNextPage()}>
          {t('historyMore')}
        </Button>
      )}
    </>
  )
}

function SentRow({ sent }: { sent: SentTransfer }) {
  const language = useLanguage()
  const title = sent.title || sent.fileName
  return (
    <li>
      <Link to={dashTransferPath(sent.slug)} title={title}>
        {title}
      </Link>
      <span className={classes.soft}>{dayText(sent.dateSent, Date.now(), language)}</span>
      <State sent={sent} />
    </li>
  )
}

function State({ sent: { downloadedAt, openedAt, state } }: { sent: SentTransfer }) {
  const { t } = useTranslation('contacts')
  const language = useLanguage()
  const when = (at: number) => agoText(at, Date.now(), language) ?? t('now')
  if (downloadedAt !== null) return <Badge tone="jade">{t('stateDownloaded', { when: when(downloadedAt) })}</Badge>
  if (openedAt !== null) return <Badge tone="plain">{t('stateOpened', { when: when(openedAt) })}</Badge>
  if (state === 'bounced') return <Badge tone="lacquer">{t('stateBounced')}</Badge>
  if (state === 'refused') return <Badge tone="lacquer">{t('stateRefused')}</Badge>
  return <Badge tone="plain">{t(state === 'sent' ? 'stateSent' : 'stateWaiting')}</Badge>
}
