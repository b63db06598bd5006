/** Recipients as chips (Q6), and what is wrong with them. */
import { plans } from '@sampan/contract/plans'
import { isEmail } from '@sampan/contract/rules/recipients'
import type { Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import { useRoleName } from '../../../product/plans/role-name.ts'
import { recipientsOf } from '../../../product/recipients/chips.ts'
import { RecipientsInput } from '../../../product/recipients/recipients-input.tsx'
import { ProblemLine } from '../card/problem-line.tsx'
import { UpgradeLink } from '../card/upgrade-link.tsx'
import type { Form, FormAction } from '../form/form.ts'
import { placeOf, refusedAddresses } from '../form/problem-place.ts'
import { isMarkedWrong } from '../form/readiness.ts'
import classes from './recipients-field.module.css'

const noteId = 'recipients-note'

export const RecipientsField = ({ form, dispatch }: { form: Form; dispatch: Dispatch<FormAction> }) => (
  <>
    <RecipientsInput
      chips={form.chips}
      refused={refusedAddresses(form.problem)}
      hasContacts={form.account !== null}
      noteId={isMarkedWrong(form, 'recipients') ? `${noteId} why-not` : noteId}
      isWrong={isMarkedWrong(form, 'recipients')}
      onChange={(chips) => dispatch({ type: 'chipsChanged', chips })}
    />
    <RecipientsNote form={form} />
  </>
)

function RecipientsNote({ form: { chips, plan, role, problem, account } }: { form: Form }) {
  const { t } = useTranslation('send')
  const roleName = useRoleName()
  const lines: string[] = []
  if (chips.list.some((email) => !isEmail(email))) lines.push(t('invalidEmailTo'))
  const count = recipientsOf(chips).length
  const isOver = count > plan.recipients
  const more = plans.pro.recipients
  if (isOver) lines.push(t('tooManyPeople'), t('tooManyPeopleText', { limit: plan.recipients, role: roleName(role) }))
  // What the plan holds already is not offered.
  if (isOver && more > plan.recipients) lines.push(t('morePeople', { limit: more }))
  return (
    <div id={noteId} className={classes.note} aria-live="polite">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {isOver && (
        <p>
          <UpgradeLink hasAccount={account !== null} needs={{ recipients: count }} />
        </p>
      )}
      {problem && placeOf(problem) === 'recipients' && (
        <p>
          <ProblemLine problem={problem} />
        </p>
      )}
      {chips.skipped > 0 && <p data-mild>{t('skipped', { count: chips.skipped })}</p>}
    </div>
  )
}
