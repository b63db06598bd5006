/** Where the mail leads whom an owner has named: what it means to take the team over, and the password that confirms it (M1). */
import { Button } from '@mantine/core'
import { accountTeamsPath } from '@sampan/contract/paths'
import type { User } from '@sampan/contract/routes/accounts'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../lib/i18n.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { actFor } from '../../product/session/acting.ts'
import { ownPasswordOf } from '../../product/session/own-password.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import { takeOver } from './queries.ts'
import classes from './team.module.css'

type Taken = Awaited<ReturnType<typeof takeOver>>

export function TakeOver({ token, user }: { token: string; user: User }) {
  const { t } = useTranslation('team')
  const [taken, setTaken] = useState<Taken | null>(null)
  if (!taken) return <Confirm token={token} user={user} onTaken={setTaken} />
  return (
    <section className={classes.card} aria-labelledby="taken">
      <h2 id="taken">{t('tookOverTitle', { name: taken.name })}</h2>
      <p className={classes.text} role="status">
        {t('joinedText')}
      </p>
      <div className={classes.buttons}>
        {/* Loads the page anew, which knows nothing of the team yet. */}
        <Button variant="default" h={46} onClick={() => actFor(null)}>
          {t('joinedOwn')}
        </Button>
        <Button h={46} onClick={() => actFor(taken.ownerId)}>
          {t('joinedAct')}
        </Button>
      </div>
    </section>
  )
}

function Confirm({ token, user, onTaken }: { token: string; user: User; onTaken: (taken: Taken) => void }) {
  const { t } = useTranslation('team')
  const language = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const { wrong, problem, refusals, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  const own = ownPasswordOf({ problem, wrong, language })
  useFocusWrong(form, refusals)
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    if (user.hasPassword && !password) return refuse({ password: 'required' })
    await ask(async () => onTaken(await takeOver(token, password)))
  }
  return (
    <section className={classes.card} aria-labelledby="take-over">
      <h2 id="take-over">{user.team ? t('takeOverTitle', { name: user.team.name }) : t('takeOver')}</h2>
      <p className={classes.text}>{t('takeOverText')}</p>
      <p className={classes.text}>{t('ownStays')}</p>
      <form ref={form} className={classes.form} method="post" noValidate onSubmit={send}>
        {/* Password managers know by it whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        {user.hasPassword && (
          <PasswordField label={t('password')} autoComplete="current-password" onChange={mend} error={own.error} />
        )}
        <ProblemLine problem={own.problem} />
        <div className={classes.buttons}>
          <Button component={Link} to={accountTeamsPath} variant="default" h={46}>
            {t('takeOverNot')}
          </Button>
          <Button type="submit" h={46} loading={isAsking}>
            {t('takeOver')}
          </Button>
        </div>
      </form>
    </section>
  )
}
