/** `/admin/reports` (D7, O11): what was reported, and what is decided of it. */
import { Button } from '@mantine/core'
import { type AdminReported, adminDismiss, adminPutBack, adminReport } from '@sampan/contract/routes/admin-decisions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { api } from '../../product/session/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { ListState } from '../../ui/list-state.tsx'
import classes from './admin.module.css'
import { ActToasts, Asked, AskedPages } from './asked.tsx'
import { useAdmin, useReported, type Which } from './queries.ts'
import { TakeDown } from './take-down.tsx'
import { useAct } from './use-act.ts'
import { WhichChoice } from './which-choice.tsx'

export function Reports() {
  const { t } = useTranslation('admin')
  const acts = useAct()
  const [which, setWhich] = useState<Which>('open')
  const [takenDown, setTakenDown] = useState<AdminReported | null>(null)
  const reports = useReported(which)
  return (
    <>
      <WhichChoice which={which} onChoose={setWhich} />
      <AskedPages query={reports} empty={<ListState isCard title={t('reportsEmpty')} text={t('reportsEmptyText')} />}>
        {(row) => <Reported key={row._id} row={row} acts={acts} onTakeDown={() => setTakenDown(row)} />}
      </AskedPages>
      {takenDown && <TakeDown row={takenDown} acts={acts} onClose={() => setTakenDown(null)} />}
      <ActToasts acts={acts} />
    </>
  )
}

type RowProps = { row: AdminReported; acts: ReturnType<typeof useAct>; onTakeDown: () => void }

/** Exported for its test. */
export function Reported({ row, acts, onTakeDown }: RowProps) {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { kind, slug, title, state, isDown, restorableUntil, senderEmail, reports, reasons, latestAt } = row
  const params = { slug }
  const isDeleted = state === 'deleted'
  const putBack = () => acts.act(`back ${slug}`, (signal) => api.call(adminPutBack, { params, signal }), t('putBackDone'))
  const dismiss = () => acts.act(`no ${slug}`, (signal) => api.call(adminDismiss, { params, signal }), t('dismissed'))
  return (
    <li className={classes.tall}>
      <div>
        <b>
          <bdi>{title}</bdi>
        </b>
        <span>
          {[t(`kind_${kind}`), senderEmail, slug, t('reportedBy', { count: reports, number: format.number(reports) })].join(
            ' · ',
          )}
        </span>
        <span>
          {format.list(reasons.map((reason) => t(`reason_${reason}`)))} · {format.dateTime(new Date(latestAt))}
        </span>
        {isDeleted && (
          <span>{restorableUntil ? t('inBin', { when: format.dateTime(new Date(restorableUntil)) }) : t('isGone')}</span>
        )}
        {isDown && (
          <span className={classes.badges}>
            <Badge tone="lacquer">{t('isDown')}</Badge>
          </span>
        )}
      </div>
      <span className={classes.acts}>
        <Button variant="subtle" h={44} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'hideReports' : 'showReports')}
        </Button>
        {/* What lies in the bin comes back as it is decided of here. */}
        {(!isDeleted || restorableUntil) && (
          <Button
            variant="default"
            h={44}
            loading={acts.busy === `back ${slug}` || acts.busy === `down ${slug}`}
            onClick={() => (isDown ? void putBack() : onTakeDown())}
          >
            {t(isDown ? 'putBack' : 'takeDown')}
          </Button>
        )}
        {!isDown && (
          <Button variant="default" h={44} loading={acts.busy === `no ${slug}`} onClick={() => void dismiss()}>
            {t('dismiss')}
          </Button>
        )}
      </span>
      {isOpen && <Said slug={slug} />}
    </li>
  )
}

/** What people have written, oldest first. */
function Said({ slug }: { slug: string }) {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const said = useAdmin('report', slug, (signal) => api.call(adminReport, { params: { slug }, signal }))
  return (
    <div className={classes.said}>
      <Asked query={said}>
        {({ reports }) => (
          <ul className={classes.rows}>
            {reports.map(({ _id, reason, text, email, at, outcome }) => (
              <li key={_id}>
                <div>
                  <b>{t(`reason_${reason}`)}</b>
                  <p className={classes.words}>{text || t('noWords')}</p>
                  <span>
                    {[email, format.dateTime(new Date(at)), outcome && t(`outcome_${outcome}`)].filter(Boolean).join(' · ')}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Asked>
    </div>
  )
}
