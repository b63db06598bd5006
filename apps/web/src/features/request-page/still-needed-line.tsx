import { about } from '@sampan/texts/registry/about'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import classes from './request-page.module.css'

/** `allThere`: what is said where documents are required and none of them is missing; null: nothing. */
type Props = { names: readonly string[]; allThere?: 'allThere' | 'allThereDone' | null }

export function StillNeeded({ names, allThere = null }: Props) {
  const { t } = useTranslation('request')
  const { comma } = about[useLanguage()]
  if (names.length === 0 && allThere) return <p className={classes.allThere}>{t(allThere)}</p>
  return names.length > 0 ? <p className={classes.missing}>{t('stillNeeded', { names: names.join(comma) })}</p> : null
}
