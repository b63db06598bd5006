import { Button } from '@mantine/core'
import { dashSendPath } from '@sampan/contract/paths'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

export function SendLink({ className = '' }: { className?: string | undefined }) {
  const { t } = useTranslation('dash')
  return (
    <Button
      component={Link}
      to={dashSendPath}
      h={44}
      className={className}
      leftSection={<Send size={18} strokeWidth={1.75} aria-hidden="true" />}
    >
      {t('sendFiles')}
    </Button>
  )
}
