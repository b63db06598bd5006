/** Before somebody is taken out: what that does to the link in their mail. */
import { Button } from '@mantine/core'
import type { DetailRecipient } from '@sampan/contract/routes/transfer-detail'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './dialogs.module.css'
import { nameOf } from './standing.ts'
import type { TransferChanges } from './use-changes.ts'

type Props = {
  person: DetailRecipient
  changes: Pick<TransferChanges, 'leaveOut'>
  onClose: () => void
  onDone: () => void
}

export function RemoveDialog({ person, changes, onClose, onDone }: Props) {
  const { t } = useTranslation('detail')
  const problemText = useProblemText()
  const { problem, isAsking, ask } = useAsking()
  const remove = async () => {
    if (await ask(() => changes.leaveOut(person.recipientId))) onDone()
  }
  return (
    <Dialog title={t('removeTitle', { name: nameOf(person) })} onClose={onClose}>
      <p className={classes.text}>{t('removeText')}</p>
      <p className={classes.problem} role="alert">
        {problem !== null && problemText(problem)}
      </p>
      <div className={classes.buttons}>
        <Button variant="default" h={44} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button h={44} loading={isAsking} onClick={() => void remove()}>
          {t('remove')}
        </Button>
      </div>
    </Dialog>
  )
}
