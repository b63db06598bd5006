/** What holds for one account, what its plan would give, and by whom that was changed (O11). */
import { type PlanLimit, planLimitNames, planOf, rolePlan } from '@sampan/contract/plans'
import type { AdminUser } from '@sampan/contract/routes/admin-decisions'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import classes from './admin.module.css'
import { LimitForm } from './limit-form.tsx'
import { useLimitWords } from './limit-words.ts'
import type { useAct } from './use-act.ts'

type Props = { user: AdminUser; acts: ReturnType<typeof useAct> }

export function Limits({ user, acts }: Props) {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const words = useLimitWords()
  const { limitActs } = user
  return (
    <section className={classes.card} aria-labelledby="limits">
      <h2 id="limits">{t('limitsTitle')}</h2>
      <p className={classes.text}>{t('limitsText')}</p>
      <table className={classes.limits}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('limitHolds')}</th>
            <th scope="col">{t('limitOfPlan')}</th>
          </tr>
        </thead>
        <tbody>
          {planLimitNames.map((name) => (
            <Limit key={name} name={name} user={user} />
          ))}
        </tbody>
      </table>
      <LimitForm user={user} acts={acts} />
      {limitActs.length > 0 && (
        <>
          <h3>{t('limitActsTitle')}</h3>
          <ul className={classes.rows}>
            {limitActs.map(({ _id, by, isByCommand, limits, reason, at }) => (
              <li key={_id}>
                <div>
                  <b>{words.change(limits)}</b>
                  <span>{reason}</span>
                  <span>
                    {t('limitActBy', {
                      who: by ?? t(isByCommand ? 'byCommand' : 'byGone'),
                      when: format.dateTime(new Date(at)),
                    })}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Limit({ name, user }: { name: PlanLimit; user: AdminUser }) {
  const { t } = useTranslation('admin')
  const words = useLimitWords()
  const isOwn = user.ownLimits?.[name] !== undefined
  return (
    <tr>
      <th scope="row">{t(`limit_${name}`)}</th>
      <td>
        {words.value(name, planOf(user)[name])} {isOwn && <Badge tone="amber">{t('limitChanged')}</Badge>}
      </td>
      <td>{words.value(name, rolePlan(user.role)[name])}</td>
    </tr>
  )
}
