/** What is written between the requester and whoever sends. */
import { Button } from '@mantine/core'
import { requestLimits } from '@sampan/contract/limits'
import type { RequestView } from '@sampan/contract/routes/request-page'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { requesterName } from './names.ts'
import { type RequestAddress, useComment } from './queries.ts'
import classes from './request-page.module.css'

export function Comments({ view, address }: { view: RequestView; address: RequestAddress }) {
  const { t } = useTranslation('request')
  const format = useFormat()
  const [text, setText] = useState('')
  const comment = useComment(address)
  const who = requesterName(view, t('someone'))
  function write(event: FormEvent) {
    event.preventDefault()
    if (text.trim()) comment.mutate(text.trim(), { onSuccess: () => setText('') })
  }
  return (
    <section aria-labelledby="messages">
      <h2 id="messages">{t('messages')}</h2>
      <ol className={classes.comments}>
        {view.comments.map(({ by, text: said, at }) => (
          <li key={`${at} ${by}`} data-by={by}>
            <p className={classes.note}>
              <b>{by === 'supplier' ? t('you') : who}</b>{' '}
              <time dateTime={new Date(at).toISOString()}>{format.dateTime(new Date(at))}</time>
            </p>
            <p className={classes.said}>{said}</p>
          </li>
        ))}
      </ol>
      <form className={classes.write} onSubmit={write}>
        <label className={classes.area}>
          <span>{t('write', { who })}</span>
          <textarea
            rows={1}
            maxLength={requestLimits.commentChars}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <Button type="submit" variant="default" loading={comment.isPending} disabled={!text.trim()}>
          {t('writeSend')}
        </Button>
      </form>
      <ProblemLine problem={comment.error} />
    </section>
  )
}
