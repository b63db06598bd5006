import { useTranslation } from 'react-i18next'
import { Segmented } from '../../ui/segmented.tsx'
import classes from './admin.module.css'
import type { Which } from './queries.ts'

/** What waits for a decision, or everything. */
export function WhichChoice({ which, onChoose }: { which: Which; onChoose: (which: Which) => void }) {
  const { t } = useTranslation('admin')
  return (
    <div className={classes.which}>
      <Segmented<Which>
        label={t('which')}
        value={which}
        choices={[
          { value: 'open', label: t('open') },
          { value: 'all', label: t('all') },
        ]}
        onChoose={onChoose}
      />
    </div>
  )
}
