/** Says at once what pressing a download did: the bytes come in the browser's own list, where nobody may be looking. */
import { Problem } from '@sampan/contract/errors'
import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { type Begun, useBegun } from './begun.ts'
import classes from './begun-line.module.css'

export function BegunLine({ slug }: { slug: string }) {
  const begun = useBegun(slug)
  const queries = useQueryClient()
  const { error } = begun
  useEffect(() => {
    // The link has become another one since the page was opened: the page then says so.
    if (error instanceof Problem) void queries.invalidateQueries({ queryKey: ['transfer', slug] })
  }, [error, queries, slug])
  return <BegunWords begun={begun} />
}

export function BegunWords({ begun: { step, error } }: { begun: Pick<Begun, 'step' | 'error'> }) {
  const { t } = useTranslation('download')
  const problemText = useProblemText()
  return (
    <>
      <p className={classes.line} role="status">
        {step === 'asking' && t('starting')}
        {step === 'started' && (
          <>
            <Check size={16} strokeWidth={2.5} aria-hidden="true" /> <span>{t('started')}</span>
          </>
        )}
      </p>
      <p className={classes.wrong} role="alert">
        {step === 'failed' && (error instanceof Problem ? problemText(error) : t('notStarted'))}
      </p>
    </>
  )
}
