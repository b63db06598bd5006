/** How one logs in, where one is logged in, and the tokens of scripts (A3, A5). */
import { dashTokensPath, dashWebhooksPath } from '@sampan/contract/paths'
import type { User } from '@sampan/contract/routes/accounts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { signInWays } from '../../lib/sign-in-ways.ts'
import { changeUser } from '../../product/session/session.ts'
import { isPlainMember } from '../../product/session/team.ts'
import { ChangeEmail } from './change-email.tsx'
import { ChangePassword } from './change-password.tsx'
import { Connections } from './connections.tsx'
import { Devices } from './devices.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondStep } from './second-step.tsx'
import classes from './security.module.css'

export function Security({ user }: { user: User }) {
  const { t } = useTranslation('security')
  return (
    <div className={classes.page}>
      <Ways user={user} />
      <Connections email={user.email} />
      <Passkeys />
      <SecondStep email={user.email} />
      <Devices />
      <section className={classes.card} aria-labelledby="tokens">
        <div className={classes.head}>
          <div>
            <h2 id="tokens">{t('tokensTitle')}</h2>
            <p className={classes.text}>{t('tokensText')}</p>
          </div>
          <Link className={classes.action} to={dashTokensPath}>
            {t('tokens')}
          </Link>
        </div>
      </section>
      {!isPlainMember(user) && (
        <section className={classes.card} aria-labelledby="webhooks">
          <div className={classes.head}>
            <div>
              <h2 id="webhooks">{t('webhooksTitle')}</h2>
              <p className={classes.text}>{t('webhooksText')}</p>
            </div>
            <Link className={classes.action} to={dashWebhooksPath}>
              {t('webhooks')}
            </Link>
          </div>
        </section>
      )}
    </div>
  )
}

function Ways({ user }: { user: User }) {
  const { email, hasPassword } = user
  const { t } = useTranslation('security')
  const [open, setOpen] = useState<'email' | 'password' | null>(null)
  const [said, setSaid] = useState('')
  function done(sentence: string) {
    setOpen(null)
    setSaid(sentence)
  }
  return (
    <>
      <section className={classes.card} aria-labelledby="ways">
        <h2 id="ways">{t('waysTitle')}</h2>
        <p className={classes.said} role="status">
          {said}
        </p>
        <ul className={classes.rows}>
          <li>
            <div>
              <b>{t('email')}</b>
              <span>{email}</span>
            </div>
            <button type="button" className={classes.action} aria-label={t('changeEmail')} onClick={() => setOpen('email')}>
              {t('change')}
            </button>
          </li>
          {signInWays().hasPasswords && (
            <li>
              <div>
                <b>{t('password')}</b>
                <span>{t(hasPassword ? 'passwordText' : 'passwordNone')}</span>
              </div>
              <button
                type="button"
                className={classes.action}
                aria-label={t(hasPassword ? 'changePassword' : 'setPassword')}
                onClick={() => setOpen('password')}
              >
                {t(hasPassword ? 'change' : 'set')}
              </button>
            </li>
          )}
        </ul>
      </section>
      {open === 'email' && (
        <ChangeEmail
          present={email}
          hasPassword={hasPassword}
          onClose={() => setOpen(null)}
          onDone={(to) => done(t('emailDone', { email: to }))}
        />
      )}
      {open === 'password' && (
        <ChangePassword
          email={email}
          hasPassword={hasPassword}
          onClose={() => setOpen(null)}
          onDone={() => {
            done(t('passwordDone'))
            changeUser({ ...user, hasPassword: true })
          }}
        />
      )}
    </>
  )
}
