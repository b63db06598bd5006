/** Which mails one wants; a change holds at once and goes back if the server refuses it. */
import { accountSettingsPath } from '@sampan/contract/paths'
import { type User, updateProfile } from '@sampan/contract/routes/accounts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { changeUser } from '../../product/session/session.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import classes from './profile.module.css'

const switches = ['tellsExpiry'] as const

export function Mails({ user }: { user: User }) {
  const { t } = useTranslation('profile')
  return (
    <section className={classes.card} aria-labelledby="mails">
      <h2 id="mails">{t('mailsTitle')}</h2>
      <p className={classes.text}>{t('mailsText')}</p>
      {switches.map((name) => (
        <Switch key={name} name={name} user={user} />
      ))}
      <p className={classes.text}>
        <Link to={accountSettingsPath}>{t('downloadMails')}</Link>
      </p>
    </section>
  )
}

function Switch({ name, user }: { name: (typeof switches)[number]; user: User }) {
  const { t } = useTranslation('profile')
  const id = useId()
  const [wished, setWished] = useState<boolean | null>(null)
  const { problem, isAsking, ask } = useAsking()
  async function change(isOn: boolean) {
    if (isAsking) return
    setWished(isOn)
    await ask(async () => changeUser((await api.call(updateProfile, { body: { [name]: isOn } })).user))
    setWished(null)
  }
  return (
    <>
      <label className={classes.switch}>
        <input
          type="checkbox"
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-text`}
          checked={wished ?? user[name]}
          onChange={(event) => void change(event.target.checked)}
        />
        <span>
          <span id={`${id}-name`}>{t(name)}</span>
          <small id={`${id}-text`}>{t(`${name}Text`)}</small>
        </span>
      </label>
      <ProblemLine problem={problem} />
    </>
  )
}
