/** A link that no longer opens, or never did: why, and the way on. */
import type { LinkState } from '@sampan/contract/states'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { HomeButton } from '../../ui/home-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AskSender, WriteToSender } from './ask-sender.tsx'
import { useBegun } from './begun.ts'
import type { LinkAddress } from './link-address.ts'

type State = Exclude<LinkState, 'open' | 'password' | 'uploading' | 'expired'>
const drawings = {
  unfinished: 'disabled',
  disabled: 'disabled',
  limitReached: 'limitReached',
  takenDown: 'takenDown',
  deleted: 'expired',
  unknown: 'unknown',
} as const satisfies Record<State, string>

type Props = { state: State; address: LinkAddress; own: string | null }

export function LinkNotice({ state, address, own }: Props) {
  const { t } = useTranslation('download')
  const title = t(`${state}Title`)
  usePageTitle(title)
  // Whoever has just taken the last one reads of that first.
  const isTaken = useBegun(address.slug).step === 'started' && state === 'limitReached'
  return (
    <Notice drawing={drawings[state]} title={title} text={isTaken ? t('lastStarted') : t(`${state}Text`)}>
      {state === 'limitReached' && <AskSender about={state} address={address} own={own} />}
      {state === 'unknown' && <WriteToSender />}
      <HomeButton>{t('sendYourOwn')}</HomeButton>
    </Notice>
  )
}
