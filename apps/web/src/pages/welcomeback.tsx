import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { WelcomeBack } from '../features/profile/welcome-back.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { usePageTitle } from '../lib/use-page-title.ts'
import { restoreSession } from '../product/session/session.ts'
import { Scene } from '../ui/scene.tsx'
import classes from './download.module.css'

export async function clientLoader() {
  await loadTexts('welcome')
  return null
}

const emailMaxChars = 320

export default function WelcomeBackPage() {
  const { t } = useTranslation('welcome')
  const [query] = useSearchParams()
  usePageTitle(t('title'))
  useEffect(() => void restoreSession().catch(() => {}), [])
  return (
    <div className={classes.page}>
      <Scene />
      <WelcomeBack email={(query.get('email') ?? '').slice(0, emailMaxChars)} slug={(query.get('slug') ?? '').slice(0, 32)} />
    </div>
  )
}
