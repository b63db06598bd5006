/** Step 1: the address and a password, or a passkey in its place (A9). */
import { Button } from '@mantine/core'
import { loginPath, privacyPath, termsPath } from '@sampan/contract/paths'
import { errorText, fieldText } from '@sampan/texts/errors'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { hasPasskeys } from '../../lib/has-passkeys.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { isProblem } from '../../lib/is-problem.ts'
import { signInWays } from '../../lib/sign-in-ways.ts'
import { useRoleName } from '../../product/plans/role-name.ts'
import { ProviderLinks } from '../../product/session/provider-links.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import { Asking } from './asking.tsx'
import classes from './sign-in.module.css'
import type { SigningUp } from './use-sign-up.ts'

export function DetailsStep({ state, dispatch, submit, plan, next }: SigningUp & { next: string | undefined }) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const roleName = useRoleName()
  const form = useRef<HTMLFormElement>(null)
  const { email, password, wrong, problem } = state
  const isTaken = isProblem(problem, 'emailTaken')
  const query = new URLSearchParams({ ...(email && { user: email.trim() }), ...(next && { next }) }).toString()
  const login = `${loginPath(language)}${query && `?${query}`}`
  // Also on the way back from the code, whose button had the focus.
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input[data-autofocus]')?.focus(), [])
  useFocusWrong(form, state.refusals)
  // Whoever comes by a provider goes on as somebody who logs in.
  const links = <ProviderLinks next={next ?? ''} />
  if (!signInWays().hasPasswords)
    return (
      <div>
        <p className={classes.text}>{t('signUpText')}</p>
        {links}
        <Agreement />
      </div>
    )
  return (
    <form
      // Pressed before the page is awake it asks nobody, and what was typed stays where it is.
      method="dialog"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit('password')
      }}
    >
      <p className={classes.text}>{plan ? t('signUpPlan', { role: roleName(plan.role) }) : t('signUpText')}</p>
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        data-autofocus={email === '' || undefined}
        value={email}
        onChange={(event) => dispatch({ type: 'emailTyped', text: event.currentTarget.value })}
        error={
          isTaken ? (
            <>
              {errorText('emailTaken', {}, language)} <Link to={login}>{t('signIn')}</Link>
            </>
          ) : (
            wrong.email && fieldText(wrong.email, language)
          )
        }
      />
      <PasswordField
        autoComplete="new-password"
        data-autofocus={email !== '' || undefined}
        value={password}
        onChange={(event) => dispatch({ type: 'passwordTyped', text: event.currentTarget.value })}
        hint={t('passwordHint')}
        error={wrong.password && fieldText(wrong.password, language)}
      />
      <Asking problem={isTaken ? null : problem} isAsking={state.isAsking} />
      <Button type="submit" fullWidth h={48} loading={state.isAsking}>
        {t('goOn')}
      </Button>
      {hasPasskeys() && (
        <Button
          className={classes.passkey}
          variant="default"
          fullWidth
          h={48}
          disabled={state.isAsking}
          leftSection={<KeyRound size={18} aria-hidden="true" />}
          onClick={() => void submit('passkey')}
        >
          {t('passkeySignUp')}
        </Button>
      )}
      {links}
      <Agreement />
      <p className={classes.foot}>
        {t('haveOne')} <Link to={login}>{t('logIn')}</Link>
      </p>
    </form>
  )
}

/** In a tab of their own: what was typed here stays. */
function Agreement() {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const link = (path: string, words: string) => (
    <a href={path} target="_blank" rel="noreferrer">
      {words}
    </a>
  )
  const [before, terms = '', between, privacy = '', after] = t('agreement').split(/[[\]]/)
  return (
    <p className={classes.foot}>
      {before}
      {link(termsPath(language), terms)}
      {between}
      {link(privacyPath(language), privacy)}
      {after}
    </p>
  )
}
