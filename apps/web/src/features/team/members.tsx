/** Who is in the team: their roles, and the way out. */
import { dashPlansPath } from '@sampan/contract/paths'
import type { User } from '@sampan/contract/routes/accounts'
import type { Team, TeamMember } from '@sampan/contract/routes/teams'
import { type MemberRole, mayDecideAbout, mayInTeam, memberRoles } from '@sampan/contract/rules/teams'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { initialsOf } from '../../lib/initials.ts'
import { nameOrEmail } from '../../lib/names.ts'
import { isSelling } from '../../product/plans/selling.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { HandOver } from './hand-over.tsx'
import type { TeamActs } from './queries.ts'
import { LeaveWindow, RemoveWindow } from './remove-windows.tsx'
import classes from './team.module.css'
import { type Said, useAct } from './use-act.ts'

type Props = { team: Team; user: User; acts: TeamActs; say: (said: Said) => void }

export function Members({ team, user, acts, say }: Props) {
  const { t } = useTranslation('team')
  const [asked, setAsked] = useState<TeamMember | null>(null)
  const { run } = useAct(say)
  const me = team.members.find(({ userId }) => userId === user._id)
  const isMe = asked !== null && asked.userId === me?.userId
  return (
    <section className={classes.card} aria-labelledby="members">
      <h2 id="members">{t('members')}</h2>
      {team.members.length === 1 && <p className={classes.text}>{t('alone')}</p>}
      <Paused team={team} user={user} />
      <ul className={classes.rows}>
        {team.members.map((member) => (
          <MemberRow
            key={member.userId}
            member={member}
            isMe={member.userId === me?.userId}
            mayChange={mayDecideAbout(team.role, member.role) && member.userId !== me?.userId}
            onRole={(role) =>
              void run(() => acts.changeRole(member.userId, role), t(`roleChanged_${role}`, { name: nameOrEmail(member) }))
            }
            onRemove={() => setAsked(member)}
          />
        ))}
      </ul>
      <HandOver team={team} user={user} acts={acts} say={say} />
      {asked && isMe && <LeaveWindow team={team} me={asked} acts={acts} onClose={() => setAsked(null)} />}
      {asked && !isMe && mayInTeam(team.role, 'removeMember') && (
        <RemoveWindow
          team={team}
          member={asked}
          acts={acts}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null)
            say({ text: t('removed', { name: nameOrEmail(asked) }), problem: null })
          }}
        />
      )}
    </section>
  )
}

/** More people than seats: why some do not send, and what helps. */
export function Paused({ team: { role, name, members }, user }: Pick<Props, 'team' | 'user'>) {
  const { t } = useTranslation('team')
  const leads = mayInTeam(role, 'removeMember')
  if (!members.some(({ userId, isPaused }) => isPaused && (leads || userId === user._id))) return null
  return (
    <p className={classes.paused}>
      {role === 'owner' ? t('pausedLead') : leads ? t('pausedAdmin') : t('pausedYou', { name })}{' '}
      {role === 'owner' && isSelling() && <Link to={dashPlansPath}>{t('morePlan')}</Link>}
    </p>
  )
}

type RowProps = {
  member: TeamMember
  isMe: boolean
  mayChange: boolean
  onRole: (role: MemberRole) => void
  onRemove: () => void
}

function MemberRow({ member, isMe, mayChange, onRole, onRemove }: RowProps) {
  const { t } = useTranslation('team')
  const format = useFormat()
  const name = nameOrEmail(member)
  return (
    <li>
      <Avatar size={40} initials={initialsOf(member.fullName, member.email)} picture={member.profilePic} />
      <div>
        <b>
          <bdi>{name}</bdi> {isMe && <Badge tone="jade">{t('you')}</Badge>}{' '}
          {member.isPaused && <Badge tone="amber">{t('paused')}</Badge>}
        </b>
        {name !== member.email && <span>{member.email}</span>}
        <span>{t('since', { date: format.date(new Date(member.joinedAt)) })}</span>
      </div>
      {mayChange ? (
        <select
          className={classes.select}
          aria-label={t('roleOf', { name })}
          value={member.role}
          onChange={(event) => onRole(memberRoles.find((role) => role === event.target.value)!)}
        >
          {memberRoles.map((role) => (
            <option key={role} value={role}>
              {t(`role_${role}`)}
            </option>
          ))}
        </select>
      ) : (
        <span className={classes.role}>{t(`role_${member.role}`)}</span>
      )}
      {mayChange && (
        <button type="button" className={classes.action} aria-label={t('removeName', { name })} onClick={onRemove}>
          {t('remove')}
        </button>
      )}
      {isMe && member.role !== 'owner' && (
        <button type="button" className={classes.action} onClick={onRemove}>
          {t('leave')}
        </button>
      )}
    </li>
  )
}
