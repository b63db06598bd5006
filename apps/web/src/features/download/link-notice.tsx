/** A link that no longer opens, or never did: why, and the way on. */
import type { LinkState } from '@sampan/contract/states'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { HomeButton } from '../../ui/home-button.tsx'
import { Notice } from '../../ui/notice.tsx'

export function LinkNotice({ state }: { state: Exclude<LinkState, 'open' | 'password' | 'uploading' | 'expired'> }) {
  const { t } = useTranslation('download')
  const title = t(`${state}Title`)
  usePageTitle(title)
  return (
    <Notice drawing={state === 'unfinished' ? 'disabled' : state} title={title} text={t(`${state}Text`)}>
      <HomeButton>{t('sendYourOwn')}</HomeButton>
    </Notice>
  )
}
