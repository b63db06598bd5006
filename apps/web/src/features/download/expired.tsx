/** A link that has expired: more time may be asked of its sender (X2). */
import type { TransferView } from '@sampan/contract/routes/downloads'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { shownName } from '../../lib/safe-text.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { AskForm } from './ask-form.tsx'
import type { LinkAddress } from './link-address.ts'
import { useRequestTime } from './queries.ts'
import { senderName } from './sender-name.ts'

type Props = {
  view: Pick<TransferView, 'sender' | 'title' | 'fileCount'>
  address: LinkAddress
  /** Of the recipient for whom the link was made. */
  email: string | null
  /** Its files can still be had. */
  mayAsk: boolean
}

/** Which transfer it was. */
function What({ view: { sender, title, fileCount: count } }: Pick<Props, 'view'>) {
  const { t } = useTranslation('download')
  if (!sender || count === 0) return null
  const what = t('expiredFrom', { count, sender: senderName(sender) })
  return <p>{title ? t('titledBy', { title: shownName(title), what }) : what}</p>
}

export function Expired({ view, address, email, mayAsk }: Props) {
  const { t } = useTranslation('download')
  const request = useRequestTime(address)
  // The page's own form was sent before the page was hydrated.
  const wasAsked = useSearchParams()[0].get('told') === 'asked'
  const isDone = request.isSuccess || wasAsked
  const title = t(isDone ? 'requestedTitle' : 'expiredTitle')
  usePageTitle(title)
  useEffect(() => {
    if (isDone) window.scrollTo(0, 0)
  }, [isDone])
  const knownEmail = request.data?.email ?? email
  const done = knownEmail ? t('requestedText', { email: knownEmail }) : t('requestedAnyone')
  const text = isDone ? done : t(mayAsk ? 'requestText' : 'expiredForGood')
  return (
    <>
      <p className="visually-hidden" role="status">
        {isDone && title}
      </p>
      <Notice drawing="expired" title={title} text={text}>
        {!isDone && <What view={view} />}
        {!isDone && mayAsk && <AskForm request={request} own={email} send={t('requestSend')} />}
      </Notice>
    </>
  )
}
