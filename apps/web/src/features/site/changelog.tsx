import './texts.ts'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/badge.tsx'
import classes from './changelog.module.css'
import { Day } from './day.tsx'
import { Frame } from './frame.tsx'
import type { News } from './news.server.ts'
import { Words } from './words.tsx'

const tones = { new: 'jade', improved: 'plain', fixed: 'amber' } as const

export function Changelog({ entries }: { entries: News[] }) {
  const { t } = useTranslation('site')
  return (
    <Frame title={t('changelogTitle')} lead={t('changelogDescription')}>
      {entries.map(({ id, types, created, title, html }) => (
        <article key={id} className={classes.entry} aria-labelledby={`entry-${id}`}>
          <p className={classes.head}>
            {types.map((type) => (
              <Badge key={type} tone={tones[type]}>
                {t(`news_${type}`)}
              </Badge>
            ))}
            <Day of={new Date(created).toISOString().slice(0, 10)} />
          </p>
          <h2 id={`entry-${id}`}>{title}</h2>
          <Words html={html} />
        </article>
      ))}
    </Frame>
  )
}
