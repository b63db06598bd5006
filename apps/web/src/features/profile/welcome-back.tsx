/** For whoever sent without an account: what an account would keep, and the way there (A7). The address says nothing that is believed. */
import { dashPath, dashTransferPath, loginPath, registerPath } from '@sampan/contract/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../lib/i18n.ts'
import { useSession } from '../../product/session/session.ts'
import { Drawing } from '../../ui/drawing.tsx'
import classes from './welcome.module.css'

type Props = { email: string; slug: string }

/** Where an account is made that keeps a transfer; its mailbox is verified there. */
export const savePath = (register: string, { email, slug }: Props): string => {
  const query = new URLSearchParams({ ...(email && { email }), ...(slug && { save: slug }) }).toString()
  return query ? `${register}?${query}` : register
}

/** Whoever has an account already sees there what is theirs. */
const logInPath = (login: string, { email, slug }: Props): string => {
  const query = new URLSearchParams({ ...(email && { user: email }), ...(slug && { next: dashTransferPath(slug) }) }).toString()
  return query ? `${login}?${query}` : login
}

export function WelcomeBack({ email, slug }: Props) {
  const { t } = useTranslation('welcome')
  const language = useLanguage()
  const isSignedIn = useSession().status === 'signedIn'
  return (
    <section className={classes.card}>
      <Drawing kind="uploading" />
      <h1 className={classes.title}>{t('title')}</h1>
      {email && !isSignedIn && (
        <p className={classes.email}>
          <bdi>{email}</bdi>
        </p>
      )}
      <h2 className={classes.subtitle}>{t('subtitle')}</h2>
      {isSignedIn ? (
        <>
          <p className={classes.text}>{t('inAccount')}</p>
          <Link className={classes.primary} to={dashPath}>
            {t('toList')}
          </Link>
        </>
      ) : (
        <>
          <p className={classes.text}>{t(email ? 'text' : 'noEmail')}</p>
          <Link className={classes.primary} to={savePath(registerPath(language), { email, slug })}>
            {t('save')}
          </Link>
          <p className={classes.note}>{t('verification')}</p>
          <Link className={classes.other} to={logInPath(loginPath(language), { email, slug })}>
            {t('haveAccount')}
          </Link>
        </>
      )}
    </section>
  )
}
