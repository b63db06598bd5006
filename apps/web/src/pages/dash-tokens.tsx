import { useTranslation } from 'react-i18next'
import { Tokens } from '../features/devices/tokens.tsx'
import { useTitle } from '../lib/use-title.ts'
import classes from './dash-send.module.css'

export default function DashTokens() {
  const { t } = useTranslation('dash')
  useTitle(`${t('tokensTitle')} · Sampan`)
  return (
    <div className={classes.page}>
      <Tokens />
    </div>
  )
}
