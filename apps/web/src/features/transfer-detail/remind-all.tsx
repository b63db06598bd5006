/** One reminder for everybody who has the mail but not the files yet. */
import { Button } from '@mantine/core'
import type { DetailRecipient } from '@sampan/contract/routes/transfer-detail'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './dialogs.module.css'
import { isAwaited, standingOf, wasJustReminded } from './standing.ts'
import type { TransferChanges } from './use-changes.ts'

type Props = {
  recipients: readonly DetailRecipient[]
  now: number
  changes: Pick<TransferChanges, 'remindAll'>
  onClose: () => void
  onDone: (text: string) => void
}

export function RemindAll({ recipients, now, changes, onClose, onDone }: Props) {
  const { t } = useTranslation('detail')
  const format = useFormat()
  const problemText = useProblemText()
  // Whoever this was opened for: each that is reminded changes the list.
  const [awaited] = useState(() => recipients.filter((person) => isAwaited(standingOf(person, false))))
  const [due] = useState(() => awaited.filter((person) => !wasJustReminded(person, now)))
  const [done, setDone] = useState<number | null>(null)
  const skipped = awaited.length - due.length
  const numbers = (done: number) => ({ done: format.number(done), all: format.number(due.length) })
  async function send() {
    let reminded = 0
    setDone(0)
    const count = (done: number) => {
      reminded = done
      setDone(done)
    }
    try {
      await changes.remindAll(
        due.map(({ recipientId }) => recipientId),
        count,
      )
      onDone(t('remindedAll', { count: due.length }))
    } catch (error) {
      onDone(t('remindStopped', { ...numbers(reminded), reason: problemText(error) }))
    }
  }
  return (
    <Dialog title={t('remindAllTitle')} onClose={() => done === null && onClose()}>
      <p className={classes.text}>
        {t('remindAllText', { count: due.length })}
        {skipped > 0 && ` ${t('remindAllSkips', { count: skipped })}`}
      </p>
      <p className={classes.text} role="status">
        {done !== null && t('reminding', numbers(done))}
      </p>
      <div className={classes.buttons}>
        <Button variant="default" h={44} disabled={done !== null} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button h={44} disabled={due.length === 0} loading={done !== null} onClick={() => void send()}>
          {t('remindNow')}
        </Button>
      </div>
    </Dialog>
  )
}
