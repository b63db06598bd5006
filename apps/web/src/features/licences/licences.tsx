/** The lifetime offer and the place where its codes are activated, for whoever is signed in and for whoever is new (P6). */
import { Button } from '@mantine/core'
import { maxLicenceCodes } from '@sampan/contract/limits'
import { dashPath } from '@sampan/contract/paths'
import { licenceRole } from '@sampan/contract/rules/standing'
import { CheckCircle2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useProblemText } from '../../lib/problem-text.ts'
import { useRoleName } from '../../product/plans/role-name.ts'
import { CodeInputs } from './code-inputs.tsx'
import { Ladder } from './ladder.tsx'
import classes from './licences.module.css'
import { countWhole, hasTyped } from './typed-codes.ts'
import { type Licences as State, useLicences } from './use-licences.ts'

const noteId = 'licence-note'

/** `wayIn`: how somebody who has an account signs in. */
export function Licences({ onSignUp, wayIn }: { onSignUp: () => void; wayIn: ReactNode }) {
  const { t } = useTranslation('licences')
  const state = useLicences(onSignUp)
  return (
    <div className={classes.columns}>
      <div className={classes.words}>
        <h1>{t('title')}</h1>
        <p className={classes.lead}>{t('lead', { max: maxLicenceCodes })}</p>
      </div>
      <Card state={state} wayIn={wayIn} />
      <Ladder own={state.own.length} />
    </div>
  )
}

function Card({ state, wayIn }: { state: State; wayIn: ReactNode }) {
  const { t } = useTranslation('licences')
  const { user, own, typed, wrong, isAsking, isLoading, type, submit } = state
  const isFull = own.length >= maxLicenceCodes
  return (
    <section className={classes.card} aria-labelledby="licences">
      <h2 id="licences">{t('cardTitle')}</h2>
      <p className={classes.text}>{user ? t('forAccount', { email: user.email }) : t('cardText')}</p>
      <noscript>
        <p className={classes.needs}>{t('needsScript')}</p>
      </noscript>
      <form
        // Pressed before the page is awake it asks nobody, and what was typed stays where it is.
        method="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isFull && hasTyped(typed)) void submit()
        }}
      >
        <p className={classes.count} role="status">
          {isLoading ? t('loading') : t('activated', { number: own.length, max: maxLicenceCodes })}
        </p>
        <CodeInputs own={own} typed={typed} wrong={wrong} describedBy={noteId} isBusy={isAsking} onType={type} />
        <Notes state={state} />
        {!isFull && (
          <Button type="submit" fullWidth h={48} loading={isAsking} disabled={isLoading || !hasTyped(typed)}>
            {t('goOn')}
          </Button>
        )}
      </form>
      {!user && <div className={classes.foot}>{wayIn}</div>}
    </section>
  )
}

/** Always there: what appears in it is read out. */
function Notes({ state }: { state: State }) {
  const { t } = useTranslation('licences')
  const problemText = useProblemText()
  const roleName = useRoleName()
  const { user, own, typed, problem, isDone, query } = state
  const whole = countWhole(typed)
  return (
    <div id={noteId} className={classes.notes} aria-live="polite">
      {problem !== null && <p className={classes.problem}>{problemText(problem)}</p>}
      {problem === null && query.error && user && (
        <p className={classes.problem}>
          {problemText(query.error)}{' '}
          <button type="button" onClick={() => void query.refetch()}>
            {t('tryAgain')}
          </button>
        </p>
      )}
      {isDone && user && (
        <p className={classes.good}>
          <CheckCircle2 size={18} strokeWidth={2} aria-hidden="true" />
          <span>
            {t('done', { role: roleName(user.role) })} <Link to={dashPath}>{t('toDash')}</Link>
          </span>
        </p>
      )}
      {own.length >= maxLicenceCodes && <p className={classes.max}>{t('maximum', { max: maxLicenceCodes })}</p>}
      {problem === null && whole > 0 && (
        <p className={classes.hint}>
          {t('willGive', { role: roleName(licenceRole(own.length + whole)) })} {!user && t('needAccount')}
        </p>
      )}
    </div>
  )
}
