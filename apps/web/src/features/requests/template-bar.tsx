/** Begins with what was kept, and keeps what is typed (R5). */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsking } from '../../lib/use-asking.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { askedBody, askedIn, type RequestForm } from './form.ts'
import { useTemplateActs, useTemplates } from './queries.ts'
import { Select } from './request-fields.tsx'
import classes from './request-form.module.css'

type Props = { form: RequestForm; onUse: (some: Partial<RequestForm>) => void }

export function TemplateBar({ form, onUse }: Props) {
  const { t } = useTranslation('requests')
  const templates = useTemplates().data?.templates ?? []
  const acts = useTemplateActs()
  const [chosen, setChosen] = useState('')
  const [name, setName] = useState<string | null>(null)
  const [isKept, setKept] = useState(false)
  const { problem, isAsking, ask } = useAsking()
  function use(id: string) {
    setChosen(id)
    const kept = templates.find(({ _id }) => _id === id)
    if (kept) onUse(askedIn(kept.template))
  }
  async function keep() {
    if (!name?.trim()) return
    if (!(await ask(() => acts.keep({ name: name.trim(), template: askedBody(form) })))) return
    setName(null)
    setKept(true)
  }
  return (
    <div className={classes.templates}>
      {templates.length > 0 && (
        <Select
          label={t('template')}
          value={chosen}
          choices={[['', t('templateNone')], ...templates.map(({ _id, name: kept }) => [_id, kept] as const)]}
          onChange={use}
        />
      )}
      {chosen && (
        <Button variant="default" onClick={() => void ask(() => acts.remove(chosen)).then((isDone) => isDone && setChosen(''))}>
          {t('deleteTemplate')}
        </Button>
      )}
      {name === null ? (
        <Button variant="default" onClick={() => setName(form.title)}>
          {t('keepTemplate')}
        </Button>
      ) : (
        <div className={classes.keep}>
          <TextField
            label={t('templateName')}
            maxLength={120}
            autoFocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button variant="default" loading={isAsking} disabled={!name.trim()} onClick={() => void keep()}>
            {t('save')}
          </Button>
        </div>
      )}
      <span role="status">{isKept && name === null ? t('templateKept') : ''}</span>
      <ProblemLine problem={problem} />
    </div>
  )
}
