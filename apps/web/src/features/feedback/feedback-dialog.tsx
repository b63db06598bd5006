import { Button } from '@mantine/core'
import { feedbackMaxChars } from '@sampan/contract/limits'
import { sendFeedback } from '@sampan/contract/routes/feedback'
import { type FeedbackRating, feedbackRatings } from '@sampan/contract/states'
import { Frown, Meh, Smile } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { makeRequestKeys } from '../../lib/request-keys.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import classes from './feedback.module.css'

const faces = { Bad: Frown, Fine: Meh, Fantastic: Smile } as const

export function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('feedback')
  const [isSent, setSent] = useState(false)
  return (
    <Dialog title={t(isSent ? 'thanks' : 'title')} onClose={onClose}>
      {isSent ? <Thanks onClose={onClose} /> : <FeedbackForm onSent={() => setSent(true)} onClose={onClose} />}
    </Dialog>
  )
}

function Thanks({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('feedback')
  return (
    <>
      <p className={classes.text} role="status">
        {t('thanksText')}
      </p>
      <div className={classes.buttons}>
        <Button h={46} onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </>
  )
}

function FeedbackForm({ onSent, onClose }: { onSent: () => void; onClose: () => void }) {
  const { t } = useTranslation('feedback')
  const problemText = useProblemText()
  const id = useId()
  const [rating, setRating] = useState<FeedbackRating | null>(null)
  const [message, setMessage] = useState('')
  const [wantsRating, setWantsRating] = useState(false)
  const [keyOf] = useState(makeRequestKeys)
  const { problem, isAsking, ask } = useAsking()
  async function send(event: FormEvent) {
    event.preventDefault()
    setWantsRating(!rating)
    if (!rating) return
    const said = { rating, message, route: location.pathname }
    if (await ask(() => api.call(sendFeedback, { body: { ...said, requestKey: keyOf(said) } }))) onSent()
  }
  return (
    <form className={classes.form} noValidate onSubmit={send}>
      <p className={classes.text}>{t('text')}</p>
      <Segmented
        label={t('rating')}
        value={rating}
        onChoose={setRating}
        choices={feedbackRatings.map((value) => ({ value, label: t(value), Icon: faces[value] }))}
      />
      <p className={classes.problem} role="alert">
        {wantsRating && !rating && t('ratingMissing')}
      </p>
      <label htmlFor={id}>{t('comment')}</label>
      <textarea
        id={id}
        rows={4}
        maxLength={feedbackMaxChars}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <p className={classes.problem} role="alert">
        {problem !== null && problemText(problem)}
      </p>
      <div className={classes.buttons}>
        <Button variant="default" h={46} onClick={onClose}>
          {t('notNow')}
        </Button>
        <Button type="submit" h={46} loading={isAsking} disabled={!message.trim()}>
          {t('send')}
        </Button>
      </div>
    </form>
  )
}
