/** With whom of the team a transfer or a request is shared (M2): everybody, also who comes later, or some. */
import { wholeTeam } from '@sampan/contract/rules/teams'
import { useTranslation } from 'react-i18next'
import { nameOrEmail } from '../../lib/names.ts'
import { useSession } from '../session/session.ts'
import { useActingTeam } from '../session/team.ts'
import classes from './share-field.module.css'

/** `shareWith`: ids of people, or `team`, with spaces between. */
type Props = { shareWith: string; hint?: string; onShare: (shareWith: string) => void }

export function ShareField({ shareWith, hint, onShare }: Props) {
  const { t } = useTranslation('send')
  const { user } = useSession()
  const team = useActingTeam()
  if (!team) return null
  const chosen = new Set(shareWith.split(' ').filter(Boolean))
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onShare([...next].join(' '))
  }
  const isAll = chosen.has(wholeTeam)
  return (
    <fieldset className={classes.share}>
      <legend>{t('shareWith')}</legend>
      <label>
        <input type="checkbox" checked={isAll} onChange={() => toggle(wholeTeam)} />
        {t('shareWithAll')}
      </label>
      {!isAll &&
        team.members
          .filter(({ _id }) => _id !== user?._id)
          .map((member) => (
            <label key={member._id}>
              <input type="checkbox" checked={chosen.has(member._id)} onChange={() => toggle(member._id)} />
              <bdi>{nameOrEmail(member)}</bdi>
            </label>
          ))}
      <p>{hint ?? t('shareWithHint')}</p>
    </fieldset>
  )
}
