/** `/admin/feedback` (T7, O11): what people say of the service, and what is done with. */
import { Button } from '@mantine/core'
import { type AdminFeedback, adminHandleFeedback } from '@sampan/contract/routes/admin'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { api } from '../../product/session/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { ListState } from '../../ui/list-state.tsx'
import classes from './admin.module.css'
import { ActToasts, AskedPages } from './asked.tsx'
import { useFeedbackSaid, type Which } from './queries.ts'
import { useAct } from './use-act.ts'
import { WhichChoice } from './which-choice.tsx'

const tones = { Bad: 'lacquer', Fine: 'plain', Fantastic: 'jade' } as const

export function Feedback() {
  const { t } = useTranslation('admin')
  const acts = useAct()
  const [which, setWhich] = useState<Which>('open')
  const said = useFeedbackSaid(which)
  return (
    <>
      <WhichChoice which={which} onChoose={setWhich} />
      <AskedPages query={said} empty={<ListState isCard title={t('feedbackEmpty')} text={t('feedbackEmptyText')} />}>
        {(row) => <Said key={row._id} row={row} acts={acts} />}
      </AskedPages>
      <ActToasts acts={acts} />
    </>
  )
}

function Said({ row, acts }: { row: AdminFeedback; acts: ReturnType<typeof useAct> }) {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const { _id: feedbackId, rating, message, email, route, at, handledAt } = row
  const isHandled = handledAt === null
  const handle = () =>
    acts.act(
      feedbackId,
      (signal) => api.call(adminHandleFeedback, { params: { feedbackId }, body: { isHandled }, signal }),
      t(isHandled ? 'handledDone' : 'reopened'),
    )
  return (
    <li className={classes.tall}>
      <div>
        <span className={classes.badges}>
          <Badge tone={tones[rating]}>{t(`rating_${rating}`)}</Badge>
          {!isHandled && <Badge tone="plain">{t('handled')}</Badge>}
        </span>
        <p className={classes.words}>{message || t('noWords')}</p>
        <span>{[email, route, format.dateTime(new Date(at))].join(' · ')}</span>
      </div>
      <span className={classes.acts}>
        <Button variant="default" h={44} loading={acts.busy === feedbackId} onClick={() => void handle()}>
          {t(isHandled ? 'handle' : 'reopen')}
        </Button>
      </span>
    </li>
  )
}
