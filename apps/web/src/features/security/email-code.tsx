/** The code that went to the new address. */
import { Button } from '@mantine/core'
import { codeLength, timingsMs } from '@sampan/contract/limits'
import { confirmEmailChange } from '@sampan/contract/routes/credentials'
import { normalizeCode } from '@sampan/contract/rules/verification-code'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../lib/is-problem.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { CodeInput } from '../../product/session/code-input.tsx'
import { changeUser } from '../../product/session/session.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import classes from './security.module.css'

type Props = { email: string; onResend: () => Promise<unknown>; onBack: () => void; onDone: () => void }

export function EmailCode({ email, onResend, onBack, onDone }: Props) {
  const { t } = useTranslation('security')
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [refusals, setRefusals] = useState(0)
  const [isLocked, setLocked] = useState(false)
  const [isResent, setResent] = useState(false)
  const { problem, isAsking, ask, mend } = useAsking()
  const isWrong = isProblem(problem, 'codeWrong')
  // At first, and after each refusal: the one thing to do here is to type the code.
  useEffect(() => {
    if (isWrong) {
      setCode('')
      setRefusals((count) => count + 1)
    }
    input.current?.focus()
  }, [isWrong])

  async function send(event: FormEvent) {
    event.preventDefault()
    if (code.length !== codeLength) return
    setResent(false)
    if (await ask(async () => changeUser((await api.call(confirmEmailChange, { body: { email, code } })).user))) onDone()
  }

  async function resend() {
    setLocked(true)
    setResent(false)
    const unlock = new Promise((resolve) => setTimeout(resolve, timingsMs.resendLock))
    setResent(await ask(onResend))
    await unlock
    setLocked(false)
  }

  return (
    <form noValidate onSubmit={send}>
      <p className={classes.intro}>{t('codeText', { email })}</p>
      <CodeInput
        ref={input}
        label={t('code')}
        value={code}
        onType={(text) => {
          setCode(normalizeCode(text).slice(0, codeLength))
          mend()
        }}
        refusals={refusals}
        isWrong={isWrong}
        describedBy="email-code-note"
      />
      <div id="email-code-note">
        <ProblemLine problem={problem} />
      </div>
      <p className={classes.said} role="status">
        {isResent && t('resent')}
      </p>
      <button type="button" className={classes.plain} disabled={isLocked || isAsking} onClick={resend}>
        {t('resend')}
      </button>
      <div className={classes.buttons}>
        <Button variant="default" h={48} onClick={onBack}>
          {t('back')}
        </Button>
        <Button type="submit" h={48} disabled={code.length !== codeLength} loading={isAsking}>
          {t('confirmEmail')}
        </Button>
      </div>
    </form>
  )
}
