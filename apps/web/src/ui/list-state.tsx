/** What stands in the place of a list, or of one thing, while there is nothing to show; and above it where what is shown is old. */
import { Button } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { useProblemText } from '../lib/problem-text.ts'
import { Drawing, type DrawingKind } from './drawing.tsx'
import classes from './list-state.module.css'

type OnPage = {
  /** Nothing of the page holds it: it is a card of its own. */
  isCard?: boolean
}

type StateProps = OnPage & {
  drawing?: DrawingKind
  title: string
  text: string
  /** Below a heading of the same page's second rank. */
  isPart?: boolean
  children?: ReactNode
}

export function ListState({ drawing, title, text, isPart, isCard, children }: StateProps) {
  const Title = isPart ? 'h3' : 'h2'
  return (
    <section className={classes.state} data-card={isCard || undefined}>
      {drawing && <Drawing kind={drawing} />}
      <Title className={classes.title}>{title}</Title>
      <p className={classes.text}>{text}</p>
      {children}
    </section>
  )
}

/** As many as fill a first screen. */
const places = ['a', 'b', 'c', 'd', 'e', 'f']

export const ListLoading = ({ label, row }: { label: string; row: ReactNode }) => (
  <div aria-busy="true">
    <span className="visually-hidden" role="status">
      {label}
    </span>
    {places.map((place) => (
      <Fragment key={place}>{row}</Fragment>
    ))}
  </div>
)

type NothingProps = { title: string; text: string; showAll: string; onShowAll: () => void }

/** There is something, but nothing of what was looked for. */
export const NothingFound = ({ title, text, showAll, onShowAll }: NothingProps) => (
  <ListState title={title} text={text}>
    <Button variant="default" h={44} onClick={onShowAll}>
      {showAll}
    </Button>
  </ListState>
)

type RetryProps = OnPage & { tryAgain: string; isTrying: boolean; onRetry: () => void }

export function ListFailed({
  title,
  error,
  tryAgain,
  isTrying,
  onRetry,
  isCard,
}: RetryProps & { title: string; error: unknown }) {
  const problemText = useProblemText()
  return (
    <ListState drawing="offline" title={title} text={problemText(error)} {...(isCard && { isCard })}>
      <Button h={44} loading={isTrying} onClick={onRetry}>
        {tryAgain}
      </Button>
    </ListState>
  )
}

/** The server does not answer: what is shown is what was there before. */
export const ListStale = ({ text, tryAgain, isTrying, onRetry, isCard }: RetryProps & { text: string }) => (
  <p className={classes.stale} data-card={isCard || undefined} role="status">
    {text}
    <button type="button" disabled={isTrying} onClick={onRetry}>
      {tryAgain}
    </button>
  </p>
)
