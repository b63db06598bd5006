/** By which provider the people of the team log in to act for it (A11). */
import type { Team } from '@sampan/contract/routes/teams'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { providerName, signInWays } from '../../lib/sign-in-ways.ts'
import type { TeamActs } from './queries.ts'
import classes from './team.module.css'
import { type Said, useAct } from './use-act.ts'

type Props = { team: Team; acts: TeamActs; say: (said: Said) => void }

/** Nothing where there is no provider, unless a rule is left that binds. */
export function LogInRule({ team: { logInBy, mayRuleLogIn }, acts, say }: Props) {
  const { t } = useTranslation('team')
  const id = useId()
  const { isBusy, run } = useAct(say)
  const known = signInWays().providers.map((each) => each.id)
  const shown = logInBy === null || known.includes(logInBy) ? known : [...known, logInBy]
  if (shown.length === 0) return null
  const choose = (provider: string | null) =>
    run(() => acts.ruleLogIn(provider), provider === null ? t('logInFreed') : t('logInRuled', { name: providerName(provider) }))
  return (
    <section className={classes.card} aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{t('logInTitle')}</h2>
      <p className={classes.text}>{t(mayRuleLogIn ? 'logInText' : 'logInReserved')}</p>
      <label htmlFor={id} className="visually-hidden">
        {t('logInTitle')}
      </label>
      <select
        id={id}
        className={classes.select}
        value={logInBy ?? ''}
        disabled={isBusy || (!mayRuleLogIn && logInBy === null)}
        onChange={(event) => choose(event.target.value || null)}
      >
        <option value="">{t('logInFree')}</option>
        {shown.map((provider) => (
          <option key={provider} value={provider}>
            {t('logInBy', { name: providerName(provider) })}
          </option>
        ))}
      </select>
    </section>
  )
}
