/** Six hours after the first visit: what this browser sent could be kept by an account (A7). Loaded when that is so. */
import { registerPath } from '@sampan/contract/paths'
import { anonCheck } from '@sampan/contract/routes/profile'
import type { RouteReply } from '@sampan/contract/routes/route'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { loadTexts, useLanguage } from '../../lib/i18n.ts'
import { api } from '../../product/session/api.ts'
import classes from './welcome.module.css'
import { savePath } from './welcome-back.tsx'

export type Saved = RouteReply<typeof anonCheck>

/** Null where there is nothing to say (yet). The first visit goes along in a header, as the specification has it. */
export async function askSaved(firstVisit: number): Promise<Saved | null> {
  const { url, headers } = api.target(anonCheck, {})
  const reply = await fetch(url, { headers: { ...headers, lastVisit: String(firstVisit) } })
  const saved = reply.ok ? ((await reply.json()) as Saved) : null
  if (!saved?.isDue) return null
  await loadTexts('welcome')
  return saved
}

export function WelcomePrompt({ saved: { toSave, email, slug }, onNo }: { saved: Saved; onNo: () => void }) {
  const { t } = useTranslation('welcome')
  const language = useLanguage()
  return (
    <section className={classes.prompt} aria-labelledby="welcome-back">
      <h2 id="welcome-back">{t('title')}</h2>
      <p>{t('prompt', { count: toSave, email: email ?? '' })}</p>
      <div className={classes.choices}>
        <button type="button" className={classes.no} onClick={onNo}>
          {t('notNow')}
        </button>
        <Link
          className={classes.primary}
          to={savePath(registerPath(language), { email: email ?? '', slug: slug ?? '' })}
          onClick={onNo}
          preventScrollReset
        >
          {t('save')}
        </Link>
      </div>
    </section>
  )
}
