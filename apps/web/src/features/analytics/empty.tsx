import { Button } from '@mantine/core'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ListState } from '../../ui/list-state.tsx'

export function Empty({ sendPath }: { sendPath: string }) {
  const { t } = useTranslation('analytics')
  const icon = <Send size={18} strokeWidth={1.75} aria-hidden="true" />
  return (
    <ListState isCard drawing="uploading" title={t('emptyTitle')} text={t('emptyText')}>
      <Button component={Link} to={sendPath} size="md" h={48} leftSection={icon}>
        {t('emptySend')}
      </Button>
    </ListState>
  )
}
