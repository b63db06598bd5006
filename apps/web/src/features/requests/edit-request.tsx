/** A request that is there, in the form that it was made by. */
import { Button } from '@mantine/core'
import type { Plan } from '@sampan/contract/plans'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsaved } from '../../lib/unsaved.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { changesOf, type Draft, draftOf, faultsOf } from './draft.ts'
import classes from './request.module.css'
import { RequestForm } from './request-form.tsx'
import type { RequestChanges } from './use-request-changes.ts'

type Props = { detail: RequestDetail; plan: Plan; changes: RequestChanges; onClose: () => void; onDone: () => void }

export function EditRequest({ detail, plan, changes, onClose, onDone }: Props) {
  const { t } = useTranslation('asking')
  const { t: tr } = useTranslation('received')
  const [before] = useState(() => draftOf(detail))
  const [draft, setDraft] = useState<Draft>(before)
  const { problem, wrong, refusals, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  const isChanged = JSON.stringify(draft) !== JSON.stringify(before)
  useUnsaved(isChanged && !isAsking)
  async function save() {
    const faults = faultsOf(draft, plan, new Date(), before)
    if (Object.keys(faults).length > 0) return refuse(faults)
    if (await ask(() => changes.change(changesOf(draft, before)))) onDone()
  }
  return (
    <div className={classes.edit}>
      <h1 tabIndex={-1}>{tr('editTitle')}</h1>
      <RequestForm
        label={tr('editTitle')}
        draft={draft}
        plan={plan}
        wrong={wrong}
        problem={problem}
        refusals={refusals}
        endsAtMs={detail.request.expiryDate ?? Number.POSITIVE_INFINITY}
        hasPassword={detail.request.hasPassword}
        onChange={(some) => {
          mend()
          setDraft({ ...draft, ...some })
        }}
        onSubmit={() => void save()}
      >
        <Button type="submit" h={52} fz={16} loading={isAsking} disabled={!isChanged}>
          {t('saveChanges')}
        </Button>
        <Button variant="default" h={52} onClick={onClose}>
          {t('cancel')}
        </Button>
      </RequestForm>
    </div>
  )
}
