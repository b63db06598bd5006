/** For the moment in which a deletion can be taken back. */
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { undoMs } from '../../product/transfers/undo-time.ts'
import { ListState } from '../../ui/list-state.tsx'
import classes from './deleted.module.css'

export type Deletion = { restorableUntil: number }
type Props = { deletion: Deletion; restore: () => Promise<unknown>; onBack: () => void; onOver: () => void }

export function Deleted({ deletion: { restorableUntil }, restore, onBack, onOver }: Props) {
  const { t } = useTranslation('detail')
  const problemText = useProblemText()
  const { problem, isAsking, ask } = useAsking()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), undoMs(restorableUntil, Date.now()))
    return () => clearTimeout(timer)
  }, [restorableUntil])
  useEffect(() => {
    // An answer that is on its way, or a refusal, is waited for and read.
    if (isOver && !isAsking && problem === null) onOver()
  }, [isOver, isAsking, problem, onOver])
  return (
    <ListState drawing="disabled" title={t('deletedTitle')} text={t('deletedText')}>
      <Button h={44} autoFocus loading={isAsking} onClick={() => void ask(restore).then((isDone) => isDone && onBack())}>
        {t('undo')}
      </Button>
      <p className={classes.problem} role="alert">
        {problem !== null && t('restoreFailed', { reason: problemText(problem) })}
      </p>
    </ListState>
  )
}
