/** Before many go at once, or one by a key: a question. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Question } from '../../ui/question.tsx'

type Props = { count: number; onDelete: () => void; onClose: () => void }

export function AskDelete({ count, onDelete, onClose }: Props) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  return (
    <Question title={t('askDelete', { count, number: format.number(count) })} text={t('askDeleteText')} onClose={onClose}>
      <Button variant="default" h={46} onClick={onClose}>
        {t('cancel')}
      </Button>
      <Button h={46} onClick={onDelete}>
        {t('delete')}
      </Button>
    </Question>
  )
}
