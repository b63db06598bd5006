/** What stands in the list's place while there is nothing to list. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { Drawing, type DrawingKind } from '../../ui/drawing.tsx'
import classes from './contacts.module.css'

const skeletons = ['a', 'b', 'c', 'd', 'e', 'f']

export function Loading() {
  const { t } = useTranslation('contacts')
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('loading')}
      </span>
      {skeletons.map((skeleton) => (
        <div key={skeleton} className={classes.skeletonLine} />
      ))}
    </div>
  )
}

type StateProps = { drawing?: DrawingKind; title: string; text: string; children: ReactNode }
const State = ({ drawing, title, text, children }: StateProps) => (
  <div className={classes.state}>
    {drawing && <Drawing kind={drawing} />}
    <h2>{title}</h2>
    <p>{text}</p>
    <div>{children}</div>
  </div>
)

export function Empty({ onImport, onAdd }: { onImport: () => void; onAdd: () => void }) {
  const { t } = useTranslation('contacts')
  return (
    <State drawing="uploading" title={t('emptyTitle')} text={t('emptyText')}>
      <Button variant="default" h={48} onClick={onAdd}>
        {t('add')}
      </Button>
      <Button variant="default" h={48} onClick={onImport}>
        {t('import')}
      </Button>
    </State>
  )
}

export function Nothing({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation('contacts')
  return (
    <State title={t('nothingTitle')} text={t('nothingText')}>
      <Button variant="default" h={44} onClick={onShowAll}>
        {t('showAll')}
      </Button>
    </State>
  )
}

export function Failed({ error, isTrying, onRetry }: { error: unknown; isTrying: boolean; onRetry: () => void }) {
  const { t } = useTranslation('contacts')
  const problemText = useProblemText()
  return (
    <State drawing="offline" title={t('failedTitle')} text={problemText(error)}>
      <Button h={44} loading={isTrying} onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </State>
  )
}
