/** What is asked before many are mailed, and before something goes for good. */
import { Button } from '@mantine/core'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { useTranslation } from 'react-i18next'
import { Question } from '../../ui/question.tsx'

type Props = { detail: RequestDetail; onClose: () => void }

export function AskRemind({ detail, onClose, onRemind }: Props & { onRemind: () => void }) {
  const { t } = useTranslation('received')
  const count = detail.counts.awaited
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

export function AskDiscard({ onClose, onDiscard }: Pick<Props, 'onClose'> & { onDiscard: () => void }) {
  const { t } = useTranslation('received')
  return (
    <Question title={t('discardTitle')} text={t('discardText')} onClose={onClose}>
      <Button variant="default" h={46} onClick={onClose}>
        {t('cancel')}
      </Button>
      <Button h={46} onClick={onDiscard}>
        {t('discardSure')}
      </Button>
    </Question>
  )
}

export function AskDelete({ detail, onClose, onDelete }: Props & { onDelete: () => void }) {
  const { t } = useTranslation('received')
  const count = detail.counts.files
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
