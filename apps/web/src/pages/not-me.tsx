import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { NotMe } from '../features/sign-in/not-me.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { useTitle } from '../lib/use-title.ts'
import { Scene } from '../ui/scene.tsx'
import classes from './download.module.css'

export async function clientLoader() {
  await loadTexts('security')
  return null
}

export default function NotMePage() {
  const { t } = useTranslation('security')
  const token = new URLSearchParams(useLocation().search).get('t') ?? ''
  useTitle(t('disownPage'))
  return (
    <div className={classes.page}>
      <Scene />
      <NotMe key={token} token={token} />
    </div>
  )
}
