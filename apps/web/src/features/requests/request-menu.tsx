/** What is done with a request less often. */
import type { RequestDetail } from '@sampan/contract/routes/requests'
import {
  CalendarClock,
  CircleSlash,
  Copy,
  Ellipsis,
  FileSpreadsheet,
  FileText,
  LayoutTemplate,
  Lock,
  LockOpen,
  Pencil,
  Trash2,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'

const acts = ['edit', 'close', 'reopen', 'extend', 'copy', 'template', 'csv', 'pdf', 'discard', 'delete'] as const
export type MenuAct = (typeof acts)[number]

/** What the operator has taken down is neither changed nor copied. */
const whileDown = new Set<MenuAct>(['csv', 'pdf', 'delete'])

type Props = { detail: RequestDetail; title: string; onAct: (act: MenuAct) => void }

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const
const icons = {
  edit: <Pencil {...icon} />,
  close: <Lock {...icon} />,
  reopen: <LockOpen {...icon} />,
  extend: <CalendarClock {...icon} />,
  copy: <Copy {...icon} />,
  template: <LayoutTemplate {...icon} />,
  csv: <FileSpreadsheet {...icon} />,
  pdf: <FileText {...icon} />,
  discard: <CircleSlash {...icon} />,
  delete: <Trash2 {...icon} />,
} satisfies Record<MenuAct, MenuEntry['icon']>

export function RequestMenu({ detail: { request }, title, onAct }: Props) {
  const { t } = useTranslation('received')
  const isShown: Partial<Record<MenuAct, boolean>> = {
    close: request.state === 'open',
    reopen: request.state === 'closed',
    // Of strangers: whoever has a link of their own is known by it.
    discard: request.sendAs === 'link' && request.begunCount > 0,
  }
  const shown = acts.filter((act) => (request.status === 'takenDown' ? whileDown.has(act) : (isShown[act] ?? true)))
  return (
    <Menu
      label={t('actionsFor', { name: title })}
      icon={<Ellipsis {...icon} size={20} />}
      entries={shown.map((act) => ({
        label: t(act),
        icon: icons[act],
        isDangerous: act === 'delete',
        onSelect: () => onAct(act),
      }))}
    />
  )
}
