import { dashPath, dashSendPath, homePath, loginPath } from '@sampan/contract/paths'
import { EyeOff, ReceiptText, ShieldCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useOutlet } from 'react-router'
import { Remind } from '../features/profile/remind.tsx'
import { hasDraft } from '../features/quick-send/form/kept-draft.ts'
import { QuickSend } from '../features/quick-send/quick-send.tsx'
import { Landing } from '../features/site/landing.tsx'
import { useLanguage } from '../lib/i18n.ts'
import { isSealed } from '../lib/is-sealed.ts'
import { useTitle } from '../lib/use-title.ts'
import { LimitText } from '../product/plans/limit-text.tsx'
import { mayHaveSession, restoreSession } from '../product/session/session.ts'
import { Scene } from '../ui/scene.tsx'
import classes from './home.module.css'
import { pageMeta } from './page-meta.ts'

export const meta = pageMeta(homePath, (t) => ({
  title: t('title', { ns: 'home' }),
  description: t('description', { ns: 'home' }),
}))

const points = [
  ['encrypted', ShieldCheck],
  ['receipts', ReceiptText],
  ['noAds', EyeOff],
] as const

/** Who has a session goes to the dashboard; whose session has ended, to the log-in; without an answer one stays (spec §2). */
function useWayIn() {
  const navigate = useNavigate()
  const language = useLanguage()
  const latest = useRef({ navigate, language })
  latest.current = { navigate, language }
  useEffect(() => {
    if (!mayHaveSession()) return
    const go = (path: string) => latest.current.navigate(path, { replace: true })
    restoreSession().then(
      (user) => go(user ? (hasDraft() ? dashSendPath : dashPath) : loginPath(latest.current.language)),
      () => {},
    )
  }, [])
}

export default function Home() {
  const { t } = useTranslation('home')
  useWayIn()
  // The sign-up over this page has a title of its own.
  const over = useOutlet()
  useTitle(over ? null : t('title'))
  return (
    <div className={classes.page}>
      <Scene />
      <div className={classes.columns}>
        <section className={classes.words}>
          <h1 className={classes.headline}>
            {t('headline')
              .split('|')
              .map((line) => (
                <span key={line}>{`${line} `}</span>
              ))}
          </h1>
          <p className={classes.lead}>
            <LimitText forRole="anon" text={t('lead', { limit: '[uploadBytes]' })} />
          </p>
          <ul className={classes.points} aria-label={t('points')}>
            {points
              .filter(([key]) => key !== 'encrypted' || isSealed())
              .map(([key, Icon]) => (
                <li key={key} data-sealed={key === 'encrypted' ? '' : undefined}>
                  <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
                  {t(key)}
                </li>
              ))}
          </ul>
        </section>
        <QuickSend />
      </div>
      <Landing />
      {over}
      {!over && <Remind />}
    </div>
  )
}
