/** What n codes give, drawn from the role table alone (P6, K1). */
import { type PlanLimit, paidRoles, type Role, rolePlan } from '@sampan/contract/plans'
import { formatPlanLimit } from '@sampan/texts/format'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { useRoleName } from '../../product/plans/role-name.ts'
import classes from './licences.module.css'

const limits = [
  ['columnUpload', 'uploadBytes'],
  ['columnStorage', 'storageBytes'],
  ['columnRecipients', 'recipients'],
] as const satisfies [string, PlanLimit][]

export function Ladder({ own }: { own: number }) {
  const { t } = useTranslation('licences')
  const roleName = useRoleName()
  return (
    <section className={classes.ladder} aria-labelledby="ladder">
      <h2 id="ladder">{t('ladder')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('columnCodes')}</th>
            <th scope="col">{t('columnPlan')}</th>
            {limits.map(([text]) => (
              <th key={text} scope="col">
                {t(text)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {paidRoles.map((role, index) => (
            <tr key={role} aria-current={own === index + 1 || undefined}>
              <td>{index + 1}</td>
              <th scope="row">
                {roleName(role)}
                {own === index + 1 && <span className="visually-hidden"> {t('here')}</span>}
              </th>
              {limits.map(([, name]) => (
                <td key={name}>
                  <Limit role={role} name={name} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The server writes this installation's into the built page. */
function Limit({ role, name }: { role: Role; name: PlanLimit }) {
  const language = useLanguage()
  return <span data-plan-limit={`${role}.${name}`}>{formatPlanLimit(name, rolePlan(role)[name] ?? 0, language)}</span>
}
