/** `/admin/audit` (O11): what operators have done. */
import { roles } from '@sampan/contract/plans'
import type { AdminAct } from '@sampan/contract/routes/admin'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useRoleName } from '../../product/plans/role-name.ts'
import { ListState } from '../../ui/list-state.tsx'
import classes from './admin.module.css'
import { AskedPages } from './asked.tsx'
import { useLimitWords } from './limit-words.ts'
import { useAudit } from './queries.ts'

/** These name nothing that anybody would know. */
const withoutAbout: readonly AdminAct['act'][] = [
  'becameFirst',
  'repaired',
  'collected',
  'pricesMade',
  'feedbackHandled',
  'feedbackReopened',
]

export function Audit() {
  const { t } = useTranslation('admin')
  const acts = useAudit()
  return (
    <>
      <p className={classes.text}>{t('auditText')}</p>
      <AskedPages query={acts} empty={<ListState isCard title={t('auditEmpty')} text={t('auditEmptyText')} />}>
        {(act) => <Act key={act._id} act={act} />}
      </AskedPages>
    </>
  )
}

/** Exported for its test. */
export function Act({ act: { at, by, isByCommand, act, about, detail } }: { act: AdminAct }) {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const said = useDetail()
  return (
    <li>
      <div>
        <span className={classes.deed}>
          <b>
            <bdi>{by ?? t(isByCommand ? 'byCommand' : 'byGone')}</bdi>
          </b>{' '}
          {t(`did_${act}`)} {!withoutAbout.includes(act) && <bdi>{about || t('aboutGone')}</bdi>}
        </span>
        {detail && <span>{said(act, detail)}</span>}
      </div>
      <time className={classes.number} dateTime={new Date(at).toISOString()}>
        {format.dateTime(new Date(at))}
      </time>
    </li>
  )
}

/** As the log keeps it, in the reader's words; what those do not know stays as it is. */
function useDetail() {
  const words = useLimitWords()
  const roleName = useRoleName()
  return (act: AdminAct['act'], detail: string): string => {
    if (act === 'limitsChanged') return words.note(detail)
    const role = act === 'planGiven' || act === 'planTakenBack' ? roles.find((each) => each === detail) : undefined
    return role ? roleName(role) : detail
  }
}
