/** The right address in place of a wrong one. */
import { Button } from '@mantine/core'
import type { DetailRecipient } from '@sampan/contract/routes/transfer-detail'
import { isEmail, normalizeEmail } from '@sampan/contract/rules/recipients'
import { fieldText } from '@sampan/texts/errors'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './dialogs.module.css'
import type { TransferChanges } from './use-changes.ts'

type Props = {
  person: DetailRecipient
  changes: Pick<TransferChanges, 'correct'>
  onClose: () => void
  onDone: (text: string) => void
}

export function CorrectDialog({ person, changes, onClose, onDone }: Props) {
  const { t } = useTranslation('detail')
  const problemText = useProblemText()
  const language = useLanguage()
  const [typed, setTyped] = useState(person.email)
  const { problem, wrong, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  const email = normalizeEmail(typed)
  async function save(event: FormEvent) {
    event.preventDefault()
    if (!isEmail(email)) return refuse({ email: 'invalidEmail' })
    if (await ask(() => changes.correct(person.recipientId, email))) onDone(t('corrected', { before: person.email, email }))
  }
  const error = wrong.email ? fieldText(wrong.email, language) : problem !== null && problemText(problem)
  return (
    <Dialog title={t('correctTitle')} onClose={onClose}>
      <p className={classes.text}>{t('correctText', { email: person.email })}</p>
      <form onSubmit={(event) => void save(event)} noValidate>
        <TextField
          label={t('correctLabel')}
          name="address"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            mend()
            setTyped(event.currentTarget.value)
          }}
          error={error}
        />
        <div className={classes.buttons}>
          <Button variant="default" h={44} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" h={44} disabled={email === person.email || email === ''} loading={isAsking}>
            {t('correctSend')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
