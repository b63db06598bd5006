/** From a list to what was deleted from it. */
import { dashBinPath } from '@sampan/contract/paths'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from './bin-link.module.css'

export function BinLink() {
  const { t } = useTranslation('dash')
  return (
    <Link className={classes.link} to={dashBinPath}>
      <Trash2 size={18} strokeWidth={1.75} aria-hidden="true" />
      {t('bin')}
    </Link>
  )
}
