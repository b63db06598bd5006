/** Step 2: the code that was mailed. */
import { Button } from '@mantine/core'
import { codeLength, timingsMs } from '@sampan/contract/limits'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../lib/is-problem.ts'
import { CodeInput } from '../../product/session/code-input.tsx'
import { Asking } from './asking.tsx'
import classes from './sign-in.module.css'
import type { SigningUp } from './use-sign-up.ts'

function useResend(resend: SigningUp['resend']) {
  const [isLocked, setLocked] = useState(false)
  const [isResent, setResent] = useState(false)
  async function press() {
    setLocked(true)
    setResent(false)
    const unlock = new Promise((resolve) => setTimeout(resolve, timingsMs.resendLock))
    setResent(await resend())
    await unlock
    setLocked(false)
  }
  return { press, isLocked, isResent }
}

export function CodeStep({ state, dispatch, submit, resend }: SigningUp) {
  const { t } = useTranslation('account')
  const input = useRef<HTMLInputElement>(null)
  const { press, isLocked, isResent } = useResend(resend)
  const { code, problem, refusals, isAsking, verifiedEmail, email, way } = state
  const isReady = code.length === codeLength || verifiedEmail === email
  // At first, and after each refusal: the one thing to do here is to type the code.
  useEffect(() => input.current?.focus(), [refusals])
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void submit()
      }}
    >
      <p className={classes.text}>{t(way === 'passkey' ? 'codeTextPasskey' : 'codeText', { email })}</p>
      <CodeInput
        ref={input}
        label={t('code')}
        value={code}
        onType={(text) => dispatch({ type: 'codeTyped', text })}
        refusals={refusals}
        isWrong={isProblem(problem, 'codeWrong')}
        describedBy="sign-up-note"
      />
      <div className={classes.underCode}>
        <Asking id="sign-up-note" problem={problem} isAsking={isAsking} />
      </div>
      {isResent && problem === null && (
        <p className={classes.good} role="status">
          {t('resent')}
        </p>
      )}
      <button type="button" className={classes.resend} disabled={isLocked || isAsking} onClick={press}>
        {t('resend')}
      </button>
      <div className={classes.buttons}>
        <Button
          variant="default"
          h={48}
          leftSection={<ArrowLeft size={18} aria-hidden="true" />}
          onClick={() => dispatch({ type: 'steppedBack' })}
        >
          {t('back')}
        </Button>
        <Button type="submit" h={48} disabled={!isReady} loading={isAsking}>
          {t('create')}
        </Button>
      </div>
    </form>
  )
}
