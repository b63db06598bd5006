/** The server could not be asked, or did not know what to say. */
import { Button } from '@mantine/core'
import { Problem } from '@sampan/contract/errors'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Notice } from '../../ui/notice.tsx'

type Props = { error: unknown; isTrying: boolean; onRetry: () => unknown }

export function LoadFailed({ error, isTrying, onRetry }: Props) {
  const { t } = useTranslation('download')
  const problemText = useProblemText()
  const isProblem = error instanceof Problem
  const title = t(isProblem ? 'failedTitle' : 'offlineTitle')
  usePageTitle(title)
  return (
    <Notice drawing="offline" title={title} text={isProblem ? problemText(error) : t('offlineText')}>
      <Button loading={isTrying} onClick={() => onRetry()}>
        {t('tryAgain')}
      </Button>
    </Notice>
  )
}
