/** What a webhook is told and what it is for. */
import { Button } from '@mantine/core'
import type { Webhook } from '@sampan/contract/routes/webhooks'
import { webhookLimits } from '@sampan/contract/webhook-limits'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsking } from '../../lib/use-asking.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EventChoices } from './event-choices.tsx'
import { useWebhookActs } from './queries.ts'
import classes from './webhooks.module.css'

export function Settings({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const acts = useWebhookActs()
  const [events, setEvents] = useState(webhook.events)
  const [description, setDescription] = useState(webhook.description)
  const [isSaved, setSaved] = useState(false)
  const { wrong, problem, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  const isChanged = description !== webhook.description || events.join() !== webhook.events.join()
  async function save(event: FormEvent) {
    event.preventDefault()
    if (events.length === 0) return refuse({ events: 'required' })
    setSaved(await ask(() => acts.change(webhook._id, { events, description })))
  }
  const changed = () => {
    setSaved(false)
    mend()
  }
  return (
    <section className={classes.card} aria-labelledby="settings">
      <h2 id="settings">{t('settings')}</h2>
      <form className={classes.form} noValidate onSubmit={save}>
        <EventChoices
          chosen={events}
          isMissing={wrong.events !== undefined}
          onChange={(chosen) => {
            setEvents(chosen)
            changed()
          }}
        />
        <TextField
          label={t('description')}
          name="description"
          value={description}
          maxLength={webhookLimits.descriptionChars}
          onChange={(event) => {
            setDescription(event.currentTarget.value)
            changed()
          }}
        />
        <ProblemLine problem={problem} />
        <div className={classes.buttons}>
          <Button type="submit" h={44} loading={isAsking} disabled={!isChanged}>
            {t('save')}
          </Button>
          <span className={classes.note} role="status">
            {isSaved && !isChanged && t('saved')}
          </span>
        </div>
      </form>
    </section>
  )
}
