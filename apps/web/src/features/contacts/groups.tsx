/** Groups are made, called something else, and deleted. */
import { Button } from '@mantine/core'
import { contactsLimits } from '@sampan/contract/limits'
import { type ContactGroup, deleteGroup, renameGroup } from '@sampan/contract/routes/contacts'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { NewGroup } from './new-group.tsx'
import { useRefreshContacts } from './queries.ts'
import classes from './windows.module.css'

type Props = { groups: readonly ContactGroup[]; onGone: (groupId: string) => void; onClose: () => void }

export function Groups({ groups, onGone, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const refresh = useRefreshContacts()
  return (
    <Dialog title={t('groupsTitle')} onClose={onClose}>
      <p className={classes.text}>{t('groupsText')}</p>
      {groups.length === 0 && <p className={classes.soft}>{t('groupsNone')}</p>}
      <ul className={classes.groups}>
        {groups.map((group) => (
          <GroupRow key={group._id} group={group} onGone={() => onGone(group._id)} />
        ))}
      </ul>
      <NewGroup onMade={() => void refresh()} />
      <div className={classes.buttons}>
        <Button variant="default" h={46} onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </Dialog>
  )
}

function GroupRow({ group, onGone }: { group: ContactGroup; onGone: () => void }) {
  const { t } = useTranslation('contacts')
  const problemText = useProblemText()
  const refresh = useRefreshContacts()
  const [name, setName] = useState(group.name)
  const { problem, isAsking, ask } = useAsking()
  const params = { groupId: group._id }
  /** When the field is left; an empty name is none. */
  async function rename() {
    const next = name.trim()
    if (!next || next === group.name) return setName(group.name)
    if (await ask(() => api.call(renameGroup, { params, body: { name: next } }))) await refresh()
  }
  async function remove() {
    if (!(await ask(() => api.call(deleteGroup, { params })))) return
    onGone()
    await refresh()
  }
  return (
    <li className={classes.group}>
      <TextField
        label={t('groupRename')}
        autoComplete="off"
        maxLength={contactsLimits.groupNameChars}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onBlur={() => void rename()}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        error={problem !== null && problemText(problem)}
        aside={
          <button
            type="button"
            aria-label={t('groupDelete', { name: group.name })}
            disabled={isAsking}
            onClick={() => void remove()}
          >
            <Trash2 size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
        }
      />
    </li>
  )
}
