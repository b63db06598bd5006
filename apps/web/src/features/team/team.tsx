/** The team's page (M1, M3): seats, people, invitations, and who may do what. */
import { Button } from '@mantine/core'
import { dashPlansPath } from '@sampan/contract/paths'
import type { User } from '@sampan/contract/routes/accounts'
import type { Team as TeamView } from '@sampan/contract/routes/teams'
import { mayInTeam } from '@sampan/contract/rules/teams'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isSelling } from '../../product/plans/selling.ts'
import { actFor, isTeamOwnRoot } from '../../product/session/acting.ts'
import { apiSession } from '../../product/session/session.ts'
import { ListFailed, ListState } from '../../ui/list-state.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { Invitations } from './invitations.tsx'
import { InviteForm } from './invite-form.tsx'
import { Log } from './log.tsx'
import { LogInRule } from './log-in-rule.tsx'
import { Members } from './members.tsx'
import { useTeam, useTeamActs } from './queries.ts'
import { Rights } from './rights.tsx'
import classes from './team.module.css'
import type { Said } from './use-act.ts'

export function Team({ user }: { user: User }) {
  const { t } = useTranslation('team')
  const { data: team, error, isFetching, refetch } = useTeam()
  if (team) return team.seats > 1 || team.members.length > 1 ? <Known team={team} user={user} /> : <NoSeats user={user} />
  if (!error) return <p className={classes.skeleton} role="status" aria-label={t('loading')} />
  return (
    <ListFailed title={t('failed')} error={error} tryAgain={t('tryAgain')} isTrying={isFetching} onRetry={() => void refetch()} />
  )
}

/** A plan for one person, in which nobody else is. Whoever has handed a team over in another tab is told where it is now. */
function NoSeats({ user }: { user: User }) {
  const { t } = useTranslation('team')
  const isHandedOver = isTeamOwnRoot(user)
  useEffect(() => {
    if (isHandedOver) void apiSession.token().then((token) => token && apiSession.renew(token))
  }, [isHandedOver])
  if (user.team && !isHandedOver)
    return (
      <ListState drawing="uploading" title={t('ownHereTitle')} text={t('ownHereText', { name: user.team.name })}>
        <Button size="md" onClick={() => actFor(user.team!.ownerId)}>
          {t('joinedAct')}
        </Button>
      </ListState>
    )
  return (
    <ListState drawing="uploading" title={t('noSeatsTitle')} text={t('noSeatsText')}>
      {isSelling() && (
        <Button component={Link} to={dashPlansPath} size="md">
          {t('morePlan')}
        </Button>
      )}
    </ListState>
  )
}

function Known({ team, user }: { team: TeamView; user: User }) {
  const acts = useTeamActs()
  const [said, setSaid] = useState<Said>({ text: '', problem: null })
  const leads = mayInTeam(team.role, 'invite')
  return (
    <div className={classes.page}>
      <Head team={team} said={said} />
      {leads && team.seatsLeft > 0 && <InviteForm acts={acts} say={setSaid} />}
      <Members team={team} user={user} acts={acts} say={setSaid} />
      {leads && team.invitations.length > 0 && <Invitations team={team} acts={acts} say={setSaid} />}
      {mayInTeam(team.role, 'ruleLogIn') && <LogInRule team={team} acts={acts} say={setSaid} />}
      <Rights />
      {mayInTeam(team.role, 'readLog') && <Log team={team} />}
    </div>
  )
}

function Head({ team, said }: { team: TeamView; said: Said }) {
  const { t } = useTranslation('team')
  const { role, name, seats, seatsLeft } = team
  const leads = mayInTeam(role, 'invite')
  return (
    <section className={classes.card} aria-labelledby="team">
      <h2 id="team">{role === 'owner' ? t('title') : t('titleOf', { name })}</h2>
      <p className={classes.text}>{t(leads ? 'text' : 'memberText')}</p>
      {leads && (
        <p className={classes.seats}>
          <strong>{t('seats', { count: seats, used: seats - seatsLeft })}</strong>
          <span>{seatsLeft > 0 ? t('seatsLeft', { count: seatsLeft }) : t('seatsNone')}</span>
          {seatsLeft === 0 && role === 'owner' && isSelling() && <Link to={dashPlansPath}>{t('morePlan')}</Link>}
        </p>
      )}
      <p className={classes.said} role="status">
        {said.text}
      </p>
      <ProblemLine problem={said.problem} />
    </section>
  )
}
