/** What the server refused, in words, or that it did not answer. The catalogue of errors is loaded when there is something to say. */
import { useTranslation } from 'react-i18next'
import { asProblem } from '../../../lib/is-problem.ts'
import { chunks } from './chunks.ts'
import { Late } from './late.tsx'

export function ProblemLine({ problem }: { problem: unknown }) {
  const { t } = useTranslation('send')
  if (!asProblem(problem)) return t('offline')
  return (
    <Late chunk={chunks.problemWords} failed={() => t('offline')}>
      {({ ProblemWords }) => <ProblemWords problem={problem} />}
    </Late>
  )
}
