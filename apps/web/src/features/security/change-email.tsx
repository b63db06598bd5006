/** Another address: the present password, then the code that was mailed there (A5). */
import { Button } from '@mantine/core'
import type { FieldCode } from '@sampan/contract/errors'
import { beginEmailChange } from '@sampan/contract/routes/credentials'
import { isEmail, normalizeEmail } from '@sampan/contract/rules/recipients'
import { errorText, fieldText } from '@sampan/texts/errors'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { isProblem } from '../../lib/is-problem.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { ownPasswordOf } from '../../product/session/own-password.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import { EmailCode } from './email-code.tsx'
import classes from './security.module.css'

type Asked = { email: string; password: string }
type Props = { present: string; hasPassword: boolean; onClose: () => void; onDone: (email: string) => void }

const begin = (body: Asked) => api.call(beginEmailChange, { body })

export function ChangeEmail({ present, hasPassword, onClose, onDone }: Props) {
  const { t } = useTranslation('security')
  /** Kept while the window is open: another code asks for the password again. */
  const [asked, setAsked] = useState<Asked>({ email: '', password: '' })
  const [hasCode, setHasCode] = useState(false)
  return (
    <Dialog title={t(hasCode ? 'codeTitle' : 'emailTitle')} onClose={onClose}>
      {hasCode ? (
        <EmailCode
          email={asked.email}
          onResend={() => begin(asked)}
          onBack={() => setHasCode(false)}
          onDone={() => onDone(asked.email)}
        />
      ) : (
        <AddressForm
          present={present}
          hasPassword={hasPassword}
          given={asked}
          onClose={onClose}
          onSent={(next) => {
            setAsked(next)
            setHasCode(true)
          }}
        />
      )}
    </Dialog>
  )
}

type FormProps = { present: string; hasPassword: boolean; given: Asked; onClose: () => void; onSent: (asked: Asked) => void }

function wrongIn({ email, password }: Asked, hasPassword: boolean): Record<string, FieldCode> {
  const address: FieldCode | null = isEmail(email) ? null : email ? 'invalidEmail' : 'required'
  return { ...(address && { email: address }), ...(hasPassword && !password && { password: 'required' }) }
}

function AddressForm({ present, hasPassword, given, onClose, onSent }: FormProps) {
  const { t } = useTranslation('security')
  const language = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const [isSame, setSame] = useState(false)
  const { wrong, problem, refusals, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  const own = ownPasswordOf({ problem, wrong, language })
  const isTaken = isProblem(problem, 'emailTaken')
  useFocusWrong(form, refusals)
  const emailError = isTaken ? errorText('emailTaken', {}, language) : wrong.email && fieldText(wrong.email, language)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const asked = { email: normalizeEmail(String(fields.get('email'))), password: String(fields.get('password') ?? '') }
    const found = wrongIn(asked, hasPassword)
    setSame(asked.email === present)
    if (Object.keys(found).length || asked.email === present) return refuse(found)
    if (await ask(() => begin(asked))) onSent(asked)
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={send}>
      <p className={classes.intro}>{t('emailText')}</p>
      <TextField
        label={t('newEmail')}
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={given.email}
        onChange={() => {
          setSame(false)
          mend()
        }}
        error={isSame ? t('sameEmail') : emailError}
      />
      {hasPassword && (
        <PasswordField
          label={t('currentPassword')}
          autoComplete="current-password"
          defaultValue={given.password}
          onChange={mend}
          error={own.error}
        />
      )}
      <ProblemLine problem={isTaken ? null : own.problem} />
      <div className={classes.buttons}>
        <Button variant="default" h={48} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" h={48} loading={isAsking}>
          {t('sendCode')}
        </Button>
      </div>
    </form>
  )
}
