/** What is new in the product, newest first (T7). */
import { Button } from '@mantine/core'
import { type ChangelogEntry, changelog } from '@sampan/contract/routes/feedback'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { api } from '../../product/session/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import classes from './news.module.css'

const tones = { new: 'jade', improved: 'plain', fixed: 'amber' } as const

export function News() {
  const { t } = useTranslation('feedback')
  const language = useLanguage()
  const problemText = useProblemText()
  usePageTitle(t('newsTitle'))
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['news', language],
    queryFn: ({ signal }) => api.call(changelog, { signal }),
    retry: false,
    networkMode: 'always',
  })
  return (
    <div className={classes.page}>
      <h1 tabIndex={-1}>{t('newsTitle')}</h1>
      {data?.entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
      {data?.entries.length === 0 && <p className={classes.soft}>{t('newsEmpty')}</p>}
      {!data && error && (
        <div className={classes.entry}>
          <p role="alert">
            {t('newsFailed')} {problemText(error)}
          </p>
          <Button h={44} loading={isFetching} onClick={() => void refetch()}>
            {t('tryAgain')}
          </Button>
        </div>
      )}
      {!data && !error && (
        <div className={classes.skeleton} aria-busy="true">
          <span className="visually-hidden" role="status">
            {t('newsLoading')}
          </span>
        </div>
      )}
    </div>
  )
}

function Entry({ entry: { id, types, created, title, markdownDetails } }: { entry: ChangelogEntry }) {
  const { t } = useTranslation('feedback')
  const format = useFormat()
  // A day as it was written, wherever it is read.
  const day = new Date(created)
  const local = new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate())
  return (
    <article className={classes.entry} aria-labelledby={id}>
      <p className={classes.head}>
        {types.map((type) => (
          <Badge key={type} tone={tones[type]}>
            {t(type)}
          </Badge>
        ))}
        <time dateTime={day.toISOString().slice(0, 10)}>{format.date(local)}</time>
      </p>
      <h2 id={id}>{title}</h2>
      <Markdown text={markdownDetails} />
    </article>
  )
}
