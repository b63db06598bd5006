/** What is done with a request less often. */
import type { RequestDetail } from '@sampan/contract/routes/requests'
import {
  CalendarClock,
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

const acts = ['edit', 'close', 'reopen', 'extend', 'copy', 'template', 'csv', 'pdf', 'delete'] as const
export type MenuAct = (typeof acts)[number]

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
  delete: <Trash2 {...icon} />,
} satisfies Record<MenuAct, MenuEntry['icon']>

export function RequestMenu({ detail: { request }, title, onAct }: Props) {
  const { t } = useTranslation('received')
  const shown = acts.filter((act) =>
    act === 'close' ? request.state === 'open' : act !== 'reopen' || request.state === 'closed',
  )
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
