/** Somebody goes: who has what they made is said in the same step (M3). */
import { Button } from '@mantine/core'
import type { Team, TeamMember } from '@sampan/contract/routes/teams'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameOrEmail } from '../../lib/names.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { actFor } from '../../product/session/acting.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import type { TeamActs } from './queries.ts'
import classes from './team.module.css'

type Props = { team: Team; acts: TeamActs; onClose: () => void }

export function RemoveWindow({ team, member, acts, onClose, onDone }: Props & { member: TeamMember; onDone: () => void }) {
  const { t } = useTranslation('team')
  const id = useId()
  const others = team.members.filter(({ userId }) => userId !== member.userId)
  const [handTo, setHandTo] = useState(others.find(({ role }) => role === 'owner')?.userId ?? '')
  const { problem, isAsking, ask } = useAsking()
  const remove = async () => {
    if (await ask(() => acts.remove(member.userId, handTo))) onDone()
  }
  return (
    <Dialog title={t('removeTitle', { name: nameOrEmail(member) })} onClose={onClose}>
      <p className={classes.text}>{t('removeText')}</p>
      <label className={classes.field} htmlFor={id}>
        <span>{t('handTo')}</span>
        <select id={id} className={classes.select} value={handTo} onChange={(event) => setHandTo(event.target.value)}>
          {others.map((other) => (
            <option key={other.userId} value={other.userId}>
              {nameOrEmail(other)}
            </option>
          ))}
        </select>
      </label>
      <ProblemLine problem={problem} />
      <div className={classes.buttons}>
        <Button variant="default" h={46} onClick={onClose}>
          {t('keep')}
        </Button>
        <Button h={46} loading={isAsking} onClick={() => void remove()}>
          {t('remove')}
        </Button>
      </div>
    </Dialog>
  )
}

export function LeaveWindow({ team, me, acts, onClose }: Props & { me: TeamMember }) {
  const { t } = useTranslation('team')
  const { problem, isAsking, ask } = useAsking()
  const leave = async () => {
    if (await ask(() => acts.remove(me.userId))) actFor(null, 'left')
  }
  return (
    <Dialog title={t('leaveTitle', { name: team.name })} onClose={onClose}>
      <p className={classes.text}>{t('leaveText')}</p>
      <ProblemLine problem={problem} />
      <div className={classes.buttons}>
        <Button variant="default" h={46} onClick={onClose}>
          {t('stay')}
        </Button>
        <Button h={46} loading={isAsking} onClick={() => void leave()}>
          {t('leaveYes')}
        </Button>
      </div>
    </Dialog>
  )
}
