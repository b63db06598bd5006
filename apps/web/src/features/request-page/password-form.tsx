/** The way in where the requester set a password. */
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../lib/is-problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { type RequestAddress, useUnlock } from './queries.ts'
import classes from './request-page.module.css'

export function PasswordForm({ address }: { address: RequestAddress }) {
  const { t } = useTranslation('request')
  const problemText = useProblemText()
  const unlock = useUnlock(address)
  const [password, setPassword] = useState('')
  usePageTitle(t('passwordTitle'))
  function open(event: FormEvent) {
    event.preventDefault()
    if (password) unlock.mutate(password)
  }
  return (
    <Notice drawing="password" title={t('passwordTitle')} text={t('passwordText')}>
      <form className={classes.unlock} onSubmit={open} noValidate>
        <PasswordField
          label={t('password')}
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={unlock.isError && (isProblem(unlock.error, 'passwordWrong') ? t('passwordWrong') : problemText(unlock.error))}
        />
        <Button type="submit" size="lg" fullWidth loading={unlock.isPending}>
          {t('open')}
        </Button>
      </form>
    </Notice>
  )
}
