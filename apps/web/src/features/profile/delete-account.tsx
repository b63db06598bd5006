/** The account's end: what happens when, the password, and the way back. */
import { Button } from '@mantine/core'
import { refundDays } from '@sampan/contract/plans'
import type { User } from '@sampan/contract/routes/accounts'
import { deleteAccount } from '@sampan/contract/routes/profile'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useLanguage } from '../../lib/i18n.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { ownPasswordOf } from '../../product/session/own-password.ts'
import { changeUser } from '../../product/session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import classes from './profile.module.css'

export function DeleteAccount({ user }: { user: User }) {
  const { t } = useTranslation('profile')
  const [isAsked, setAsked] = useState(false)
  const head = useRef<HTMLHeadingElement>(null)
  const { hash } = useLocation()
  // The page was not there yet when the browser looked for what its address names.
  useEffect(() => {
    if (hash === '#delete') head.current?.scrollIntoView({ block: 'center' })
  }, [hash])
  // The banner above says when, and how to keep it.
  if (user.deleteAt !== null) return null
  return (
    <section className={`${classes.card} ${classes.danger}`} aria-labelledby="delete">
      <h2 id="delete" ref={head}>
        {t('deleteTitle')}
      </h2>
      <p className={classes.text}>{t('deleteText')}</p>
      <div className={classes.buttons}>
        <button type="button" className={classes.action} onClick={() => setAsked(true)}>
          {t('deleteAccount')}
        </button>
      </div>
      {isAsked && <DeleteDialog user={user} onClose={() => setAsked(false)} />}
    </section>
  )
}

function DeleteDialog({ user: { email, hasPassword }, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('profile')
  const language = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const { wrong, problem, refusals, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  const own = ownPasswordOf({ problem, wrong, language })
  useFocusWrong(form, refusals)
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    if (hasPassword && !password) return refuse({ password: 'required' })
    await ask(async () => {
      const { user } = await api.call(deleteAccount, { body: { password } })
      onClose()
      changeUser(user)
      window.scrollTo(0, 0)
    })
  }
  return (
    <Dialog title={t('deleteQuestion')} onClose={onClose}>
      <ul className={classes.steps}>
        <li>{t('deleteNow')}</li>
        <li>{t('deleteUntil')}</li>
        <li>{t('deleteThen', { days: refundDays })}</li>
      </ul>
      <form ref={form} method="post" noValidate onSubmit={send}>
        {/* Password managers know by it whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        {hasPassword && <PasswordField label={t('password')} autoComplete="current-password" onChange={mend} error={own.error} />}
        <ProblemLine problem={own.problem} />
        <div className={classes.buttons}>
          <Button variant="default" h={48} onClick={onClose}>
            {t('keepInstead')}
          </Button>
          <Button type="submit" h={48} loading={isAsking}>
            {t('deleteAccount')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
