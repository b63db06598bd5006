/** More time: another day by which it is due, and how long the link lives from now on. */
import { Button } from '@mantine/core'
import type { Plan } from '@sampan/contract/plans'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { fieldText } from '@sampan/texts/errors'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { dayOf, expirySecondsOf, isFutureExpiry } from '../../product/plans/expiry-choice.ts'
import { ExpiryField } from '../../product/plans/expiry-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { dueAtOf, newDraft, tomorrow } from './draft.ts'
import type { RequestChanges } from './use-request-changes.ts'
import classes from './windows.module.css'

type Props = { detail: RequestDetail; plan: Plan; changes: RequestChanges; onClose: () => void; onDone: () => void }

export function ExtendWindow({ detail: { request }, plan, changes, onClose, onDone }: Props) {
  const { t } = useTranslation('received')
  const language = useLanguage()
  const format = useFormat()
  const before = request.dueAt === null ? '' : dayOf(new Date(request.dueAt))
  const [draft, setDraft] = useState({ ...newDraft, dueDay: before })
  const [changesLink, setChangesLink] = useState(request.status === 'expired')
  const { problem, wrong, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  const change = (some: Partial<typeof draft>) => {
    mend()
    setDraft({ ...draft, ...some })
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    const now = new Date()
    const dueAt = dueAtOf(draft)
    if (dueAt !== null && (Number.isNaN(dueAt) || (draft.dueDay !== before && dueAt < now.getTime())))
      return refuse({ dueAt: 'invalid' })
    const expirySeconds = expirySecondsOf(draft, plan, now)
    if (changesLink && !isFutureExpiry(expirySeconds)) return refuse({ expirySeconds: 'invalid' })
    const body = { ...(draft.dueDay !== before && { dueAt }), ...(changesLink && { expirySeconds }) }
    if (await ask(() => changes.change(body))) onDone()
  }
  const errorOf = (field: string) => (wrong[field] ? fieldText(wrong[field], language) : null)
  return (
    <Dialog title={t('extendTitle')} onClose={onClose}>
      <p className={classes.text}>
        {request.expiryDate === null
          ? t('extendNoEnd')
          : t('extendText', { date: format.dateTime(new Date(request.expiryDate)) })}
      </p>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('due')}
          type="date"
          min={tomorrow(new Date())}
          value={draft.dueDay}
          onChange={(event) => change({ dueDay: event.currentTarget.value })}
          error={errorOf('dueAt')}
        />
        <label className={classes.check}>
          <input type="checkbox" checked={changesLink} onChange={(event) => setChangesLink(event.currentTarget.checked)} />
          {t('extendLink')}
        </label>
        {changesLink && <ExpiryField options={draft} plan={plan} onChange={change} error={errorOf('expirySeconds')} />}
        <ProblemLine problem={problem} />
        <div className={classes.buttons}>
          <Button variant="default" h={44} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" h={44} loading={isAsking} disabled={!changesLink && draft.dueDay === before}>
            {t('extendSave')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
