/** What stands in the panel while there is no transfer to show. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { Drawing, type DrawingKind } from '../../ui/drawing.tsx'
import classes from './states.module.css'

type Props = {
  drawing: DrawingKind
  title: string
  text: string
  /** Below the name of a transfer. */
  isPart?: boolean
  children?: ReactNode
}

export const State = ({ drawing, title, text, isPart, children }: Props) => (
  <section className={classes.state}>
    <Drawing kind={drawing} />
    {isPart ? <h3>{title}</h3> : <h2>{title}</h2>}
    <p>{text}</p>
    {children}
  </section>
)

export function Loading() {
  const { t } = useTranslation('detail')
  return (
    <div className={classes.skeleton} aria-busy="true">
      <h2 className="visually-hidden">{t('loading')}</h2>
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}

export function Unknown({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('detail')
  return (
    <State drawing="unknown" title={t('unknownTitle')} text={t('unknownText')}>
      <Button h={44} variant="default" onClick={onClose}>
        {t('back')}
      </Button>
    </State>
  )
}

export function Failed({ error, isTrying, onRetry }: { error: unknown; isTrying: boolean; onRetry: () => void }) {
  const { t } = useTranslation('detail')
  const problemText = useProblemText()
  return (
    <State drawing="offline" title={t('failedTitle')} text={problemText(error)}>
      <Button h={44} variant="default" loading={isTrying} onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </State>
  )
}
