/** The team gets another owner (M1): whom its owner names is asked by mail, and until they have confirmed it nothing changes. */
import { Button } from '@mantine/core'
import type { User } from '@sampan/contract/routes/accounts'
import type { Team } from '@sampan/contract/routes/teams'
import { handoverDays, mayInTeam } from '@sampan/contract/rules/teams'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { nameOrEmail } from '../../lib/names.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { ownPasswordOf } from '../../product/session/own-password.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import type { TeamActs } from './queries.ts'
import classes from './team.module.css'
import { type Said, useAct } from './use-act.ts'

type Props = { team: Team; user: User; acts: TeamActs; say: (said: Said) => void }

/** Nothing for whom it is no matter: the server tells of it those two alone. */
export function HandOver({ team, user, acts, say }: Props) {
  const { t } = useTranslation('team')
  const format = useFormat()
  const [isAsked, setAsked] = useState(false)
  const { isBusy, run } = useAct(say)
  const { handover, members } = team
  const decides = mayInTeam(team.role, 'handOver')
  const named = handover && members.find(({ userId }) => userId === handover.userId)
  const date = handover ? format.dateTime(new Date(handover.expiresAt)) : ''
  if (!decides)
    return handover?.userId === user._id ? (
      <div className={classes.foot}>
        <p>{t('handOverToYou', { date })}</p>
      </div>
    ) : null
  if (members.length === 1) return null
  return (
    <div className={classes.foot}>
      {named && <p>{t('handOverOpen', { name: nameOrEmail(named), date })}</p>}
      {named ? (
        <button
          type="button"
          className={classes.action}
          aria-label={t('handOverBack')}
          disabled={isBusy}
          onClick={() => void run(acts.keepOwnership, t('handOverKept'))}
        >
          {t('revoke')}
        </button>
      ) : (
        <button type="button" className={classes.action} onClick={() => setAsked(true)}>
          {t('handOver')}
        </button>
      )}
      {isAsked && (
        <HandOverWindow
          team={team}
          user={user}
          acts={acts}
          onClose={() => setAsked(false)}
          onDone={(name) => {
            setAsked(false)
            say({ text: t('handOverAsked', { name }), problem: null })
          }}
        />
      )}
    </div>
  )
}

type WindowProps = Omit<Props, 'say'> & { onClose: () => void; onDone: (name: string) => void }

function HandOverWindow({ team, user, acts, onClose, onDone }: WindowProps) {
  const { t } = useTranslation('team')
  const language = useLanguage()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const others = team.members.filter(({ role }) => role !== 'owner')
  const [userId, setUserId] = useState(others[0]?.userId ?? '')
  const { wrong, problem, refusals, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  const own = ownPasswordOf({ problem, wrong, language })
  useFocusWrong(form, refusals)
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    if (user.hasPassword && !password) return refuse({ password: 'required' })
    const next = others.find((other) => other.userId === userId)
    if (next && (await ask(() => acts.nameOwner(userId, password)))) onDone(nameOrEmail(next))
  }
  return (
    <Dialog title={t('handOverTitle')} onClose={onClose}>
      <ul className={classes.points}>
        <li>{t('handOverWhen', { days: handoverDays })}</li>
        <li>{t('handOverStays')}</li>
        <li>{t('handOverYou')}</li>
      </ul>
      <form ref={form} className={classes.form} method="post" noValidate onSubmit={send}>
        <label className={classes.field} htmlFor={id}>
          <span>{t('handOverTo')}</span>
          <select id={id} className={classes.select} value={userId} onChange={(event) => setUserId(event.target.value)}>
            {others.map((other) => (
              <option key={other.userId} value={other.userId}>
                {nameOrEmail(other)}
              </option>
            ))}
          </select>
        </label>
        {/* Password managers know by it whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        {user.hasPassword && (
          <PasswordField label={t('password')} autoComplete="current-password" onChange={mend} error={own.error} />
        )}
        <ProblemLine problem={own.problem} />
        <div className={classes.buttons}>
          <Button variant="default" h={46} onClick={onClose}>
            {t('handOverNot')}
          </Button>
          <Button type="submit" h={46} loading={isAsking}>
            {t('handOverAsk')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
