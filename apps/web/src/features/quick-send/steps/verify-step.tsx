/** Verifying the sender's address with the code that was mailed to it (Q12). */
import { Button } from '@mantine/core'
import { codeLength, codeLifeSeconds, timingsMs } from '@sampan/contract/limits'
import { countFiles } from '@sampan/contract/rules/file-set'
import { normalizeCode } from '@sampan/contract/rules/verification-code'
import { about } from '@sampan/texts/registry/about'
import { ArrowLeft, MailCheck } from 'lucide-react'
import { type Dispatch, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n.ts'
import { isProblem } from '../../../lib/is-problem.ts'
import { useProblemText } from '../../../lib/problem-text.ts'
import { recipientsOf } from '../../../product/recipients/chips.ts'
import { CodeInput } from '../../../product/session/code-input.tsx'
import card from '../card/card.module.css'
import { StepHeading } from '../card/step-heading.tsx'
import type { Form, FormAction } from '../form/form.ts'
import { isRefusedAsSpent } from '../form/waiting-code.ts'
import { useDraftCare } from '../sending/early-care.ts'
import { useFollowing } from '../sending/early-following.ts'
import { askForCode, checkCode } from './verification.ts'
import classes from './verify-step.module.css'

type Props = { form: Form; dispatch: Dispatch<FormAction> }

const isWrongCode = (problem: unknown): boolean => isProblem(problem, 'codeWrong') || isProblem(problem, 'invalidInput')

function useVerification({ form: { sender }, dispatch }: Props) {
  const [code, setCode] = useState('')
  const [isChecking, setChecking] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  // Counts the refusals: each one shakes the boxes anew.
  const [refusals, setRefusals] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const isByHand = useRef(false)
  // After the heading: the one thing to do here is to type the code.
  useEffect(() => input.current?.focus(), [])

  async function check(code: string) {
    if (isChecking || code.length < codeLength) return
    setChecking(true)
    setProblem(null)
    try {
      await checkCode(sender, code)
      dispatch({ type: 'verified' })
    } catch (error) {
      setProblem(error)
      setChecking(false)
      // A line that is away says nothing about the code: it stays, to be sent once more.
      if (isWrongCode(error)) {
        setRefusals((count) => count + 1)
        setCode('')
      }
      input.current?.focus()
    }
  }
  function type(text: string) {
    const typed = normalizeCode(text).slice(0, codeLength)
    setCode(typed)
    setProblem(null)
    // Whoever has typed or pasted the last character has nothing else to do here. What a program fills in waits for the button.
    if (isByHand.current) void check(typed)
    isByHand.current = false
  }
  const byHand = () => {
    isByHand.current = true
  }
  return { code, type, check, byHand, isChecking, problem, setProblem, refusals, input }
}

function useResend({ form: { sender }, dispatch }: Props, onProblem: (problem: unknown) => void) {
  const language = useLanguage()
  const [isLocked, setLocked] = useState(false)
  const [isResent, setResent] = useState(false)
  async function resend() {
    setLocked(true)
    setResent(false)
    onProblem(null)
    const unlock = new Promise((resolve) => setTimeout(resolve, timingsMs.resendLock))
    try {
      const { verified } = await askForCode(sender, language)
      if (verified) dispatch({ type: 'verified' })
      setResent(true)
    } catch (error) {
      onProblem(error)
    }
    await unlock
    setLocked(false)
  }
  return { resend, isLocked, isResent }
}

/** What waits for the code, and for how long the code waits. */
export function Then({ form: { files, chips } }: Pick<Props, 'form'>) {
  const { t } = useTranslation('send')
  const { sentenceSpace } = about[useLanguage()]
  const [first, ...others] = recipientsOf(chips)
  const count = countFiles(files)
  const people = others.length > 0 ? t('verifyPeople', { first, count: others.length }) : first
  return (
    <p className={classes.then}>
      {count > 0 && first && `${t('verifyThen', { count, people })}${sentenceSpace}`}
      {t('verifyLife', { minutes: codeLifeSeconds / 60 })}
    </p>
  )
}

export function VerifyStep(props: Props) {
  const { t } = useTranslation('send')
  const problemText = useProblemText()
  const { code, type, check, byHand, isChecking, problem, setProblem, refusals, input } = useVerification(props)
  const { resend, isLocked, isResent } = useResend(props, setProblem)
  // The bytes flow on meanwhile.
  useFollowing(props.form)
  useDraftCare()
  return (
    <form
      className={card.step}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void check(code)
      }}
    >
      <MailCheck className={classes.icon} size={34} strokeWidth={1.5} aria-hidden="true" />
      <StepHeading>{t('verifyTitle')}</StepHeading>
      <p>{t('verifyText', { email: props.form.sender })}</p>
      <Then form={props.form} />
      <CodeInput
        ref={input}
        label={t('code')}
        value={code}
        onType={type}
        refusals={refusals}
        isWrong={isWrongCode(problem)}
        describedBy="code-note"
        onHand={byHand}
      />
      <div id="code-note" className={classes.note} aria-live="assertive">
        {problem !== null ? (
          <p className={card.error}>
            {isRefusedAsSpent(problem, props.form.sender, Date.now()) ? t('codeSpent') : problemText(problem)}
          </p>
        ) : (
          isResent && <p className={classes.good}>{t('resent')}</p>
        )}
      </div>
      <button type="button" className={classes.resend} disabled={isLocked} onClick={resend}>
        {t('resend')}
      </button>
      <div className={classes.hint}>
        <b>{t('notify')}</b>
        <span>{t('notifyText')}</span>
      </div>
      <div className={card.buttons}>
        <Button
          variant="default"
          h={48}
          leftSection={<ArrowLeft size={18} aria-hidden="true" />}
          onClick={() => props.dispatch({ type: 'steppedBack' })}
        >
          {t('back')}
        </Button>
        <Button type="submit" h={48} disabled={code.length < codeLength} loading={isChecking}>
          {t('verify')}
        </Button>
      </div>
    </form>
  )
}
