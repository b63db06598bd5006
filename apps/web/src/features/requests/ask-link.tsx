import { Button } from '@mantine/core'
import { dashNewRequestPath } from '@sampan/contract/paths'
import { FolderInput } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

export function AskLink({ className = '' }: { className?: string | undefined }) {
  const { t } = useTranslation('requests')
  return (
    <Button
      component={Link}
      to={dashNewRequestPath}
      h={46}
      className={className}
      leftSection={<FolderInput size={18} strokeWidth={1.75} aria-hidden="true" />}
    >
      {t('ask')}
    </Button>
  )
}
