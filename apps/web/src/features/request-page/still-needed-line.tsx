import { about } from '@sampan/texts/registry/about'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import classes from './request-page.module.css'

export function StillNeeded({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('request')
  const { comma } = about[useLanguage()]
  return names.length > 0 ? <p className={classes.missing}>{t('stillNeeded', { names: names.join(comma) })}</p> : null
}
