/** One supplier: what they have sent for each document, what is decided, and what is written. */
import { Button } from '@mantine/core'
import { requestLimits } from '@sampan/contract/limits'
import type { RequestDetail, RequestSupplier } from '@sampan/contract/routes/requests'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Question } from '../../ui/question.tsx'
import { slotTones, useNames } from './grid.tsx'
import type { Acts } from './queries.ts'
import { ReceivedFiles } from './received-files.tsx'
import { useDoing } from './request-actions.tsx'
import classes from './supplier.module.css'

export type SupplierProps = {
  detail: RequestDetail
  supplier: RequestSupplier
  acts: Acts
  report: (text: string) => void
  forwardPathOf: (transferSlug: string) => string
}

export function SupplierWindow({ onClose, ...props }: SupplierProps & { onClose: () => void }) {
  const { t } = useTranslation('requests')
  const { personName, slotName } = useNames()
  const { detail, supplier } = props
  return (
    <Dialog title={personName(supplier)} closeLabel={t('cancel')} size={680} top="5vh" onClose={onClose}>
      <Standing {...props} onGone={onClose} />
      {supplier.slots.map((slot) => (
        <section key={slot.documentId} className={classes.slot}>
          <h3>
            <bdi>{slotName(detail, slot)}</bdi> <Badge tone={slotTones[slot.state]}>{t(`slot_${slot.state}`)}</Badge>
          </h3>
          <ReceivedFiles slot={slot} {...props} />
        </section>
      ))}
      <Messages {...props} />
    </Dialog>
  )
}

function Standing({ supplier, acts, report, onGone }: SupplierProps & { onGone: () => void }) {
  const { t } = useTranslation('requests')
  const format = useFormat()
  const doIt = useDoing(report)
  const { personName } = useNames()
  const [isAsked, setAsked] = useState(false)
  const { _id, email, company, linkUrl, mailState, mailReason, openedAt, remindedAt, isInvited, slots } = supplier
  const day = (at: number) => ({ date: format.dateTime(new Date(at)) })
  const hasFiles = slots.some(({ files }) => files.length > 0)
  return (
    <>
      <Facts className={classes.facts}>
        {email ? <bdi>{email}</bdi> : null}
        {company ? <bdi>{company}</bdi> : null}
        {isInvited && mailState && t(`mail_${mailState}`)}
        {mailReason}
        {isInvited && (openedAt ? t('opened', day(openedAt)) : t('notOpened'))}
        {remindedAt !== null && t('remindedOn', day(remindedAt))}
      </Facts>
      <div className={classes.buttons}>
        {hasFiles && (
          <Button variant="default" onClick={() => void doIt(() => acts.download({ supplierId: _id }))}>
            {t('downloadTheirs')}
          </Button>
        )}
        {linkUrl && (
          <Button
            variant="default"
            onClick={async () => report((await copyText(linkUrl)) ? t('copied') : `${t('notCopied')} ${linkUrl}`)}
          >
            {t('copyLink')}
          </Button>
        )}
        {isInvited && (
          <Button
            variant="default"
            onClick={() =>
              void doIt(async () => {
                const { reminded: count } = await acts.remind([_id])
                report(count > 0 ? t('reminded', { count, number: format.number(count) }) : t('remindedNobody'))
              })
            }
          >
            {t('remindOne')}
          </Button>
        )}
        <Button variant="default" onClick={() => setAsked(true)}>
          {t('removeOne')}
        </Button>
      </div>
      {isAsked && (
        <Question title={t('removeSure', { who: personName(supplier) })} text={t('removeText')} onClose={() => setAsked(false)}>
          <Button variant="default" onClick={() => void doIt(() => acts.removePerson(_id).then(onGone))}>
            {t('removeOne')}
          </Button>
          <Button data-autofocus onClick={() => setAsked(false)}>
            {t('deleteNo')}
          </Button>
        </Question>
      )}
    </>
  )
}

/** What they wrote with their files stands among what was said since. */
function Messages({ supplier, acts, report }: SupplierProps) {
  const { t } = useTranslation('requests')
  const format = useFormat()
  const doIt = useDoing(report)
  const { personName } = useNames()
  const [text, setText] = useState('')
  const said = [
    ...supplier.messages.map(({ text: words, at }) => ({ by: 'supplier' as const, text: words, at })),
    ...supplier.comments,
  ].sort((a, b) => a.at - b.at)
  function write(event: FormEvent) {
    event.preventDefault()
    if (text.trim()) void doIt(() => acts.comment(supplier._id, text.trim()).then(() => setText('')))
  }
  return (
    <section className={classes.slot}>
      <h3>{t('messages')}</h3>
      <ol className={classes.said}>
        {said.map(({ by, text: words, at }) => (
          <li key={`${at} ${by}`}>
            <p className={classes.note}>
              <b>{by === 'requester' ? t('you') : personName(supplier)}</b> {format.dateTime(new Date(at))}
            </p>
            <p>{words}</p>
          </li>
        ))}
      </ol>
      <form className={classes.write} onSubmit={write}>
        <textarea
          rows={2}
          aria-label={t('write', { who: personName(supplier) })}
          placeholder={t('write', { who: personName(supplier) })}
          maxLength={requestLimits.commentChars}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!text.trim()}>
          {t('writeSend')}
        </Button>
      </form>
    </section>
  )
}
