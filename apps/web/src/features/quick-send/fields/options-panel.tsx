/** Expiry, password, download limit and notice (Q11). What needs an account is shown to guests, and says so. */
import { registerPath } from '@sampan/contract/paths'
import { fieldText } from '@sampan/texts/errors'
import type { Dispatch, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../../lib/i18n.ts'
import { ExpiryField } from '../../../product/plans/expiry-field.tsx'
import { ShareField } from '../../../product/recipients/share-field.tsx'
import { LineButton } from '../../../product/sending/line-button.tsx'
import { LineFields } from '../../../product/transfers/line-fields.tsx'
import { LanguageField } from '../../../ui/language-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ProblemLine } from '../card/problem-line.tsx'
import type { Form, FormAction } from '../form/form.ts'
import { optionFaults } from '../form/options.ts'
import { type OptionField, optionFault, placeOf } from '../form/problem-place.ts'
import { goodRecipients } from '../form/readiness.ts'
import classes from './options-panel.module.css'
import { PasswordOption } from './password-option.tsx'

type Props = { form: Form; dispatch: Dispatch<FormAction> }

function NeedsAccount() {
  const { t } = useTranslation('send')
  const language = useLanguage()
  return (
    <>
      {`${t('needsAccount')} · `}
      <Link to={registerPath(language)} preventScrollReset>
        {t('signUp')}
      </Link>
    </>
  )
}

/** What counts; and where there are more people than downloads, that it is not enough for them. */
function LimitHint({ form: { sendAs, chips, options } }: Pick<Props, 'form'>) {
  const { t } = useTranslation('send')
  const people = sendAs === 'email' ? goodRecipients(chips).length : 0
  const limit = Number(options.downloadLimit)
  if (!(limit > 0 && limit < people)) return t('downloadLimitHint')
  return <strong>{t('limitBelowPeople', { count: people, limit })}</strong>
}

/** What the server said of a field, until the field is changed. */
function useFieldError({ problem }: Form): (field: OptionField) => string | null {
  const language = useLanguage()
  return (field) => {
    const code = optionFault(problem, field)
    return code && fieldText(code, language)
  }
}

function Refusal({ form: { problem } }: { form: Form }): ReactNode {
  const concernsNoField = problem && placeOf(problem) === 'options' && !('fields' in problem && problem.fields)
  return concernsNoField ? (
    <p className={classes.problem} role="alert">
      <ProblemLine problem={problem} />
    </p>
  ) : null
}

/** That there was to be one came back with the draft; which one it was is kept nowhere. */
export function PasswordHint({ form, dispatch }: Props) {
  const { t } = useTranslation('send')
  if (!form.needsPassword) return t('passwordHint')
  return (
    <>
      <strong>{t('passwordAgain')}</strong>
      {' · '}
      <LineButton onPress={() => dispatch({ type: 'passwordWaived' })}>{t('draftNoPassword')}</LineButton>
    </>
  )
}

export function OptionsPanel({ form, dispatch }: Props) {
  const { t } = useTranslation('send')
  const errorOf = useFieldError(form)
  const { options, plan, account } = form
  const faults = optionFaults(options, plan, account !== null)
  const change = (changed: Partial<Form['options']>) => dispatch({ type: 'optionsChanged', options: changed })
  return (
    <div className={classes.panel}>
      <Refusal form={form} />
      <LineFields values={options} errorOf={errorOf} onChange={change} />
      <ExpiryField
        options={options}
        plan={plan}
        onChange={change}
        error={errorOf('expirySeconds') ?? (faults.includes('wrongDate') && options.untilDay ? t('wrongDate') : null)}
      />
      <PasswordOption
        value={account ? options.password : ''}
        isTooShort={faults.includes('shortPassword')}
        isMarked={form.isMarked}
        onType={(password) => change({ password })}
        isDisabled={!account}
        hint={account ? <PasswordHint form={form} dispatch={dispatch} /> : <NeedsAccount />}
        error={errorOf('password')}
      />
      <TextField
        label={t('downloadLimit')}
        name="downloadLimit"
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('noLimit')}
        value={account ? options.downloadLimit : ''}
        disabled={!account}
        onChange={(event) => change({ downloadLimit: event.currentTarget.value })}
        hint={account ? <LimitHint form={form} /> : <NeedsAccount />}
        error={errorOf('downloadLimit') ?? (faults.includes('wrongLimit') && t('wrongLimit'))}
      />
      {form.sendAs === 'email' && (
        <LanguageField
          label={t('mailLanguage')}
          unsaid={t('mailLanguageKnown')}
          value={options.mailLanguage ?? null}
          onChange={(mailLanguage) => change({ mailLanguage })}
        />
      )}
      <ShareField shareWith={options.shareWith ?? ''} onShare={(shareWith) => change({ shareWith })} />
      <label className={classes.notify}>
        <input
          type="checkbox"
          checked={options.notifyOnDownload}
          onChange={(event) => change({ notifyOnDownload: event.currentTarget.checked })}
        />
        {t('notifyMe')}
      </label>
    </div>
  )
}
