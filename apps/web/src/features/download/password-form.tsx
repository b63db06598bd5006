/** The way in when the sender set a password. */
import { Button } from '@mantine/core'
import { Problem } from '@sampan/contract/errors'
import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useProblemText } from '../../lib/problem-text.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { AskSender } from './ask-sender.tsx'
import type { LinkAddress } from './link-address.ts'
import classes from './password-form.module.css'
import { useUnlock } from './queries.ts'

/** The same field as the server wrote it, for who was typing before the page was hydrated. */
function serverField(): { value: string; hasFocus: boolean } {
  const field = document.querySelector<HTMLInputElement>('#server-content input[name="password"]')
  return { value: field?.value ?? '', hasFocus: field !== null && field === document.activeElement }
}

export function PasswordForm({ address, own }: { address: LinkAddress; own: string | null }) {
  const { t } = useTranslation('download')
  const problemText = useProblemText()
  const unlock = useUnlock(address)
  // The page's own form was sent before the page was hydrated.
  const wasWrong = useSearchParams()[0].has('wrong')
  const [begun] = useState(serverField)
  const [password, setPassword] = useState(begun.value)
  const [isShown, setIsShown] = useState(false)
  // What was wrong is answered by then: the sender is asked.
  const [hasAsked, setAsked] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  usePageTitle(t('passwordTitle'))
  useEffect(() => {
    if (begun.hasFocus) field.current?.focus()
  }, [begun])
  useEffect(() => {
    if (unlock.error) field.current?.select()
  }, [unlock.error])

  function submit(event: FormEvent) {
    event.preventDefault()
    setAsked(false)
    if (password) unlock.mutate(password)
    else field.current?.focus()
  }

  const fault = unlock.error ?? (wasWrong && unlock.isIdle && password === '' ? new Problem('passwordWrong') : null)
  const problem = hasAsked ? null : fault
  const Icon = isShown ? EyeOff : Eye
  return (
    <Notice drawing="password" title={t('passwordTitle')} text={t('passwordText')}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <label htmlFor={id}>{t('password')}</label>
        <span className={classes.field}>
          <input
            ref={field}
            id={id}
            type={isShown ? 'text' : 'password'}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            aria-invalid={problem !== null}
            aria-describedby={problem ? `${id}-error` : undefined}
          />
          <button type="button" aria-label={t(isShown ? 'hidePassword' : 'showPassword')} onClick={() => setIsShown(!isShown)}>
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </span>
        <p id={`${id}-error`} className={classes.error} role="alert">
          {problem !== null && problemText(problem)}
        </p>
        <Button type="submit" size="lg" fullWidth loading={unlock.isPending}>
          {t('open')}
        </Button>
      </form>
      <AskSender about="password" address={address} own={own} onAsked={() => setAsked(true)} />
    </Notice>
  )
}
