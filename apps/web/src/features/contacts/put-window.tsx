/** Chosen contacts go into a group, or out of it. */
import { Button } from '@mantine/core'
import { type Contact, type ContactGroup, changeMembers } from '@sampan/contract/routes/contacts'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { NewGroup } from './new-group.tsx'
import { ProblemLine } from './problem-line.tsx'
import classes from './windows.module.css'

type Props = { chosen: Contact[]; groups: readonly ContactGroup[]; onDone: (text: string) => void; onClose: () => void }

export function PutWindow({ chosen, groups, onDone, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const format = useFormat()
  const { problem, isAsking, ask } = useAsking()
  const contactIds = chosen.map(({ _id }) => _id)
  async function put({ _id: groupId, name }: Pick<ContactGroup, '_id' | 'name'>, isMember: boolean) {
    if (await ask(() => api.call(changeMembers, { params: { groupId }, body: { contactIds, isMember } })))
      onDone(t(isMember ? 'putDone' : 'takenOut', { name }))
  }
  return (
    <Dialog title={t('putTitle', { count: chosen.length, number: format.number(chosen.length) })} onClose={onClose}>
      {groups.length > 0 && (
        <ul className={classes.groups}>
          {groups.map((group) => {
            const areAll = chosen.every(({ groupIds }) => groupIds.includes(group._id))
            return (
              <li key={group._id}>
                <Button variant="default" h={44} disabled={isAsking} onClick={() => void put(group, !areAll)}>
                  {t(areAll ? 'takeOut' : 'putInto', { name: group.name })}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      <NewGroup onMade={(group) => void put(group, true)} />
      <ProblemLine problem={problem} />
      <div className={classes.buttons}>
        <Button variant="default" h={46} onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  )
}
