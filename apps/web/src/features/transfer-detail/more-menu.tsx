/** What is done with a transfer more seldom than copying its link. */
import { dashDuplicatePath, dashForwardPath } from '@sampan/contract/paths'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { CopyPlus, Ellipsis, ExternalLink, Forward, Lock, LockOpen, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { mayDo } from '../../product/transfers/may-do.ts'
import { canForward, canOpenPage, linkSwitch } from '../../product/transfers/transfer-status.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import type { TransferActs } from './use-acts.ts'

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = { transfer: TransferRecord; acts: TransferActs }

export function useMoreEntries({ transfer, acts }: Props): MenuEntry[] {
  const { t } = useTranslation('detail')
  const navigate = useNavigate()
  const mayChange = mayDo(transfer, 'change')
  const canSendOn = canForward(transfer) && mayDo(transfer, 'forward')
  // One thing after the other: what is under way ends before the next begins.
  const change = acts.isBusy || !mayChange ? null : linkSwitch(transfer)
  const entries: (MenuEntry | false)[] = [
    // Signed in, its sender sees the page whether or not the link opens to others.
    transfer.receivedBy === null &&
      canOpenPage(transfer) &&
      (mayChange || transfer.isLinkOpen) && { label: t('openPage'), icon: <ExternalLink {...icon} />, href: transfer.linkUrl },
    canSendOn && {
      label: t('forward'),
      icon: <Forward {...icon} />,
      onSelect: () => void navigate(dashForwardPath(transfer.slug)),
    },
    transfer.receivedBy === null &&
      canSendOn && {
        label: t('duplicate'),
        icon: <CopyPlus {...icon} />,
        onSelect: () => void navigate(dashDuplicatePath(transfer.slug)),
      },
    change === 'close' && { label: t('closeLink'), icon: <Lock {...icon} />, onSelect: () => void acts.setClosed(true) },
    change === 'open' && { label: t('openLink'), icon: <LockOpen {...icon} />, onSelect: () => void acts.setClosed(false) },
    !acts.isBusy &&
      mayDo(transfer, 'delete') && {
        label: t('delete'),
        icon: <Trash2 {...icon} />,
        isDangerous: true,
        onSelect: () => void acts.remove(),
      },
  ]
  return entries.filter((entry) => entry !== false)
}

export function MoreMenu(props: Props) {
  const { t } = useTranslation('detail')
  const entries = useMoreEntries(props)
  if (entries.length === 0) return null
  return <Menu label={t('more')} icon={<Ellipsis {...icon} size={20} />} entries={entries} />
}
