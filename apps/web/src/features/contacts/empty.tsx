import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ListState } from '../../ui/list-state.tsx'
import classes from './contacts.module.css'

export function Empty({ onImport, onAdd }: { onImport: () => void; onAdd: () => void }) {
  const { t } = useTranslation('contacts')
  return (
    <ListState drawing="uploading" title={t('emptyTitle')} text={t('emptyText')}>
      <div className={classes.waysToBegin}>
        <Button variant="default" h={48} onClick={onAdd}>
          {t('add')}
        </Button>
        <Button variant="default" h={48} onClick={onImport}>
          {t('import')}
        </Button>
      </div>
    </ListState>
  )
}
