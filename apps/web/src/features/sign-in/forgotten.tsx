/** A forgotten password: the address, then that a link is on its way, whatever the address (A2, R20). */
import { Button } from '@mantine/core'
import { timingsMs } from '@sampan/contract/limits'
import { loginPath } from '@sampan/contract/paths'
import { normalizeEmail } from '@sampan/contract/rules/recipients'
import { fieldText } from '@sampan/texts/errors'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../lib/i18n.ts'
import { lateChunk } from '../../lib/load-chunk.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import { useShake } from '../../ui/use-shake.ts'
import { Asking } from './asking.tsx'
import { wrongEmail } from './credentials.ts'
import { logInSearch } from './modes.ts'
import classes from './sign-in.module.css'

const { load: loadCalls } = lateChunk(() => import('./calls.ts'))
const askLink = async (email: string) => (await loadCalls()).askResetLink(email)

export function Forgotten({ email, search }: { email: string; search: string }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  // Before they are needed: the line may be down by then.
  useEffect(() => void loadCalls().catch(() => {}), [])
  return sentTo === null ? (
    <AskForm email={email} search={search} onSent={setSentTo} />
  ) : (
    <Sent email={sentTo} search={logInSearch(search, sentTo)} />
  )
}

function Back({ search }: { search: string }) {
  const { t } = useTranslation('account')
  return (
    <p className={classes.foot}>
      <Link to={loginPath(useLanguage()) + search}>{t('backToLogIn')}</Link>
    </p>
  )
}

function AskForm({ email, search, onSent }: { email: string; search: string; onSent: (email: string) => void }) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const [box, form] = [useRef<HTMLElement>(null), useRef<HTMLFormElement>(null)]
  const { wrong, problem, refusals, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  useShake(box, refusals)
  useFocusWrong(form, refusals)
  useEffect(() => form.current?.querySelector('input')?.focus({ preventScroll: true }), [form])

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = normalizeEmail(String(new FormData(event.currentTarget).get('email')))
    const found = wrongEmail(given)
    if (found.email) return refuse({ email: found.email })
    if (await ask(() => askLink(given))) onSent(given)
  }

  return (
    <section ref={box} className={classes.card} aria-labelledby="forgotten">
      <h1 id="forgotten" className={classes.title}>
        {t('forgot')}
      </h1>
      <form ref={form} noValidate onSubmit={send}>
        <p className={classes.text}>{t('forgotText')}</p>
        <TextField
          label={t('email')}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={email}
          onChange={mend}
          error={wrong.email && fieldText(wrong.email, language)}
        />
        <Asking problem={problem} isAsking={isAsking} />
        <Button type="submit" fullWidth h={48} loading={isAsking}>
          {t('forgotSend')}
        </Button>
      </form>
      <Back search={logInSearch(search, email)} />
    </section>
  )
}

function Sent({ email, search }: { email: string; search: string }) {
  const { t } = useTranslation('account')
  const heading = useRef<HTMLHeadingElement>(null)
  const { problem, isAsking, ask } = useAsking()
  const [isLocked, setLocked] = useState(false)
  const [isSentAgain, setSentAgain] = useState(false)
  useEffect(() => heading.current?.focus(), [])

  async function again() {
    setLocked(true)
    setSentAgain(false)
    const unlock = new Promise((resolve) => setTimeout(resolve, timingsMs.resendLock))
    setSentAgain(await ask(() => askLink(email)))
    await unlock
    setLocked(false)
  }

  return (
    <section className={classes.card} aria-labelledby="sent">
      <h1 id="sent" ref={heading} className={classes.title} tabIndex={-1}>
        {t('sentTitle')}
      </h1>
      <p className={classes.text}>{t('sentText')}</p>
      <p className={classes.text}>{t('sentHint', { email })}</p>
      <Asking problem={problem} isAsking={isAsking} />
      {isSentAgain && (
        <p className={classes.good} role="status">
          {t('sentAgain')}
        </p>
      )}
      <button type="button" className={classes.resend} disabled={isLocked || isAsking} onClick={again}>
        {t('sendAgain')}
      </button>
      <Back search={search} />
    </section>
  )
}
