/** Who was invited and has not come: mailed again, or taken back. */
import type { Team, TeamInvitation } from '@sampan/contract/routes/teams'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import type { TeamActs } from './queries.ts'
import classes from './team.module.css'
import { type Said, useAct } from './use-act.ts'

type Props = { team: Team; acts: TeamActs; say: (said: Said) => void }

export function Invitations({ team, acts, say }: Props) {
  const { t } = useTranslation('team')
  const { isBusy, run } = useAct(say)
  return (
    <section className={classes.card} aria-labelledby="invitations">
      <h2 id="invitations">{t('invitations')}</h2>
      <ul className={classes.rows}>
        {team.invitations.map((invitation) => (
          <InvitationRow
            key={invitation._id}
            invitation={invitation}
            isBusy={isBusy}
            onAgain={() => void run(() => acts.mailAgain(invitation._id), t('mailedAgain', { email: invitation.email }))}
            onRevoke={() =>
              void run(
                () => acts.revoke(invitation._id),
                t(invitation.state === 'declined' ? 'declinedGone' : 'revoked', { email: invitation.email }),
              )
            }
          />
        ))}
      </ul>
    </section>
  )
}

const tones = { invited: 'amber', declined: 'lacquer', expired: 'plain' } as const

type RowProps = { invitation: TeamInvitation; isBusy: boolean; onAgain: () => void; onRevoke: () => void }

function InvitationRow({ invitation, isBusy, onAgain, onRevoke }: RowProps) {
  const { t } = useTranslation('team')
  const format = useFormat()
  const { email, role, state, expiresAt } = invitation
  // Nothing of it is open any more that could be taken back.
  const isDeclined = state === 'declined'
  return (
    <li>
      <div>
        <b>
          <bdi>{email}</bdi>
        </b>
        <span>
          {t(`role_${role}`)} <Badge tone={tones[state]}>{t(`state_${state}`, { date: format.date(new Date(expiresAt)) })}</Badge>
        </span>
      </div>
      {!isDeclined && (
        <button
          type="button"
          className={classes.action}
          disabled={isBusy}
          aria-label={t('againName', { email })}
          onClick={onAgain}
        >
          {t('again')}
        </button>
      )}
      <button
        type="button"
        className={classes.action}
        disabled={isBusy}
        aria-label={t(isDeclined ? 'declinedRemove' : 'revokeName', { email })}
        onClick={onRevoke}
      >
        {t(isDeclined ? 'remove' : 'revoke')}
      </button>
    </li>
  )
}
