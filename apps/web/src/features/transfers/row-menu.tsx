/** What can be done with one transfer. */
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import { Menu } from '@mantine/core'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { Ellipsis, ExternalLink, Link2, Lock, LockOpen, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import classes from './row-menu.module.css'
import { canShare, linkSwitch } from './status.ts'
import type { TransferActions } from './use-transfer-actions.ts'

type Props = { row: TransferRecord; actions: TransferActions }

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

export function RowMenu({ row, actions }: Props) {
  const { t } = useTranslation('dash')
  const isShareable = canShare(row)
  const change = linkSwitch(row)
  return (
    <Menu position="bottom-end" offset={4} classNames={classes} transitionProps={{ duration: 100 }} shadow="none">
      <Menu.Target>
        <button type="button" className={classes.target} aria-label={t('actions', { name: row.fileName })}>
          <Ellipsis {...icon} size={20} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {isShareable && (
          <Menu.Item leftSection={<Link2 {...icon} />} onClick={() => void actions.copyLink(row)}>
            {t('copyLink')}
          </Menu.Item>
        )}
        {/* The sender, too, sees the page behind a link only once the link opens. */}
        {row.isLinkOpen && (
          <Menu.Item component="a" href={row.linkUrl} target="_blank" rel="noreferrer" leftSection={<ExternalLink {...icon} />}>
            {t('openPage')}
          </Menu.Item>
        )}
        {change === 'close' && (
          <Menu.Item leftSection={<Lock {...icon} />} onClick={() => void actions.setClosed(row, true)}>
            {t('closeLink')}
          </Menu.Item>
        )}
        {change === 'open' && (
          <Menu.Item leftSection={<LockOpen {...icon} />} onClick={() => void actions.setClosed(row, false)}>
            {t('openLink')}
          </Menu.Item>
        )}
        <Menu.Item data-danger leftSection={<Trash2 {...icon} />} onClick={() => void actions.remove(row)}>
          {t('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
