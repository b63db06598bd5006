import { Button } from '@mantine/core'
import { passkeyNameChars } from '@sampan/contract/limits'
import { type Passkey, renamePasskey } from '@sampan/contract/routes/passkeys'
import { fieldText } from '@sampan/texts/errors'
import { type FormEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import classes from './security.module.css'

type Props = { passkey: Passkey; onClose: () => void; onDone: (renamed: Passkey) => void }

export function RenamePasskey({ passkey, onClose, onDone }: Props) {
  const { t } = useTranslation('security')
  const language = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const { wrong, problem, refusals, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  useFocusWrong(form, refusals)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    if (!name) return refuse({ name: 'required' })
    const params = { passkeyId: passkey._id }
    await ask(async () => onDone((await api.call(renamePasskey, { params, body: { name } })).passkey))
  }

  return (
    <Dialog title={t('passkeyRenameTitle')} onClose={onClose} focusesContent>
      <form ref={form} noValidate onSubmit={send}>
        <TextField
          label={t('passkeyName')}
          name="name"
          autoComplete="off"
          data-autofocus
          maxLength={passkeyNameChars}
          defaultValue={passkey.name}
          onChange={mend}
          error={wrong.name && fieldText(wrong.name, language)}
        />
        <ProblemLine problem={problem} />
        <div className={classes.buttons}>
          <Button variant="default" h={48} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" h={48} loading={isAsking}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
