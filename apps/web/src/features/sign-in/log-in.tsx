/** Logging in. The fields keep what a password manager, or a quick hand, put in before the page was hydrated. */
import { Button } from '@mantine/core'
import { loginPath, registerPath } from '@sampan/contract/paths'
import { errorText, fieldText } from '@sampan/texts/errors'
import { KeyRound } from 'lucide-react'
import { type FormEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { hasPasskeys } from '../../lib/has-passkeys.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { isProblem } from '../../lib/is-problem.ts'
import { signInWays } from '../../lib/sign-in-ways.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { ProviderLinks } from '../../product/session/provider-links.tsx'
import { isCodeWanted, refusalIn } from '../../product/session/provider-refusal.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import { useShake } from '../../ui/use-shake.ts'
import { Asking } from './asking.tsx'
import { forgottenSearch, userOf } from './modes.ts'
import classes from './sign-in.module.css'
import { codeScreen, type LoggingIn, useLogIn } from './use-log-in.ts'

/** `next`: where a provider's way back leads to; empty before the page is hydrated. */
type Props = { email: string; search: string; next: string; onSignedIn: () => void }

/** Takes the address along as it is typed by now. */
function ForgotLink({ search, form }: { search: string; form: RefObject<HTMLFormElement | null> }) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const navigate = useNavigate()
  const pathFor = (email: string) => loginPath(language) + forgottenSearch(search, email)
  function go(event: MouseEvent) {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const field = form.current?.elements.namedItem('email') as HTMLInputElement
    void navigate(pathFor(field.value))
  }
  return (
    <p className={classes.forgot}>
      <Link to={pathFor(userOf(search))} onClick={go}>
        {t('forgot')}
      </Link>
    </p>
  )
}

export function LogIn({ email, search, next, onSignedIn }: Props) {
  const logging = useLogIn(onSignedIn, refusalIn(search), isCodeWanted(search))
  // Typed once, it is there again for whoever steps back.
  const [typed, setTyped] = useState(email)
  const Code = logging.step === 'code' && codeScreen()
  return Code ? (
    <Code {...logging} />
  ) : (
    <FirstStep email={typed || email} search={search} next={next} logging={logging} onTyped={setTyped} />
  )
}

type StepProps = { email: string; search: string; next: string; logging: LoggingIn; onTyped: (email: string) => void }

function FirstStep({ search, next, logging, ...rest }: StepProps) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const box = useRef<HTMLElement>(null)
  const asked = new URLSearchParams(search).get('next')
  const { hasPasswords } = signInWays()
  useShake(box, logging.refusals)
  return (
    <section ref={box} className={classes.card} aria-labelledby="log-in">
      <h1 id="log-in" className={classes.title}>
        {t('logInTitle')}
      </h1>
      <p className={classes.text}>{t(asked ? 'logInNext' : 'logInText')}</p>
      {hasPasswords ? <PasswordForm search={search} logging={logging} {...rest} /> : <WithoutPassword logging={logging} />}
      <ProviderLinks next={next} />
      {hasPasswords && (
        <p className={classes.foot} data-passwords="">
          {t('newHere')}{' '}
          <Link to={registerPath(language) + (asked ? `?next=${encodeURIComponent(asked)}` : '')}>{t('createOne')}</Link>
        </p>
      )}
    </section>
  )
}

/** What is left of the form where nobody logs in with a password. */
function WithoutPassword({ logging: { problem, isAsking, submitPasskey } }: { logging: LoggingIn }) {
  const isHydrated = useHydrated()
  if (!isHydrated) return null
  return (
    <>
      <Asking problem={problem} isAsking={isAsking} />
      {hasPasskeys() && <PasskeyButton isAsking={isAsking} onPress={() => submitPasskey()} />}
    </>
  )
}

function PasskeyButton({ isAsking, onPress }: { isAsking: boolean; onPress: () => void }) {
  const { t } = useTranslation('account')
  return (
    <Button
      className={classes.passkey}
      variant="default"
      fullWidth
      h={48}
      disabled={isAsking}
      leftSection={<KeyRound size={18} aria-hidden="true" />}
      onClick={onPress}
    >
      {t('passkeyLogIn')}
    </Button>
  )
}

function PasswordForm({ email, search, logging, onTyped }: Omit<StepProps, 'next'>) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const { wrong, problem, refusals, isAsking, submit, submitPasskey, mend } = logging
  // Until then no key press may send the form the browser's own way, password and all.
  const isHydrated = useHydrated()
  const hasFailed = isProblem(problem, 'loginFailed')
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
    onTyped(String(given.get('email')))
    void submit({ email: String(given.get('email')), password: String(given.get('password')) })
  }

  return (
    <form ref={form} method="post" noValidate data-passwords="" onSubmit={send}>
      <noscript>
        <p className={classes.needs}>{t('needsScript')}</p>
      </noscript>
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username webauthn"
        onChange={() => mend('email')}
        error={wrong.email && fieldText(wrong.email, language)}
      />
      <PasswordField
        autoComplete="current-password"
        onChange={() => mend('password')}
        error={hasFailed ? errorText('loginFailed', {}, language) : wrong.password && fieldText(wrong.password, language)}
      />
      <ForgotLink search={search} form={form} />
      <Asking problem={hasFailed ? null : problem} isAsking={isAsking} />
      <Button type={isHydrated ? 'submit' : 'button'} fullWidth h={48} loading={isAsking}>
        {t('logIn')}
      </Button>
      {/* Built into the page: almost every browser has them, and nothing moves when it wakes. */}
      {(!isHydrated || hasPasskeys()) && <PasskeyButton isAsking={isAsking} onPress={() => submitPasskey()} />}
    </form>
  )
}
