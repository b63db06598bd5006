import { Button } from '@mantine/core'
import { type Contact, deleteContacts } from '@sampan/contract/routes/contacts'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemLine } from './problem-line.tsx'
import classes from './windows.module.css'

type Props = { chosen: Contact[]; onDone: (text: string) => void; onClose: () => void }

export function AskDelete({ chosen, onDone, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const format = useFormat()
  const { problem, isAsking, ask } = useAsking()
  const count = { count: chosen.length, number: format.number(chosen.length) }
  async function remove() {
    const contactIds = chosen.map(({ _id }) => _id)
    if (await ask(() => api.call(deleteContacts, { body: { contactIds } }))) onDone(t('deleted', count))
  }
  return (
    <Dialog title={t('askDelete', count)} onClose={onClose}>
      <p className={classes.text}>{t('askDeleteText')}</p>
      <ProblemLine problem={problem} />
      <div className={classes.buttons}>
        <Button variant="default" h={46} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button h={46} loading={isAsking} onClick={() => void remove()}>
          {t('delete')}
        </Button>
      </div>
    </Dialog>
  )
}
