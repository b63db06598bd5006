/** What can be done with one transfer. */
import { dashDuplicatePath, dashForwardPath, dashRequestPath } from '@sampan/contract/paths'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { CopyPlus, Ellipsis, ExternalLink, FolderInput, Forward, Link2, Lock, LockOpen, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { mayDo, mayPassOn } from '../../product/transfers/may-do.ts'
import { canForward, canOpenPage, canShare, linkSwitch } from '../../product/transfers/transfer-status.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { nameOf } from './row-texts.ts'
import type { TransferActions } from './use-transfer-actions.ts'

type Props = { row: TransferRecord; actions: TransferActions }

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

export function useRowEntries({ row, actions }: Props): MenuEntry[] {
  const { t } = useTranslation('dash')
  const navigate = useNavigate()
  // One thing after the other: what is under way ends before the next begins.
  const isPending = actions.pending.has(row.slug)
  const isSent = row.receivedBy === null
  const mayChange = mayDo(row, 'change')
  const canSendOn = canForward(row) && mayDo(row, 'forward')
  const change = isPending || !isSent || !mayChange ? null : linkSwitch(row)
  const opensToAnyone = row.sendAs === 'email' && !row.isLinkOpen
  const entries: (MenuEntry | false)[] = [
    !isSent && {
      label: t('openRequest'),
      icon: <FolderInput {...icon} />,
      onSelect: () => void navigate(dashRequestPath(row.receivedBy!.requestSlug)),
    },
    isSent &&
      canShare(row) &&
      mayPassOn(row) && {
        label: t(opensToAnyone ? 'copyLinkForAnyone' : 'copyLink'),
        icon: <Link2 {...icon} />,
        onSelect: () => void actions.copyLink(row),
      },
    // Signed in, its sender sees the page whether or not the link opens to others.
    isSent &&
      canOpenPage(row) &&
      (mayChange || row.isLinkOpen) && { label: t('openPage'), icon: <ExternalLink {...icon} />, href: row.linkUrl },
    canSendOn && {
      label: t('forward'),
      icon: <Forward {...icon} />,
      onSelect: () => void navigate(dashForwardPath(row.slug)),
    },
    isSent &&
      canSendOn && {
        label: t('duplicate'),
        icon: <CopyPlus {...icon} />,
        onSelect: () => void navigate(dashDuplicatePath(row.slug)),
      },
    change === 'close' && {
      label: t('closeLink'),
      icon: <Lock {...icon} />,
      onSelect: () => void actions.setClosed(row, true),
    },
    change === 'open' && {
      label: t('openLink'),
      icon: <LockOpen {...icon} />,
      onSelect: () => void actions.setClosed(row, false),
    },
    !isPending &&
      mayDo(row, 'delete') && {
        label: t('delete'),
        icon: <Trash2 {...icon} />,
        isDangerous: true,
        onSelect: () => void actions.remove(row),
      },
  ]
  return entries.filter((entry) => entry !== false)
}

export function RowMenu({ row, actions }: Props) {
  const { t } = useTranslation('dash')
  const entries = useRowEntries({ row, actions })
  if (entries.length === 0) return null
  return <Menu label={t('actions', { name: nameOf(row) })} icon={<Ellipsis {...icon} size={20} />} entries={entries} />
}
