/** An account for an address that has none: the link of the mail proves it, so that no code is asked for. */
import { Button } from '@mantine/core'
import { passwordMinChars } from '@sampan/contract/limits'
import { joinedPath } from '@sampan/contract/paths'
import { fieldText } from '@sampan/texts/errors'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './invitation.module.css'
import { invitationCalls } from './invitation-queries.ts'

export function JoinForm({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation('team')
  const language = useLanguage()
  const [fullName, setFullName] = useState('')
  const [password, setPassword] = useState('')
  const { problem, wrong, isAsking, ask, mend } = useAsking({ hasFields: true })
  const errorOf = (field: string) => wrong[field] && fieldText(wrong[field], language)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await ask(() => invitationCalls.join(token, { fullName, password, language }))) location.assign(joinedPath)
  }
  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={classes.text}>{t('newAccount', { email })}</p>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <TextField
        label={t('fullName')}
        name="fullName"
        autoComplete="name"
        value={fullName}
        onChange={(event) => {
          mend()
          setFullName(event.currentTarget.value)
        }}
        error={errorOf('fullName')}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => {
          mend()
          setPassword(event.currentTarget.value)
        }}
        hint={t('passwordHint', { count: passwordMinChars })}
        error={errorOf('password')}
      />
      <ProblemLine problem={problem} />
      <Button type="submit" size="lg" fullWidth loading={isAsking}>
        {t('join')}
      </Button>
    </form>
  )
}
