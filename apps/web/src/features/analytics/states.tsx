/** What stands in the figures' place while there are none. */
import { Button } from '@mantine/core'
import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useProblemText } from '../../lib/problem-text.ts'
import { Drawing, type DrawingKind } from '../../ui/drawing.tsx'
import classes from './states.module.css'

type StateProps = { drawing: DrawingKind; title: string; text: string; children: ReactNode }

const State = ({ drawing, title, text, children }: StateProps) => (
  <section className={classes.state}>
    <Drawing kind={drawing} />
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </section>
)

export function Empty({ sendPath }: { sendPath: string }) {
  const { t } = useTranslation('analytics')
  const icon = <Send size={18} strokeWidth={1.75} aria-hidden="true" />
  return (
    <State drawing="uploading" title={t('emptyTitle')} text={t('emptyText')}>
      <Button component={Link} to={sendPath} size="md" h={48} leftSection={icon}>
        {t('emptySend')}
      </Button>
    </State>
  )
}

type TryProps = { isTrying: boolean; onRetry: () => void }

export function Failed({ error, isTrying, onRetry }: TryProps & { error: unknown }) {
  const { t } = useTranslation('analytics')
  const problemText = useProblemText()
  return (
    <State drawing="offline" title={t('failedTitle')} text={problemText(error)}>
      <Button h={44} loading={isTrying} onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </State>
  )
}

export function Stale({ isTrying, onRetry }: TryProps) {
  const { t } = useTranslation('analytics')
  return (
    <p className={classes.stale} role="status">
      {t('stale')}
      <button type="button" disabled={isTrying} onClick={onRetry}>
        {t('tryAgain')}
      </button>
    </p>
  )
}

/** In the chart's place, of the chart's height. */
export function Quiet({ text, onWiden }: { text: string; onWiden: (() => void) | null }) {
  const { t } = useTranslation('analytics')
  return (
    <div className={classes.quiet}>
      <h3>{t('quietTitle')}</h3>
      <p>{text}</p>
      {onWiden && (
        <Button variant="default" h={44} onClick={onWiden}>
          {t('quietWiden')}
        </Button>
      )}
    </div>
  )
}
