import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsking } from '../../lib/use-asking.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { EmailsField } from './emails-field.tsx'
import { emailsIn, wrongEmail } from './form.ts'
import type { Acts } from './queries.ts'
import classes from './request-form.module.css'

/** Whoever was asked already is not mailed again. */
export function PeopleWindow({ acts, onClose }: { acts: Pick<Acts, 'add'>; onClose: () => void }) {
  const { t } = useTranslation('requests')
  const [emails, setEmails] = useState('')
  const { wrong, problem, isAsking, ask, refuse } = useAsking()
  async function add(event: FormEvent) {
    event.preventDefault()
    if (wrongEmail({ emails })) return refuse({ emails: 'invalidEmail' })
    if (emailsIn({ emails }).length === 0) return refuse({ emails: 'required' })
    if (await ask(() => acts.add(emailsIn({ emails })))) onClose()
  }
  return (
    <Dialog title={t('addPeople')} closeLabel={t('cancel')} focusesContent onClose={onClose}>
      <form className={classes.form} onSubmit={(event) => void add(event)} noValidate>
        <EmailsField form={{ emails }} wrong={wrong} onChange={(some) => setEmails(some.emails)} />
        <ProblemLine problem={problem} />
        <Button type="submit" loading={isAsking}>
          {t('create')}
        </Button>
      </form>
    </Dialog>
  )
}
