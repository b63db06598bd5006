/** While contacts are chosen: how many, and what can be done with all of them. */
import { contactsLimits } from '@sampan/contract/limits'
import type { Contact } from '@sampan/contract/routes/contacts'
import { Merge, Send, Trash2, Users, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import classes from './contacts.module.css'
import type { Window } from './window.ts'

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const
type Props = { chosen: Contact[]; sendPath: string; onNone: () => void; onOpen: (window: Window) => void }

export function SelectionBar({ chosen, sendPath, onNone, onOpen }: Props) {
  const { t } = useTranslation('contacts')
  const format = useFormat()
  return (
    <div className={classes.bar}>
      <span role="status">{t('selected', { count: chosen.length, number: format.number(chosen.length) })}</span>
      {/* Where they are more than the plan sends to at once, the page there says so. */}
      <Link to={sendPath} state={{ to: chosen.map(({ email }) => email) }}>
        <Send {...icon} />
        {t('send')}
      </Link>
      <button type="button" onClick={() => onOpen({ kind: 'put', chosen })}>
        <Users {...icon} />
        {t('addToGroup')}
      </button>
      {chosen.length > 1 && chosen.length <= contactsLimits.merged && (
        <button type="button" onClick={() => onOpen({ kind: 'merge', chosen })}>
          <Merge {...icon} />
          {t('merge')}
        </button>
      )}
      <button type="button" data-dangerous onClick={() => onOpen({ kind: 'delete', chosen })}>
        <Trash2 {...icon} />
        {t('delete')}
      </button>
      <button type="button" aria-label={t('selectNone')} onClick={onNone}>
        <X {...icon} />
      </button>
    </div>
  )
}
