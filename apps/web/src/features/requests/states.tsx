/** What stands in a page's place while there is nothing to show. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { Drawing, type DrawingKind } from '../../ui/drawing.tsx'
import { AskLink } from './ask-link.tsx'
import type { View } from './queries.ts'
import classes from './requests.module.css'
import { RowSkeleton } from './row.tsx'

const skeletons = ['a', 'b', 'c', 'd', 'e']

export function Loading() {
  const { t } = useTranslation('requests')
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

export const State = ({ drawing, title, text, children }: StateProps) => (
  <div className={classes.state}>
    {drawing && <Drawing kind={drawing} />}
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </div>
)

export function Empty() {
  const { t } = useTranslation('requests')
  return (
    <State drawing="limitReached" title={t('emptyTitle')} text={t('emptyText')}>
      <AskLink />
    </State>
  )
}

export function Nothing({ view, onShowAll }: { view: View; onShowAll: () => void }) {
  const { t } = useTranslation('requests')
  const text = view.search ? t('nothingText', { search: view.search }) : t('nothingInFilter')
  return (
    <State title={t('nothingTitle')} text={text}>
      <Button variant="default" h={44} onClick={onShowAll}>
        {t('showAll')}
      </Button>
    </State>
  )
}

export function Failed({ error, isTrying, onRetry }: { error: unknown; isTrying: boolean; onRetry: () => void }) {
  const { t } = useTranslation('requests')
  const problemText = useProblemText()
  return (
    <State drawing="offline" title={t('failedTitle')} text={problemText(error)}>
      <Button h={44} loading={isTrying} onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </State>
  )
}
