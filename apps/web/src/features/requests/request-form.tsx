/** The form of a request: of a new one, and of one that is changed. */
import type { FieldCode } from '@sampan/contract/errors'
import { messageMaxChars, titleMaxChars } from '@sampan/contract/limits'
import type { Plan } from '@sampan/contract/plans'
import { messageLength } from '@sampan/contract/rules/message'
import { fieldText } from '@sampan/texts/errors'
import { ChevronDown } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { asProblem } from '../../lib/is-problem.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import { DocumentsField } from './documents-field.tsx'
import type { Draft } from './draft.ts'
import { Area, type ErrorOf, Section } from './fields.tsx'
import classes from './form.module.css'
import { OptionFields } from './option-fields.tsx'
import { PeopleField } from './people-field.tsx'
import { UntilFields } from './until-fields.tsx'

type Props = {
  label: string
  draft: Draft
  plan: Plan
  wrong: Readonly<Record<string, FieldCode>>
  problem: unknown
  refusals: number
  /** Of a request that is there: when its link ends. */
  endsAtMs?: number
  hasPassword: boolean
  /** The buttons. */
  children: ReactNode
  onChange: (some: Partial<Draft>) => void
  onSubmit: () => void
}

const optionNames = ['accept', 'maxFileBytes', 'maxFiles', 'maxSubmissions', 'password', 'notifyEmail']

/** `documents.0.name` and what lies deeper: an address of the list, a type. */
const isOf = (field: string, name: string): boolean => field === name || field.startsWith(`${name}.`)

/** Those that will get no more mails. */
function refusedOf(problem: unknown): readonly string[] {
  const { code, details } = asProblem(problem) ?? {}
  return code === 'tooManyMails' && Array.isArray(details?.emails) ? details.emails : []
}

function useErrors(wrong: Props['wrong']): ErrorOf {
  const language = useLanguage()
  const { t } = useTranslation('asking')
  return (name) => {
    const [, code] = Object.entries(wrong).find(([field]) => isOf(field, name)) ?? []
    if (!code) return null
    if (name === 'emailTo' && code === 'required') return t('nobody')
    return name === 'dueAt' && code === 'tooSmall' ? t('duePast') : fieldText(code, language)
  }
}

export function RequestForm(props: Props) {
  const { draft, plan, wrong, problem, refusals, endsAtMs, onChange } = props
  const isNew = endsAtMs === undefined
  const { t } = useTranslation('asking')
  const form = useRef<HTMLFormElement>(null)
  const errorOf = useErrors(wrong)
  useFocusWrong(form, refusals)
  function submit(event: FormEvent) {
    event.preventDefault()
    props.onSubmit()
  }
  const left = messageMaxChars - messageLength(draft.message)
  return (
    <form ref={form} className={classes.form} noValidate aria-label={props.label} onSubmit={submit}>
      <Section title={t('whatTitle')}>
        <TextField
          className={classes.tight}
          label={t('title')}
          name="title"
          autoComplete="off"
          maxLength={titleMaxChars}
          placeholder={t('titleHint')}
          value={draft.title}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
          error={errorOf('title')}
        />
        <Area
          label={t('message')}
          rows={2}
          value={draft.message}
          error={errorOf('message')}
          hint={left < 60 ? t('messageLeft', { count: left }) : ''}
          onChange={(message) => onChange({ message })}
        />
      </Section>
      <Section title={t('documentsTitle')} text={t('documentsText')}>
        <DocumentsField documents={draft.documents} errorOf={errorOf} onChange={(documents) => onChange({ documents })} />
      </Section>
      {isNew && (
        <Section title={t('whoTitle')}>
          <PeopleField draft={draft} refused={refusedOf(problem)} error={errorOf('emailTo')} onChange={onChange} />
        </Section>
      )}
      <Section title={t('untilTitle')}>
        <UntilFields draft={draft} plan={plan} errorOf={errorOf} endsAtMs={endsAtMs} onChange={onChange} />
      </Section>
      <Options {...props} errorOf={errorOf} />
      <ProblemLine problem={problem} />
      <div className={classes.buttons}>{props.children}</div>
    </form>
  )
}

/** Closed until they are wanted, or something in them is wrong. */
function Options({ draft, wrong, hasPassword, errorOf, onChange }: Props & { errorOf: ErrorOf }) {
  const { t } = useTranslation('asking')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isWrong = optionNames.some((name) => errorOf(name) !== null)
  useEffect(() => {
    if (isWrong) setOpen(true)
  }, [isWrong, wrong])
  return (
    <section className={classes.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <button
          type="button"
          className={classes.opener}
          aria-expanded={isOpen || isWrong}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {t('moreTitle')}
          <ChevronDown size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </h2>
      <div id={id} className={classes.options} hidden={!isOpen && !isWrong}>
        <OptionFields draft={draft} errorOf={errorOf} hasPassword={hasPassword} onChange={onChange} />
      </div>
    </section>
  )
}
