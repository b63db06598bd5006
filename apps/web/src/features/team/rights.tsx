/** The table of who may do what, as the server asks it (M1). */
import { mayInTeam, teamActs, teamRoles } from '@sampan/contract/rules/teams'
import { Check, Minus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import classes from './team.module.css'

export function Rights() {
  const { t } = useTranslation('team')
  return (
    <section className={classes.card} aria-labelledby="rights">
      <h2 id="rights">{t('rights')}</h2>
      <table className={classes.rights}>
        <thead>
          <tr>
            <th scope="col">{t('right')}</th>
            {teamRoles.map((role) => (
              <th key={role} scope="col">
                {t(`role_${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {teamActs.map((act) => (
            <tr key={act}>
              <th scope="row">{t(`act_${act}`)}</th>
              {teamRoles.map((role) => {
                const may = mayInTeam(role, act)
                const Icon = may ? Check : Minus
                return (
                  <td key={role} data-may={may || undefined}>
                    <Icon size={18} strokeWidth={2} aria-hidden="true" />
                    <span className="visually-hidden">{t(may ? 'may' : 'mayNot')}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
