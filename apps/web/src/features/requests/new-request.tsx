/** Asking for files: what, of whom, until when (R1, R5). */
import { Button } from '@mantine/core'
import { type ExpiryName, expirySeconds, planOf } from '@sampan/contract/plans'
import { Link2, Mail } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useSession } from '../../lib/session.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import { EmailsField } from './emails-field.tsx'
import { createBody, emailsIn, expiryIn, newForm, type RequestForm, wrongIn } from './form.ts'
import { keepForm, keptForm } from './kept-form.ts'
import { useCreate, useRequestDefaults } from './queries.ts'
import { AskedFields, type FieldsProps, LimitFields, PeopleFields, Select, TimeFields } from './request-fields.tsx'
import classes from './request-form.module.css'
import { TemplateBar } from './template-bar.tsx'

type Props = { listPath: string; pathOf: (slug: string) => string }

const icons = { link: Link2, email: Mail } as const

export function NewRequest({ listPath, pathOf }: Props) {
  const { t } = useTranslation('requests')
  const navigate = useNavigate()
  const create = useCreate()
  const format = useFormat()
  const element = useRef<HTMLFormElement>(null)
  const { form, change } = useForm()
  const { wrong, problem, refusals, isAsking, ask, refuse, mend } = useAsking()
  useFocusWrong(element, refusals)
  usePageTitle(t('newRequest'))
  const put: FieldsProps['onChange'] = (some) => {
    change(some)
    mend()
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = wrongIn(form, true)
    if (Object.keys(found).length > 0) return refuse(found as Record<string, NonNullable<(typeof found)[string]>>)
    await ask(async () => {
      const { request } = await create(createBody(form))
      keepForm(null)
      await navigate(pathOf(request.slug))
    })
  }
  const shared = { form, wrong, onChange: put }
  const count = form.sendAs === 'email' ? emailsIn(form).length : 0
  return (
    <div className={classes.page}>
      <header>
        <Link to={listPath} className={classes.back}>
          {t('back')}
        </Link>
        <h1 tabIndex={-1}>{t('newRequest')}</h1>
      </header>
      <form ref={element} className={classes.card} onSubmit={(event) => void submit(event)} noValidate>
        <TemplateBar form={form} onUse={put} />
        <Segmented
          label={t('how')}
          choices={[
            { value: 'link', label: t('byLink'), Icon: icons.link },
            { value: 'email', label: t('byEmail'), Icon: icons.email },
          ]}
          value={form.sendAs}
          onChoose={(sendAs) => put({ sendAs })}
        />
        {form.sendAs === 'email' && <EmailsField {...shared} />}
        <AskedFields {...shared} />
        <TimeFields {...shared} expiry={<ExpiryField {...shared} />} />
        <LimitFields {...shared} isNew />
        <PeopleFields {...shared} />
        <ProblemLine problem={problem} />
        {refusals > 0 && Object.keys(wrong).length > 0 && (
          <p className={classes.wrong} role="alert">
            {t('notWhole')}
          </p>
        )}
        <Button type="submit" size="lg" loading={isAsking}>
          {count > 0 ? t('createMails', { count, number: format.number(count) }) : t('create')}
        </Button>
      </form>
    </div>
  )
}

/** What the account has chosen to begin with (B4), and what was typed before a reload. */
function useForm() {
  const defaults = useRequestDefaults().data
  const { user } = useSession()
  const [typed, setTyped] = useState<Partial<RequestForm>>(keptForm)
  const plan = planOf(user?.role ?? 'free')
  const form = newForm({
    ...(defaults && {
      message: defaults.message ?? '',
      notifyOnUpload: defaults.notifyOnUpload ?? true,
      expiry: expiryIn(defaults.expirySeconds, plan),
    }),
    ...typed,
  })
  useEffect(() => keepForm(Object.keys(typed).length > 0 ? form : null))
  return { form, change: (some: Partial<RequestForm>) => setTyped((before) => ({ ...before, ...some })) }
}

function ExpiryField({ form, onChange }: Pick<FieldsProps, 'form' | 'onChange'>) {
  const { t } = useTranslation('requests')
  const send = useTranslation('send')
  const { user } = useSession()
  const plan = planOf(user?.role ?? 'free')
  const names = Object.keys(expirySeconds) as ExpiryName[]
  const textOf = (name: ExpiryName) =>
    plan.expiries.includes(name) ? send.t(name) : send.t('notInPlan', { expiry: send.t(name) })
  return (
    <Select
      label={t('expiry')}
      value={form.expiry}
      choices={names.map((name) => [name, textOf(name), !plan.expiries.includes(name)])}
      onChange={(expiry) => onChange({ expiry: expiry as ExpiryName })}
    />
  )
}
