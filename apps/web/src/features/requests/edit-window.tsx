import { Button } from '@mantine/core'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsaved } from '../../lib/unsaved.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import { changeBody, formOf, type RequestForm, wrongIn } from './form.ts'
import type { Acts } from './queries.ts'
import { AskedFields, LimitFields, PeopleFields, TimeFields } from './request-fields.tsx'
import classes from './request-form.module.css'

type Props = { detail: RequestDetail; acts: Pick<Acts, 'change'>; onClose: () => void }

/** The link stays, and so does what was received. */
export function EditWindow({ detail, acts, onClose }: Props) {
  const { t } = useTranslation('requests')
  const element = useRef<HTMLFormElement>(null)
  const [form, setForm] = useState(() => formOf(detail))
  const [isChanged, setChanged] = useState(false)
  const { wrong, problem, refusals, isAsking, ask, refuse, mend } = useAsking()
  useFocusWrong(element, refusals)
  useUnsaved(isChanged)
  const onChange = (some: Partial<RequestForm>) => {
    setForm((before) => ({ ...before, ...some }))
    setChanged(true)
    mend()
  }
  async function save(event: FormEvent) {
    event.preventDefault()
    const found = wrongIn(form, false)
    if (Object.keys(found).length > 0) return refuse(found as Record<string, NonNullable<(typeof found)[string]>>)
    if (await ask(() => acts.change(changeBody(form)))) onClose()
  }
  const shared = { form, wrong, onChange }
  return (
    <Dialog title={t('edit')} closeLabel={t('cancel')} size={760} top="5vh" onClose={onClose}>
      <form ref={element} className={classes.form} onSubmit={(event) => void save(event)} noValidate>
        <AskedFields {...shared} />
        <TimeFields {...shared} />
        <LimitFields {...shared} isNew={false} />
        <PeopleFields {...shared} />
        <ProblemLine problem={problem} />
        <Button type="submit" size="lg" loading={isAsking}>
          {t('save')}
        </Button>
      </form>
    </Dialog>
  )
}
