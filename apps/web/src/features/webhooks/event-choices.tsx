/** What a webhook is told: each event as a plain sentence. */
import type { WebhookEvent } from '@sampan/contract/rules/webhook-events'
import { useTranslation } from 'react-i18next'
import classes from './webhooks.module.css'
import { allEvents, whenKey } from './words.ts'

type Props = { chosen: readonly WebhookEvent[]; onChange: (chosen: WebhookEvent[]) => void; isMissing: boolean }

export function EventChoices({ chosen, onChange, isMissing }: Props) {
  const { t } = useTranslation('webhooks')
  const toggle = (event: WebhookEvent) => onChange(allEvents.filter((each) => chosen.includes(each) !== (each === event)))
  return (
    <fieldset className={classes.events} aria-describedby="events-problem">
      <legend>{t('eventsLegend')}</legend>
      {allEvents.map((event) => (
        <label key={event}>
          <input type="checkbox" name="events" checked={chosen.includes(event)} onChange={() => toggle(event)} />
          <span>{t(whenKey(event))}</span>
        </label>
      ))}
      <p id="events-problem" className={classes.problem} aria-live="polite">
        {isMissing && t('eventsNone')}
      </p>
    </fieldset>
  )
}
