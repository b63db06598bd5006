/** The second step of logging in: a code of the app, or one to recover with (A10). */
import { Button } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../lib/is-problem.ts'
import { supportAddress } from '../../lib/support.ts'
import { wrongStepCode } from '../../product/session/step-code.ts'
import { StepCodeField } from '../../product/session/step-code-field.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import { useShake } from '../../ui/use-shake.ts'
import { Asking } from './asking.tsx'
import classes from './sign-in.module.css'
import type { LoggingIn } from './use-log-in.ts'

export function LogInCode({ wrong, problem, refusals, isAsking, submitCode, refuse, mend, stepBack }: LoggingIn) {
  const { t } = useTranslation('account')
  const [box, form] = [useRef<HTMLElement>(null), useRef<HTMLFormElement>(null)]
  const [isRecovery, setRecovery] = useState(false)
  const [hasNeither, setHasNeither] = useState(false)
  const isWrong = isProblem(problem, 'secondFactorWrong')
  useShake(box, refusals)
  useFocusWrong(form, refusals)

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const code = String(given.get('code'))
    const fault = wrongStepCode(code, isRecovery)
    if (fault) return refuse({ wrong: { code: fault }, problem: null })
    void submitCode({ code, remember: given.has('remember') })
  }
  function swap() {
    mend('code')
    setRecovery(!isRecovery)
  }

  return (
    <section ref={box} className={classes.card} aria-labelledby="log-in-code">
      <h1 id="log-in-code" className={classes.title}>
        {t('stepTitle')}
      </h1>
      <form ref={form} method="post" noValidate onSubmit={send}>
        <p className={classes.text}>{t(isRecovery ? 'recoveryText' : 'stepText')}</p>
        <StepCodeField isRecovery={isRecovery} onChange={() => mend('code')} isRefused={isWrong} wrong={wrong.code} />
        <label className={classes.remember}>
          <input type="checkbox" name="remember" /> {t('rememberBrowser')}
        </label>
        <Asking problem={isWrong ? null : problem} isAsking={isAsking} />
        <div className={classes.stepButtons}>
          <Button variant="default" h={48} leftSection={<ArrowLeft size={18} aria-hidden="true" />} onClick={stepBack}>
            {t('back')}
          </Button>
          <Button type="submit" h={48} loading={isAsking}>
            {t('logIn')}
          </Button>
        </div>
      </form>
      <div className={classes.ways}>
        <button type="button" className={classes.resend} onClick={swap}>
          {t(isRecovery ? 'useApp' : 'useRecovery')}
        </button>
        <button type="button" className={classes.resend} aria-expanded={hasNeither} onClick={() => setHasNeither(!hasNeither)}>
          {t('haveNeither')}
        </button>
      </div>
      <div role="status">{hasNeither && <Neither />}</div>
    </section>
  )
}

/** Somebody locked out finds what to do next. */
function Neither() {
  const { t } = useTranslation('account')
  const email = supportAddress()
  return (
    <p className={classes.neither}>
      {t('neitherText')} {email ? <a href={`mailto:${email}`}>{t('neitherSupport', { email })}</a> : t('neitherOperator')}
    </p>
  )
}
