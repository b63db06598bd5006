/** What has become of the mails, as the server tells it (Q14): asked for again, ever less often, until each is settled. */
import type { RouteReply } from '@sampan/contract/routes/route'
import { sendTransferEmail } from '@sampan/contract/routes/transfers'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../product/session/api.ts'
import card from '../card/card.module.css'
import classes from './done-step.module.css'

type Mails = RouteReply<typeof sendTransferEmail>['emailTo']

const firstWaitMs = 2000
const longestWaitMs = 60_000

export const isSettled = (mails: Mails | undefined): boolean =>
  mails?.every(({ state }) => state === 'sent' || state === 'bounced') ?? false

/** Until the next look at them, after so many; false where nothing changes any more. */
export const nextLookMs = (mails: Mails | undefined, looks: number): number | false =>
  !isSettled(mails) && Math.min(longestWaitMs, firstWaitMs * 2 ** looks)

export function DoneMails({ transferId }: { transferId: string }) {
  const { t } = useTranslation('send')
  const { data: mails } = useQuery({
    queryKey: ['sent', transferId, 'mails'],
    queryFn: async () => (await api.call(sendTransferEmail, { body: { _id: transferId } })).emailTo,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      nextLookMs(data, dataUpdateCount + errorUpdateCount),
  })
  const of = (state: Mails[number]['state']) => mails?.filter((mail) => mail.state === state) ?? []
  const isAllSent = mails !== undefined && of('sent').length === mails.length
  return (
    <div aria-live="polite">
      {isAllSent && <p className={classes.facts}>{t('mailsSent', { count: mails.length })}</p>}
      {of('deferred').map(({ email }) => (
        <p key={email} className={classes.facts}>
          {t('mailDeferred', { email })}
        </p>
      ))}
      {of('bounced').map(({ email, reason }) => (
        <p key={email} className={`${classes.facts} ${card.error}`}>
          {t('mailBounced', { email })} {reason}
        </p>
      ))}
    </div>
  )
}
