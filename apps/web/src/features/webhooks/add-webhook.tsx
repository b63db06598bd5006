/** A new webhook: where it leads, what it is told, what it is for. */
import { Button } from '@mantine/core'
import type { WebhookEvent } from '@sampan/contract/rules/webhook-events'
import { webhookLimits } from '@sampan/contract/webhook-limits'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsking } from '../../lib/use-asking.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import { AddressField } from './address-field.tsx'
import { EventChoices } from './event-choices.tsx'
import { useWebhookActs } from './queries.ts'
import classes from './webhooks.module.css'
import { allEvents } from './words.ts'

type Props = { mayBePrivate: boolean; onMade: (secret: string, id: string) => void; onClose: () => void }

export function AddWebhook({ mayBePrivate, onMade, onClose }: Props) {
  const { t } = useTranslation('webhooks')
  const acts = useWebhookActs()
  const form = useRef<HTMLFormElement>(null)
  const [url, setUrl] = useState('')
  const [description, setDescription] = useState('')
  const [events, setEvents] = useState<WebhookEvent[]>([...allEvents])
  const { wrong, problem, refusals, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  useFocusWrong(form, refusals)
  function add(event: FormEvent) {
    event.preventDefault()
    if (url.trim() === '') return refuse({ url: 'required' })
    if (events.length === 0) return refuse({ events: 'required' })
    void ask(async () => {
      const { secret, webhook } = await acts.add({ url: url.trim(), description, events })
      onMade(secret, webhook._id)
    })
  }
  return (
    <section className={classes.card} aria-labelledby="add-webhook">
      <h2 id="add-webhook">{t('add')}</h2>
      <form ref={form} className={classes.form} noValidate onSubmit={add}>
        <AddressField
          value={url}
          mayBePrivate={mayBePrivate}
          wrong={wrong.url}
          onChange={(value) => {
            setUrl(value)
            mend()
          }}
        />
        <EventChoices
          chosen={events}
          isMissing={wrong.events !== undefined}
          onChange={(chosen) => {
            setEvents(chosen)
            mend()
          }}
        />
        <TextField
          label={t('description')}
          name="description"
          value={description}
          maxLength={webhookLimits.descriptionChars}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <ProblemLine problem={problem} />
        <div className={classes.buttons}>
          <Button variant="default" h={44} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" h={44} loading={isAsking}>
            {t('create')}
          </Button>
        </div>
      </form>
    </section>
  )
}
