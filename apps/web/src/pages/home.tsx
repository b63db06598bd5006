import { plans } from '@sampan/contract/plans'
import { EyeOff, ReceiptText, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { QuickSend } from '../features/quick-send/quick-send.tsx'
import { useFormat } from '../lib/format.ts'
import { useTitle } from '../lib/use-title.ts'
import { Scene } from '../ui/scene.tsx'
import classes from './home.module.css'

export { homeMeta as meta } from './home-meta.ts'

const points = [
  ['encrypted', ShieldCheck],
  ['receipts', ReceiptText],
  ['noAds', EyeOff],
] as const

export default function Home() {
  const { t } = useTranslation('home')
  const format = useFormat()
  useTitle(t('title'))
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
          <p className={classes.lead}>{t('lead', { limit: format.bytes(plans.anon.uploadBytes) })}</p>
          <ul className={classes.points} aria-label={t('points')}>
            {points.map(([key, Icon]) => (
              <li key={key}>
                <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
                {t(key)}
              </li>
            ))}
          </ul>
        </section>
        <QuickSend />
      </div>
      <Outlet />
    </div>
  )
}
