/** What a virus scan says of one file; what nobody has looked at is never called clean (D9). */
import type { ScanState } from '@sampan/contract/states'
import { useTranslation } from 'react-i18next'
import classes from './scan-mark.module.css'

const looks: Partial<Record<ScanState, string | undefined>> = { clean: classes.clean, infected: classes.found }

export function ScanMark({ scan }: { scan: ScanState }) {
  const { t } = useTranslation('download')
  return <span className={looks[scan]}>{t(`scan_${scan}`)}</span>
}
