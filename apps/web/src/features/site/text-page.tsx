import './texts.ts'
import { useTranslation } from 'react-i18next'
import type { Page } from './content.server.ts'
import { Day } from './day.tsx'
import { Frame } from './frame.tsx'
import classes from './page.module.css'
import { Words } from './words.tsx'

export function TextPage({ page: { name, title, subtitle, date, html } }: { page: Page }) {
  const { t } = useTranslation('site')
  const changed = date && (
    <p className={classes.facts}>
      <span data-date-of={name}>
        {t('lastChanged')} <Day of={date} />
      </span>
    </p>
  )
  return (
    <Frame title={title} lead={subtitle} below={changed}>
      <Words html={html} />
    </Frame>
  )
}
