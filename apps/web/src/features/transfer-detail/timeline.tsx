/** What happened, by days, newest first; earlier pages at a press. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { ListState } from '../../ui/list-state.tsx'
import { daysOf, dayWord } from './days.ts'
import { Event } from './event.tsx'
import { useTimeline } from './queries.ts'
import classes from './timeline.module.css'

type Props = { slug: string; now: number }

export function Timeline({ slug, now }: Props) {
  const { t } = useTranslation('detail')
  const timeline = useTimeline(slug)
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = timeline
  if (!data) return error ? <Failed error={error} isTrying={timeline.isFetching} onRetry={timeline.refetch} /> : <Skeleton />
  const days = daysOf(data.pages.flatMap(({ events }) => events))
  if (days.length === 0) return <ListState isPart drawing="uploading" title={t('noEventsTitle')} text={t('noEventsText')} />
  return (
    <>
      {days.map(({ key, at, events }) => (
        <section key={key} className={classes.day}>
          <DayHeading at={at} now={now} />
          <ol className={classes.events}>
            {events.map((event) => (
              <Event key={`${event.kind} ${event.id}`} event={event} now={now} />
            ))}
          </ol>
        </section>
      ))}
      {hasNextPage && (
        <Button variant="default" h={44} fullWidth mt={16} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('showEarlier')}
        </Button>
      )}
      <Refused error={timeline.isFetchNextPageError ? error : null} />
      <span className="visually-hidden" role="status">
        {isFetchingNextPage && t('loadingEarlier')}
      </span>
    </>
  )
}

function DayHeading({ at, now }: { at: number; now: number }) {
  const { t } = useTranslation('detail')
  const format = useFormat()
  const word = dayWord(at, now)
  return <h4 className={classes.heading}>{word ? t(word) : format.date(new Date(at))}</h4>
}

function Refused({ error }: { error: unknown }) {
  const problemText = useProblemText()
  return (
    <p className={classes.problem} role="alert">
      {error !== null && problemText(error)}
    </p>
  )
}

function Failed({ error, isTrying, onRetry }: { error: unknown; isTrying: boolean; onRetry: () => void }) {
  const { t } = useTranslation('detail')
  return (
    <>
      <Refused error={error} />
      <Button variant="default" h={44} loading={isTrying} onClick={() => void onRetry()}>
        {t('tryAgain')}
      </Button>
    </>
  )
}

const Skeleton = () => (
  <div className={classes.skeleton} aria-hidden="true">
    <i />
    <i />
    <i />
    <i />
  </div>
)
