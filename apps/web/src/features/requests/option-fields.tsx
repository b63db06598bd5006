/** What most requests leave as it is: what is taken, what whoever sends has to say, and who is told. */
import { fieldRules } from '@sampan/contract/states'
import { useTranslation } from 'react-i18next'
import { ShareField } from '../../product/recipients/share-field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AcceptField } from './accept-field.tsx'
import type { Draft } from './draft.ts'
import { Check, type ErrorOf, Select } from './fields.tsx'
import classes from './form.module.css'

type Props = { draft: Draft; errorOf: ErrorOf; hasPassword: boolean; onChange: (some: Partial<Draft>) => void }

export const OptionFields = (props: Props) => (
  <>
    <Files {...props} />
    <Limits {...props} />
    <Sender {...props} />
    <Password {...props} />
    <Notices {...props} />
    <Sharing {...props} />
  </>
)

function Files({ draft, onChange }: Props) {
  const { t } = useTranslation('asking')
  const takesOthers = draft.takesOtherFiles || draft.documents.length === 0
  return (
    <>
      {draft.documents.length > 0 && (
        <Check
          label={t('otherFiles')}
          hint={t('otherFilesHint')}
          isOn={draft.takesOtherFiles}
          onChange={(takesOtherFiles) => onChange({ takesOtherFiles })}
        />
      )}
      {takesOthers && <AcceptField accept={draft.accept} onChange={(accept) => onChange({ accept })} />}
    </>
  )
}

const limits = [
  ['maxFileMegabytes', 'maxFileBytes', 'decimal'],
  ['maxFiles', 'maxFiles', 'numeric'],
  ['maxSubmissions', 'maxSubmissions', 'numeric'],
] as const

function Limits({ draft, errorOf, onChange }: Props) {
  const { t } = useTranslation('asking')
  return (
    <div className={classes.trio}>
      {limits.map(([field, name, inputMode]) => (
        <TextField
          key={field}
          label={t(field)}
          name={name}
          inputMode={inputMode}
          autoComplete="off"
          placeholder={t('noLimit')}
          value={draft[field]}
          onChange={(event) => onChange({ [field]: event.currentTarget.value })}
          error={errorOf(name)}
        />
      ))}
    </div>
  )
}

const ruleTexts = { required: 'ruleRequired', optional: 'ruleOptional', hidden: 'ruleHidden' } as const

function Sender({ draft, onChange }: Props) {
  const { t } = useTranslation('asking')
  const rules = fieldRules.map((rule) => [rule, t(ruleTexts[rule])] as const)
  return (
    <>
      <div className={classes.pair}>
        <Select
          label={t('nameField')}
          value={draft.nameField}
          choices={rules}
          onChange={(nameField) => onChange({ nameField })}
        />
        <Select
          label={t('emailField')}
          value={draft.emailField}
          choices={rules}
          onChange={(emailField) => onChange({ emailField })}
        />
      </div>
      <Check
        label={t('showsFiles')}
        hint={t('showsFilesHint')}
        isOn={draft.showsFiles}
        onChange={(showsFiles) => onChange({ showsFiles })}
      />
    </>
  )
}

function Password({ draft, errorOf, hasPassword, onChange }: Props) {
  const { t } = useTranslation('asking')
  return (
    <>
      <PasswordField
        className={classes.tight}
        label={t(hasPassword ? 'newPassword' : 'password')}
        name="requestPassword"
        autoComplete="new-password"
        value={draft.removesPassword ? '' : draft.password}
        disabled={draft.removesPassword}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
        hint={t(hasPassword ? 'passwordKept' : 'passwordHint')}
        error={errorOf('password')}
      />
      {hasPassword && (
        <Check
          label={t('removePassword')}
          isOn={draft.removesPassword}
          onChange={(removesPassword) => onChange({ removesPassword })}
        />
      )}
    </>
  )
}

function Notices({ draft, errorOf, onChange }: Props) {
  const { t } = useTranslation('asking')
  return (
    <>
      <Check label={t('notifies')} isOn={draft.notifies} onChange={(notifies) => onChange({ notifies })} />
      {draft.notifies && (
        <TextField
          className={classes.tight}
          label={t('notifyEmail')}
          name="notifyEmail"
          type="email"
          autoComplete="off"
          placeholder={t('notifyOwn')}
          value={draft.notifyEmail}
          onChange={(event) => onChange({ notifyEmail: event.currentTarget.value })}
          hint={t('notifyEmailHint')}
          error={errorOf('notifyEmail')}
        />
      )}
    </>
  )
}

function Sharing({ draft, onChange }: Props) {
  const { t } = useTranslation('asking')
  return <ShareField hint={t('shareHint')} shareWith={draft.shareWith} onShare={(shareWith) => onChange({ shareWith })} />
}
