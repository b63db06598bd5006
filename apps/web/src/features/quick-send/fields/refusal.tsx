/** What the server refused where no field is to blame, and the session that ended beside the draft. */
import { dashSendPath, loginPath } from '@sampan/contract/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../../lib/i18n.ts'
import { isProblem } from '../../../lib/is-problem.ts'
import { ProblemLine } from '../card/problem-line.tsx'
import type { Form } from '../form/form.ts'
import { placeOf } from '../form/problem-place.ts'
import classes from './refusal.module.css'

export function Refusal({ form }: { form: Form }) {
  const { t } = useTranslation('send')
  const language = useLanguage()
  const problem = form.problem && placeOf(form.problem) === 'send' ? form.problem : null
  const isSignedOut = form.isSignedOut || isProblem(problem, 'signedOut')
  if (!problem && !isSignedOut) return null
  return (
    <p className={classes.problem} role="alert">
      {isSignedOut ? (
        <>
          {`${t('signedOut')} `}
          <Link to={`${loginPath(language)}?next=${encodeURIComponent(dashSendPath)}`}>{t('logIn')}</Link>
        </>
      ) : (
        <ProblemLine problem={problem} />
      )}
    </p>
  )
}
