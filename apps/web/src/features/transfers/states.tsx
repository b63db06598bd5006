/** What stands in the list's place while there is nothing to list. */
import { Button } from '@mantine/core'
import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useProblemText } from '../../lib/problem-text.ts'
import { Drawing, type DrawingKind } from '../../ui/drawing.tsx'
import type { View } from './pages.ts'
import { RowSkeleton } from './row-skeleton.tsx'
import classes from './states.module.css'

const skeletons = ['a', 'b', 'c', 'd', 'e', 'f']

export function Loading() {
  const { t } = useTranslation('dash')
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('loading')}
      </span>
      {skeletons.map((skeleton) => (
        <RowSkeleton key={skeleton} />
      ))}
    </div>
  )
}

type StateProps = { drawing?: DrawingKind; title: string; text: string; children?: ReactNode }

const State = ({ drawing, title, text, children }: StateProps) => (
  <div className={classes.state}>
    {drawing && <Drawing kind={drawing} />}
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </div>
)

export function Empty({ sendPath }: { sendPath: string }) {
  const { t } = useTranslation('dash')
  return (
    <State drawing="uploading" title={t('emptyTitle')} text={t('emptyText')}>
      <Button
        component={Link}
        to={sendPath}
        size="md"
        h={48}
        leftSection={<Send size={18} strokeWidth={1.75} aria-hidden="true" />}
      >
        {t('sendFiles')}
      </Button>
    </State>
  )
}

export function NothingFound({ view, onShowAll }: { view: View; onShowAll: () => void }) {
  const { t } = useTranslation('dash')
  const text = view.search ? t('nothingText', { search: view.search }) : t('nothingInFilter')
  return (
    <State title={t('nothingTitle')} text={text}>
      <Button variant="default" h={44} onClick={onShowAll}>
        {t('showAll')}
      </Button>
    </State>
  )
}

type FailedProps = { error: unknown; isTrying: boolean; onRetry: () => void }

export function Failed({ error, isTrying, onRetry }: FailedProps) {
  const { t } = useTranslation('dash')
  const problemText = useProblemText()
  return (
    <State drawing="offline" title={t('failedTitle')} text={problemText(error)}>
      <Button h={44} loading={isTrying} onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </State>
  )
}

type StaleProps = Omit<FailedProps, 'error'> & {
  /** What is shown is another list than was asked for. */
  isOther: boolean
}

/** The server does not answer: what is shown is what was there before. */
export function Stale({ isOther, isTrying, onRetry }: StaleProps) {
  const { t } = useTranslation('dash')
  return (
    <p className={classes.stale} role="status">
      {t(isOther ? 'staleView' : 'stale')}
      <button type="button" disabled={isTrying} onClick={onRetry}>
        {t('tryAgain')}
      </button>
    </p>
  )
}
