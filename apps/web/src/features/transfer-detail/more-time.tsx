/** Who asked for more time of a link that has ended (X2), with the press that gives it; later, that it was given. */
import { Button } from '@mantine/core'
import type { TransferDetail } from '@sampan/contract/routes/transfer-detail'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { mayDo } from '../../product/transfers/may-do.ts'
import head from './head.module.css'
import classes from './more-time.module.css'
import type { TransferActs } from './use-acts.ts'

type Props = { detail: TransferDetail; acts: TransferActs; onGiven: () => void }

const maxShown = 3

export function MoreTime({ detail: { transfer, timeRequests }, acts, onGiven }: Props) {
  const { t } = useTranslation('detail')
  const format = useFormat()
  const date = (at: number) => format.dateTime(new Date(at))
  const waiting = transfer.status === 'expired' ? timeRequests.filter(({ extendedAt }) => extendedAt === null) : []
  const given = timeRequests.find(({ extendedAt }) => extendedAt !== null)
  const more = waiting.length - maxShown
  if (waiting.length === 0)
    return given?.extendedAt && <p className={head.hint}>{t('timeGiven', { who: given.email, date: date(given.extendedAt) })}</p>
  return (
    <section className={classes.box} aria-label={t('timeAsked')}>
      <h3>{t('timeAsked')}</h3>
      <ul>
        {waiting.slice(0, maxShown).map(({ email, note, askedAt }) => (
          <li key={`${askedAt} ${email}`}>
            <bdi>{email}</bdi>
            {` · ${date(askedAt)}`}
            {note && <q>{note}</q>}
          </li>
        ))}
        {more > 0 && <li>{t('timeAskedMore', { count: more, number: format.number(more) })}</li>}
      </ul>
      {mayDo(transfer, 'change') && (
        <>
          <p>{t('timeGiveHint')}</p>
          <Button h={44} loading={acts.isBusy} onClick={async () => (await acts.giveTime()) && onGiven()}>
            {t('timeGive')}
          </Button>
        </>
      )}
    </section>
  )
}
