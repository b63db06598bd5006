import { useTranslation } from 'react-i18next'
import { Tokens } from '../features/devices/tokens.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { usePageTitle } from '../lib/use-page-title.ts'
import classes from './dash-send.module.css'

export async function clientLoader() {
  await loadTexts('tokens')
  return null
}

export default function DashTokens() {
  const { t } = useTranslation('dash')
  usePageTitle(t('tokensTitle'))
  return (
    <div className={classes.page}>
      <Tokens />
    </div>
  )
}
