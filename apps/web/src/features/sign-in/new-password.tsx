/** The page of a link to a new password: it is looked at first, and only a good one shows the form (A4). */
import { Button } from '@mantine/core'
import { loginPath } from '@sampan/contract/paths'
import { fieldText } from '@sampan/texts/errors'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../lib/i18n.ts'
import { isProblem } from '../../lib/is-problem.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import { useShake } from '../../ui/use-shake.ts'
import { Asking } from './asking.tsx'
import { checkResetToken, resetPassword } from './calls.ts'
import { wrongPassword } from './credentials.ts'
import { forgottenSearch } from './modes.ts'
import classes from './sign-in.module.css'

type Step = 'checking' | 'allowed' | 'dead' | 'noAnswer' | 'done'

export function NewPassword({ token }: { token: string }) {
  const { t } = useTranslation('security')
  const language = useLanguage()
  const [step, setStep] = useState<Step>('checking')
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isLeft = false
    checkResetToken(token).then(
      () => isLeft || setStep('allowed'),
      (problem) => isLeft || setStep(isProblem(problem, 'resetLinkDead') ? 'dead' : 'noAnswer'),
    )
    return () => {
      isLeft = true
    }
  }, [token, tries])

  if (step === 'allowed') return <PasswordForm token={token} onDone={() => setStep('done')} onDead={() => setStep('dead')} />
  if (step === 'checking')
    return (
      <section className={classes.card} role="status" aria-busy="true">
        <p className={classes.text}>{t('resetChecking')}</p>
      </section>
    )
  if (step === 'noAnswer')
    return (
      <Notice drawing="offline" title={t('noAnswerTitle')} text={t('noAnswerText')}>
        <Button
          size="md"
          onClick={() => {
            setStep('checking')
            setTries(tries + 1)
          }}
        >
          {t('tryAgain')}
        </Button>
      </Notice>
    )
  if (step === 'dead')
    return (
      <Notice drawing="expired" title={t('resetDeadTitle')} text={t('resetDeadText')}>
        <Button component={Link} size="md" to={loginPath(language) + forgottenSearch('', '')}>
          {t('askAnew')}
        </Button>
      </Notice>
    )
  return (
    <section className={classes.card} role="status" aria-labelledby="done">
      <h1 id="done" className={classes.title}>
        {t('resetDoneTitle')}
      </h1>
      <p className={classes.text}>{t('resetDoneText')}</p>
      <Button component={Link} fullWidth h={48} to={loginPath(language)}>
        {t('logIn')}
      </Button>
    </section>
  )
}

function PasswordForm({ token, onDone, onDead }: { token: string; onDone: () => void; onDead: () => void }) {
  const { t } = useTranslation('security')
  const language = useLanguage()
  const [box, form] = [useRef<HTMLElement>(null), useRef<HTMLFormElement>(null)]
  const { wrong, problem, refusals, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  useShake(box, refusals)
  useFocusWrong(form, refusals)
  useEffect(() => form.current?.querySelector('input')?.focus({ preventScroll: true }), [form])
  useEffect(() => {
    if (isProblem(problem, 'resetLinkDead')) onDead()
  }, [problem, onDead])

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    const found = wrongPassword(password)
    if (found.password) return refuse({ password: found.password })
    if (await ask(() => resetPassword(token, password))) onDone()
  }

  return (
    <section ref={box} className={classes.card} aria-labelledby="new-password">
      <h1 id="new-password" className={classes.title}>
        {t('resetTitle')}
      </h1>
      <form ref={form} method="post" noValidate onSubmit={send}>
        <p className={classes.text}>{t('resetText')}</p>
        <PasswordField
          label={t('newPassword')}
          autoComplete="new-password"
          onChange={mend}
          hint={t('passwordHint')}
          error={wrong.password && fieldText(wrong.password, language)}
        />
        <Asking problem={problem} isAsking={isAsking} />
        <Button type="submit" fullWidth h={48} loading={isAsking}>
          {t('resetSave')}
        </Button>
      </form>
    </section>
  )
}
