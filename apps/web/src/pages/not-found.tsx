import { isDashPath } from '@sampan/contract/paths'
import { errorText } from '@sampan/texts/errors'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useLanguage } from '../lib/i18n.ts'
import { usePageTitle } from '../lib/use-page-title.ts'
import { HomeButton } from '../ui/home-button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Scene } from '../ui/scene.tsx'
import classes from './download.module.css'

/** In public, and within the frame of the logged-in area. */
export default function NotFound() {
  const { t } = useTranslation('download')
  const isDash = isDashPath(useLocation().pathname)
  const title = t('notFoundTitle')
  usePageTitle(title)
  return (
    <div className={classes.page}>
      {!isDash && <Scene />}
      <Notice drawing="notFound" title={title} text={errorText('notFound', {}, useLanguage())}>
        <HomeButton>{t('toHome')}</HomeButton>
      </Notice>
    </div>
  )
}
