import './texts.ts'
import { useTranslation } from 'react-i18next'
import classes from './changelog.module.css'
import { Frame } from './frame.tsx'
import { Words } from './words.tsx'

export function Changelog({ html }: { html: string }) {
  const { t } = useTranslation('site')
  return (
    <Frame title={t('changelogTitle')} lead={t('changelogDescription')}>
      <div className={classes.news}>
        <Words html={html} />
      </div>
    </Frame>
  )
}
