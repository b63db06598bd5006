/** The fields of a request, for a new one and for one that is changed. */
import { messageMaxChars } from '@sampan/contract/limits'
import { messageLength } from '@sampan/contract/rules/message'
import { fieldRules } from '@sampan/contract/states'
import { fieldText } from '@sampan/texts/errors'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { TextField } from '../../ui/text-field.tsx'
import { DocumentsField } from './documents-field.tsx'
import { graceChoices, type RequestForm, remindChoices, type Wrong } from './form.ts'
import classes from './request-form.module.css'

export type FieldsProps = { form: RequestForm; wrong: Wrong; onChange: (some: Partial<RequestForm>) => void }

export function useFieldError(wrong: Wrong): (field: string) => string | false {
  const language = useLanguage()
  return (field) => (wrong[field] ? fieldText(wrong[field], language) : false)
}

export const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={classes.block}>
    <legend>{title}</legend>
    {children}
  </fieldset>
)

type Named = { name: string; label: string; checked: boolean; onChange: (is: boolean) => void }
export const Check = ({ name, label, checked, onChange }: Named) => (
  <label className={classes.check}>
    <input type="checkbox" name={name} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
    {label}
  </label>
)

type SelectProps = {
  label: string
  value: string
  choices: readonly (readonly [string, string, boolean?])[]
  onChange: (value: string) => void
}
export const Select = ({ label, value, choices, onChange }: SelectProps) => (
  <label className={classes.select}>
    <span>{label}</span>
    <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {choices.map(([choice, text, isDisabled]) => (
        <option key={choice} value={choice} disabled={isDisabled}>
          {text}
        </option>
      ))}
    </select>
  </label>
)

export function AskedFields({ form, wrong, onChange }: FieldsProps) {
  const { t } = useTranslation('requests')
  const length = messageLength(form.message)
  return (
    <>
      <TextField
        label={t('requestTitle')}
        name="title"
        maxLength={120}
        value={form.title}
        hint={t('titleHint')}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <label className={classes.area}>
        <span>{t('message')}</span>
        <textarea
          name="message"
          rows={3}
          value={form.message}
          onChange={(event) => onChange({ message: event.currentTarget.value })}
        />
        <span className={classes.count} data-over={length > messageMaxChars || undefined}>{`${length}/${messageMaxChars}`}</span>
      </label>
      <DocumentsField documents={form.documents} wrong={wrong} onChange={(documents) => onChange({ documents })} />
      <Check
        name="takesOtherFiles"
        label={t('otherFiles')}
        checked={form.takesOtherFiles}
        onChange={(takesOtherFiles) => onChange({ takesOtherFiles })}
      />
    </>
  )
}

/** `expiry`: of a new request; one that is there is extended apart. */
export function TimeFields({ form, onChange, expiry }: Omit<FieldsProps, 'wrong'> & { expiry?: ReactNode }) {
  const { t } = useTranslation('requests')
  const format = useFormat()
  const dayText = (day: number) => {
    const counted = { count: Math.abs(day), number: format.number(Math.abs(day)) }
    return day < 0 ? t('remind_before', counted) : day > 0 ? t('remind_after', counted) : t('remind_on')
  }
  return (
    <Block title={t('time')}>
      <div className={classes.columns}>
        <TextField
          label={t('dueDay')}
          type="date"
          name="dueDay"
          value={form.dueDay}
          onChange={(event) => onChange({ dueDay: event.currentTarget.value })}
        />
        <Select
          label={t('grace')}
          value={String(form.graceDays)}
          choices={graceChoices.map((days) => [String(days), t(`grace_${days}`)])}
          onChange={(days) => onChange({ graceDays: Number(days) })}
        />
        {expiry}
      </div>
      <fieldset className={classes.days} disabled={!form.dueDay}>
        <legend>{t('remind')}</legend>
        {remindChoices.map((day) => (
          <Check
            key={day}
            name={`remind ${day}`}
            label={dayText(day)}
            checked={form.remindDays.includes(day)}
            onChange={(is) =>
              onChange({
                remindDays: is ? [...form.remindDays, day].sort((a, b) => a - b) : form.remindDays.filter((each) => each !== day),
              })
            }
          />
        ))}
      </fieldset>
    </Block>
  )
}

export function LimitFields({ form, wrong, onChange, isNew }: FieldsProps & { isNew: boolean }) {
  const { t } = useTranslation('requests')
  const error = useFieldError(wrong)
  const field = (name: 'maxFileMb' | 'maxFiles' | 'maxSubmissions', label: string) => (
    <TextField
      label={label}
      name={name}
      inputMode="decimal"
      value={form[name]}
      error={wrong[name] ? t('wholeNumber') : false}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <Block title={t('limits')}>
      <TextField
        label={t('accept')}
        name="accept"
        value={form.accept}
        hint={t('typesHint')}
        error={error('accept')}
        onChange={(event) => onChange({ accept: event.currentTarget.value })}
      />
      <div className={classes.columns}>
        {field('maxFileMb', t('maxFile'))}
        {field('maxFiles', t('maxFiles'))}
        {field('maxSubmissions', t('maxSubmissions'))}
        <TextField
          label={t(isNew ? 'password' : 'passwordKept')}
          name="password"
          autoComplete="off"
          value={form.password}
          error={error('password')}
          onChange={(event) => onChange({ password: event.currentTarget.value })}
        />
      </div>
    </Block>
  )
}

export function PeopleFields({ form, wrong, onChange }: FieldsProps) {
  const { t } = useTranslation('requests')
  const error = useFieldError(wrong)
  const rules = fieldRules.map((rule) => [rule, t(`field_${rule}`)] as const)
  return (
    <>
      <Block title={t('who')}>
        <div className={classes.columns}>
          <Select
            label={t('nameField')}
            value={form.nameField}
            choices={rules}
            onChange={(rule) => onChange({ nameField: rule as RequestForm['nameField'] })}
          />
          <Select
            label={t('emailField')}
            value={form.emailField}
            choices={rules}
            onChange={(rule) => onChange({ emailField: rule as RequestForm['emailField'] })}
          />
        </div>
        <Check
          name="showsFiles"
          label={t('showsFiles')}
          checked={form.showsFiles}
          onChange={(showsFiles) => onChange({ showsFiles })}
        />
      </Block>
      <Block title={t('notices')}>
        <Check
          name="notifyOnUpload"
          label={t('notify')}
          checked={form.notifyOnUpload}
          onChange={(notifyOnUpload) => onChange({ notifyOnUpload })}
        />
        {form.notifyOnUpload && (
          <TextField
            label={t('notifyEmail')}
            name="notifyEmail"
            type="email"
            value={form.notifyEmail}
            error={error('notifyEmail')}
            onChange={(event) => onChange({ notifyEmail: event.currentTarget.value })}
          />
        )}
      </Block>
    </>
  )
}
