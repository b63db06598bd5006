import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { greetingOf, todayText } from './greeting.ts'
import classes from './home.module.css'

type Props = { fullName: string; now: number; children: ReactNode }

/** By name and by the reader's clock; beside it what to do next. */
export function Greeting({ fullName, now, children }: Props) {
  const { t } = useTranslation('dash')
  const language = useLanguage()
  const { key, name } = greetingOf(fullName, new Date(now))
  return (
    <header className={classes.head}>
      <div className={classes.words}>
        <p>{todayText(new Date(now), language)}</p>
        <h1 tabIndex={-1} title={name}>
          {t(key, { name })}
        </h1>
      </div>
      {children}
    </header>
  )
}
