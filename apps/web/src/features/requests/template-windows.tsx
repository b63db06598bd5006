/** Templates: kept by a name, begun from, and deleted (R5). */
import { Button } from '@mantine/core'
import { titleMaxChars } from '@sampan/contract/limits'
import type { KeptTemplate } from '@sampan/contract/routes/request-templates'
import type { RequestTemplate } from '@sampan/contract/routes/requests'
import { fieldText } from '@sampan/texts/errors'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useTemplates } from './queries.ts'
import { type Starter, startersIn } from './starters.ts'
import { useTemplateChanges } from './use-templates.ts'
import classes from './windows.module.css'

type ChooseProps = { onUse: (chosen: Starter) => void; onClose: () => void }

export function ChooseTemplate({ onUse, onClose }: ChooseProps) {
  const { t } = useTranslation('asking')
  const { data, error, isFetching, refetch } = useTemplates()
  const { remove } = useTemplateChanges()
  const { problem, ask } = useAsking()
  return (
    <Dialog title={t('templates')} closeLabel={t('close')} size={520} onClose={onClose}>
      {!data && !error && (
        <p className={classes.text} role="status">
          {t('loading')}
        </p>
      )}
      {!data && error && (
        <>
          <ProblemLine problem={error} />
          <Button variant="default" h={44} loading={isFetching} onClick={() => void refetch()}>
            {t('tryAgain')}
          </Button>
        </>
      )}
      {data?.templates.length === 0 && <p className={classes.text}>{t('noTemplates')}</p>}
      {data && data.templates.length > 0 && (
        <ul className={classes.templates} aria-label={t('templates')}>
          {data.templates.map((kept) => (
            <Template key={kept._id} kept={kept} onUse={() => onUse(kept)} onDelete={() => void ask(() => remove(kept._id))} />
          ))}
        </ul>
      )}
      <Starters onUse={onUse} />
      <ProblemLine problem={problem} />
    </Dialog>
  )
}

function Starters({ onUse }: Pick<ChooseProps, 'onUse'>) {
  const { t } = useTranslation('asking')
  const format = useFormat()
  return (
    <>
      <h3 className={classes.label}>{t('starters')}</h3>
      <ul className={classes.templates} aria-label={t('starters')}>
        {startersIn(t).map((starter) => (
          <li key={starter.name}>
            <button type="button" className={classes.use} onClick={() => onUse(starter)}>
              <b>{starter.name}</b>
              <span>
                {t('documentCount', {
                  count: starter.template.documents.length,
                  number: format.number(starter.template.documents.length),
                })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

type TemplateProps = { kept: KeptTemplate; onUse: () => void; onDelete: () => void }

/** The first press asks, the second deletes. */
function Template({ kept: { name, template }, onUse, onDelete }: TemplateProps) {
  const { t } = useTranslation('asking')
  const format = useFormat()
  const [isAsked, setAsked] = useState(false)
  const count = template.documents.length
  return (
    <li>
      <button type="button" className={classes.use} onClick={onUse}>
        <b>{name}</b>
        <span>{t('documentCount', { count, number: format.number(count) })}</span>
      </button>
      <button
        type="button"
        className={classes.delete}
        data-asked={isAsked || undefined}
        aria-label={t(isAsked ? 'deleteTemplateSure' : 'deleteTemplate', { name })}
        onBlur={() => setAsked(false)}
        onClick={() => (isAsked ? onDelete() : setAsked(true))}
      >
        {isAsked ? t('delete') : <Trash2 size={18} strokeWidth={1.75} aria-hidden="true" />}
      </button>
    </li>
  )
}

type SaveProps = { title: string; template: RequestTemplate; onClose: () => void; onSaved: (name: string) => void }

export function SaveTemplate({ title, template, onClose, onSaved }: SaveProps) {
  const { t } = useTranslation('asking')
  const language = useLanguage()
  const [name, setName] = useState(title)
  const { save } = useTemplateChanges()
  const { problem, wrong, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  async function submit(event: FormEvent) {
    event.preventDefault()
    // A form within the window is none of the form beneath it.
    event.stopPropagation()
    if (!name.trim()) return refuse({ name: 'required' })
    if (await ask(() => save(name.trim(), template))) onSaved(name.trim())
  }
  return (
    <Dialog title={t('saveTemplate')} focusesContent onClose={onClose}>
      <p className={classes.text}>{t('saveTemplateText')}</p>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('templateName')}
          data-autofocus
          autoComplete="off"
          maxLength={titleMaxChars}
          value={name}
          onChange={(event) => {
            mend()
            setName(event.currentTarget.value)
          }}
          error={wrong.name && fieldText(wrong.name, language)}
        />
        <ProblemLine problem={problem} />
        <div className={classes.buttons}>
          <Button variant="default" h={44} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" h={44} loading={isAsking}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
