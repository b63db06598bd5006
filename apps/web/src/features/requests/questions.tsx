/** What is asked before many are mailed, and before everything goes. */
import { Button } from '@mantine/core'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { useTranslation } from 'react-i18next'
import { Question } from '../../ui/question.tsx'
import { isAwaited } from './grid-rules.ts'

type Props = { detail: RequestDetail; onClose: () => void }

export function AskRemind({ detail, onClose, onRemind }: Props & { onRemind: () => void }) {
  const { t } = useTranslation('received')
  const count = detail.suppliers.filter((supplier) => isAwaited(supplier, detail.documents)).length
  return (
    <Question title={t('remindTitle', { count })} text={t('remindText')} onClose={onClose}>
      <Button variant="default" h={46} onClick={onClose}>
        {t('cancel')}
      </Button>
      <Button h={46} onClick={onRemind}>
        {t('remindSend')}
      </Button>
    </Question>
  )
}

export function AskDelete({ detail, onClose, onDelete }: Props & { onDelete: () => void }) {
  const { t } = useTranslation('received')
  const count = detail.suppliers.flatMap(({ slots }) => slots.flatMap(({ files }) => files)).length
  return (
    <Question
      title={t('deleteRequestTitle')}
      text={count > 0 ? t('deleteRequestText', { count }) : t('deleteRequestEmpty')}
      onClose={onClose}
    >
      <Button variant="default" h={46} onClick={onClose}>
        {t('cancel')}
      </Button>
      <Button h={46} onClick={onDelete}>
        {t('deleteRequestSure')}
      </Button>
    </Question>
  )
}
