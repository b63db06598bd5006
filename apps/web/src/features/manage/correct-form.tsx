/** The right address in place of a wrong one. */
import { Button } from '@mantine/core'
import { timingsMs } from '@sampan/contract/limits'
import type { ManagedRecipient } from '@sampan/contract/routes/manage'
import { isEmail, normalizeEmail } from '@sampan/contract/rules/recipients'
import { fieldText } from '@sampan/texts/errors'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { TextField } from '../../ui/text-field.tsx'
import type { ToastsOfPage } from '../../ui/toasts.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import classes from './manage.module.css'
import type { ManageActions } from './queries.ts'

type Props = {
  person: ManagedRecipient
  actions: Pick<ManageActions, 'correct'>
  show: ToastsOfPage['show']
  /** With the address as it is now. */
  onDone: (email: string) => void
}

export function CorrectForm({ person, actions, show, onDone }: Props) {
  const { t } = useTranslation('manage')
  const problemText = useProblemText()
  const language = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(person.email)
  const [isSame, setSame] = useState(false)
  const { wrong, problem, refusals, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  useFocusWrong(form, refusals)
  const email = normalizeEmail(typed)
  async function save(event: FormEvent) {
    event.preventDefault()
    setSame(email === person.email)
    if (email === person.email) return refuse({})
    if (!isEmail(email)) return refuse({ email: email ? 'invalidEmail' : 'required' })
    if (!(await ask(() => actions.correct(person.recipientId, email)))) return
    show({ about: email, text: t('corrected', { before: person.email, email }), lifeMs: timingsMs.longNotice })
    onDone(email)
  }
  const refused = wrong.email ? fieldText(wrong.email, language) : problem !== null && problemText(problem)
  return (
    <form ref={form} className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      <TextField
        label={t('newAddress')}
        name="address"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={typed}
        onChange={(event) => {
          setSame(false)
          mend()
          setTyped(event.currentTarget.value)
        }}
        hint={t('correctHint', { email: person.email })}
        error={isSame ? t('sameAddress') : refused}
      />
      <span className={classes.formButtons}>
        <Button type="submit" loading={isAsking}>
          {t('saveAddress')}
        </Button>
        <Button variant="default" onClick={() => onDone(person.email)}>
          {t('cancel')}
        </Button>
      </span>
    </form>
  )
}
