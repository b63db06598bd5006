/** Logging in. The fields keep what a password manager, or a quick hand, put in before the page was awake. */
import { Button } from '@mantine/core'
import { registerPath } from '@sampan/contract/paths'
import { errorText, fieldText } from '@sampan/texts/errors'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../lib/i18n.ts'
import { isProblem } from '../../lib/is-problem.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useShake } from '../../ui/use-shake.ts'
import { Asking } from './asking.tsx'
import { PasswordField } from './password-field.tsx'
import classes from './sign-in.module.css'
import { useFocusWrong } from './use-focus-wrong.ts'
import { useLogIn } from './use-log-in.ts'

type Props = { email: string; onSignedIn: () => void }

/** Until the page is awake no key press may send the form the browser's own way, password and all. */
function useAwake(): boolean {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  return isAwake
}

export function LogIn({ email, onSignedIn }: Props) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const [box, form] = [useRef<HTMLElement>(null), useRef<HTMLFormElement>(null)]
  const { wrong, problem, refusals, isAsking, submit, mend } = useLogIn(onSignedIn)
  const isAwake = useAwake()
  const hasFailed = isProblem(problem, 'loginFailed')
  useShake(box, refusals)
  useFocusWrong(form, refusals)
  useEffect(() => {
    const fields = form.current?.elements
    const [address, password] = [fields?.namedItem('email'), fields?.namedItem('password')] as [
      HTMLInputElement,
      HTMLInputElement,
    ]
    if (email && !address.value) address.value = email
    if (!password.value) (address.value ? password : address).focus({ preventScroll: true })
  }, [email])

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    void submit({ email: String(given.get('email')), password: String(given.get('password')) })
  }

  return (
    <section ref={box} className={classes.card} aria-labelledby="log-in">
      <h1 id="log-in" className={classes.title}>
        {t('logInTitle')}
      </h1>
      <form ref={form} method="post" noValidate onSubmit={send}>
        <p className={classes.text}>{t('logInText')}</p>
        <noscript>
          <p className={classes.needs}>{t('needsScript')}</p>
        </noscript>
        <TextField
          label={t('email')}
          name="email"
          type="email"
          autoComplete="username"
          onChange={() => mend('email')}
          error={wrong.email && fieldText(wrong.email, language)}
        />
        <PasswordField
          autoComplete="current-password"
          onChange={() => mend('password')}
          error={hasFailed ? errorText('loginFailed', {}, language) : wrong.password && fieldText(wrong.password, language)}
        />
        <Asking problem={hasFailed ? null : problem} isAsking={isAsking} />
        <Button type={isAwake ? 'submit' : 'button'} fullWidth h={48} loading={isAsking}>
          {t('logIn')}
        </Button>
      </form>
      <p className={classes.foot}>
        {t('newHere')} <Link to={registerPath(language)}>{t('createOne')}</Link>
      </p>
    </section>
  )
}
