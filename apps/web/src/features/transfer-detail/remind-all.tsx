/** One mail for everybody who has the mail but not the files yet, or who has what was there before. */
import { Button } from '@mantine/core'
import type { DetailRecipient } from '@sampan/contract/routes/transfer-detail'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './dialogs.module.css'
import { wasJustReminded } from './standing.ts'
import type { TransferChanges } from './use-changes.ts'

export type MailKind = 'remind' | 'newVersion'
type Props = {
  kind: MailKind
  /** Whom it is for. */
  recipients: readonly DetailRecipient[]
  now: number
  changes: Pick<TransferChanges, 'mailAll'>
  onClose: () => void
  onDone: (text: string) => void
}

const words = {
  remind: { title: 'remindAllTitle', text: 'remindAllText', send: 'remindNow', done: 'remindedAll' },
  newVersion: { title: 'tellAllTitle', text: 'tellAllText', send: 'tellNow', done: 'toldAll' },
} as const satisfies Record<MailKind, object>

export function RemindAll({ kind, recipients, now, changes, onClose, onDone }: Props) {
  const { t } = useTranslation('detail')
  const format = useFormat()
  const problemText = useProblemText()
  // Whoever this was opened for: each that is reminded changes the list.
  const [due] = useState(() => recipients.filter((person) => !wasJustReminded(person, now)))
  const [skipped] = useState(recipients.length - due.length)
  const [done, setDone] = useState<number | null>(null)
  const numbers = (done: number) => ({ done: format.number(done), all: format.number(due.length) })
  async function send() {
    let reminded = 0
    setDone(0)
    const count = (done: number) => {
      reminded = done
      setDone(done)
    }
    try {
      await changes.mailAll(
        due.map(({ recipientId }) => recipientId),
        kind,
        count,
      )
      onDone(t(words[kind].done, { count: due.length }))
    } catch (error) {
      onDone(t('remindStopped', { ...numbers(reminded), reason: problemText(error) }))
    }
  }
  const text = t(words[kind].text, { count: due.length })
  return (
    <Dialog title={t(words[kind].title)} onClose={() => done === null && onClose()}>
      <p className={classes.text}>
        {skipped > 0 ? t('remindAllAndSkips', { text, skips: t('remindAllSkips', { count: skipped }) }) : text}
      </p>
      <p className={classes.text} role="status">
        {done !== null && t('reminding', numbers(done))}
      </p>
      <div className={classes.buttons}>
        <Button variant="default" h={44} disabled={done !== null} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button h={44} disabled={due.length === 0} loading={done !== null} onClick={() => void send()}>
          {t(words[kind].send)}
        </Button>
      </div>
    </Dialog>
  )
}
