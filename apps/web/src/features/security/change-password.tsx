/** Another password, with the present one (A5). */
import { Button } from '@mantine/core'
import { passwordMinChars } from '@sampan/contract/limits'
import { loginPath } from '@sampan/contract/paths'
import { changePassword } from '@sampan/contract/routes/credentials'
import { fieldText } from '@sampan/texts/errors'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../lib/i18n.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { ownPasswordOf } from '../../product/session/own-password.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import { devicesKey } from './devices-query.ts'
import classes from './security.module.css'

type Props = { email: string; hasPassword: boolean; onClose: () => void; onDone: () => void }

export function ChangePassword({ email, hasPassword, onClose, onDone }: Props) {
  const { t } = useTranslation('security')
  const language = useLanguage()
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const { wrong, problem, refusals, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  const own = ownPasswordOf({ problem, wrong, language })
  useFocusWrong(form, refusals)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const [password, newPassword] = [String(given.get('password') ?? ''), String(given.get('newPassword'))]
    if (hasPassword && !password) return refuse({ password: 'required' })
    if ([...newPassword].length < passwordMinChars) return refuse({ newPassword: 'passwordTooShort' })
    if (!(await ask(() => api.call(changePassword, { body: { password, newPassword } })))) return
    void queries.invalidateQueries({ queryKey: devicesKey })
    onDone()
  }

  return (
    <Dialog title={t(hasPassword ? 'passwordTitle' : 'setPassword')} onClose={onClose}>
      <p className={classes.intro}>{t(hasPassword ? 'passwordText' : 'setPasswordText')}</p>
      <form ref={form} method="post" noValidate onSubmit={send}>
        {/* Password managers know by it whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        {hasPassword && (
          <PasswordField
            label={t('currentPassword')}
            autoComplete="current-password"
            onChange={mend}
            error={own.error}
            hint={
              <Link to={`${loginPath(language)}?${new URLSearchParams({ forgotPass: '1', user: email })}`}>{t('forgot')}</Link>
            }
          />
        )}
        <PasswordField
          label={t('newPassword')}
          name="newPassword"
          autoComplete="new-password"
          onChange={mend}
          error={wrong.newPassword && fieldText(wrong.newPassword, language)}
          hint={t('passwordHint')}
        />
        <ProblemLine problem={own.problem} />
        <div className={classes.buttons}>
          <Button variant="default" h={48} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" h={48} loading={isAsking}>
            {t(hasPassword ? 'changePassword' : 'setPassword')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
