/** An open request: what is asked, the files for it, and sending them. */

import type { RequestView } from '@sampan/contract/routes/request-page'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { useLeaveWarning } from '../../lib/unsaved.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { usePageDrop } from '../../product/files/use-page-drop.ts'
import { Comments } from './comments.tsx'
import { contactOf, firstWords } from './contact.ts'
import { Done } from './done.tsx'
import { forgetAnswer, useKeeping } from './keeping.ts'
import { requesterName } from './names.ts'
import { pickingReducer } from './picking.ts'
import type { RequestAddress, Submitted } from './queries.ts'
import { useLookAgain } from './queries.ts'
import { RequestHead } from './request-head.tsx'
import classes from './request-page.module.css'
import { SendForm } from './send-form.tsx'
import { Sending } from './sending.tsx'
import { Slots } from './slots.tsx'
import { stillNeeded } from './still-needed.ts'
import { Stopped } from './stopped.tsx'
import { useRequestUpload } from './use-request-upload.ts'
import type { Returned } from './use-return.ts'

/** Where whatever is dropped on the page belongs; undefined where it has to be said. */
function onlyPlaceOf({ documents, takesOtherFiles }: RequestView): string | null | undefined {
  if (takesOtherFiles) return null
  const open = documents.filter(({ isOpen }) => isOpen)
  return open.length === 1 ? open[0]?._id : undefined
}

type Props = {
  view: RequestView
  address: RequestAddress
  before: Returned
  /** Whether another sending may follow. */
  takesMore: boolean
  /** With Send, and with null when nothing that was sent is under way. */
  onBegun: (view: RequestView | null) => void
}

export function Asked({ view, address, before, takesMore, onBegun }: Props) {
  const { t } = useTranslation('request')
  const language = useLanguage()
  const [picking, dispatch] = useReducer(pickingReducer, before.picking)
  const [files, setFiles] = useState<readonly (typeof picking.placed)[number]['file'][]>([])
  const [words, setWords] = useState(() => firstWords(view, before.answer))
  const [earlierId, setEarlierId] = useState(before.answer?.uploadId ?? null)
  /** The server may have what was sent: it goes on as it is, or not at all. */
  const [isSubmitted, setSubmitted] = useState(before.answer?.isSubmitted ?? false)
  const [isPressed, setPressed] = useState(isSubmitted)
  const [isRecording, setRecording] = useState(false)
  const [done, setDone] = useState<Submitted | null>(null)
  const lookAgain = useLookAgain(address)
  // The engine knows the list by its identity: it changes with the choice alone.
  const chosen = picking.placed.map(({ file }) => file)
  if (chosen.length !== files.length || chosen.some((file, at) => file !== files[at])) setFiles(chosen)
  const awaited = picking.awaited.length
  const missing = stillNeeded(view, picking)
  const isSending = isPressed && awaited === 0
  const isHeld = awaited > 0 || (isSubmitted && !isPressed)
  const { upload, retry, forget } = useRequestUpload(address, {
    files,
    earlierId,
    left: picking.left,
    isSubmitted,
    isHeld,
    isSealed: isSending,
  })
  const onlyPlace = onlyPlaceOf(view)
  const isOver = usePageDrop(!isSending && onlyPlace !== undefined, (dropped) =>
    dispatch({ type: 'picked', place: onlyPlace ?? null, files: dropped, view, takesOnlyAwaited: isSubmitted }),
  )
  const who = requesterName(view, t('someone'))
  usePageTitle(t('asks', { who }))
  useLeaveWarning(files.length > 0 && done === null)
  useKeeping(done ? null : before.id, { picking, words, upload, earlierId, isSubmitted })
  const begun = useEffectEvent(() => onBegun(isSending || isSubmitted ? view : null))
  useEffect(() => {
    if (!done) begun()
  }, [isSending, isSubmitted, done])

  function again() {
    forget()
    dispatch({ type: 'cleared' })
    setWords({ ...words, message: '' })
    setEarlierId(null)
    setSubmitted(false)
    setPressed(false)
    setDone(null)
  }
  async function finish(submitted: Submitted) {
    await upload?.forget()
    forgetAnswer(before.id)
    setDone(submitted)
    await lookAgain()
  }
  /** What the server has may be submitted: then the same files go on later. Otherwise they may be others. */
  function stop(mayBeSubmitted: boolean) {
    setPressed(false)
    if (!mayBeSubmitted) return upload?.reopen()
    setEarlierId(upload?.plan()?.uploadId ?? earlierId)
    setSubmitted(true)
    forget()
  }
  if (done)
    return <Done {...{ view, missing }} submitted={done} message={words.message.trim()} onMore={takesMore ? again : null} />
  return (
    <article className={classes.card} data-over={isOver || undefined} data-sending={(isSending && upload !== null) || undefined}>
      <RequestHead view={view} />
      {isSending && upload ? (
        <Sending
          {...{ address, upload, picking, isSubmitted }}
          contact={contactOf(view, words, language)}
          onSubmitted={setSubmitted}
          onDone={(submitted) => void finish(submitted)}
          onStop={stop}
        />
      ) : (
        <>
          {isSubmitted && <Stopped picking={picking} onGoOn={() => setPressed(true)} onAgain={takesMore ? again : null} />}
          <Slots {...{ view, address, picking, dispatch, upload, retry }} takesOnlyAwaited={isSubmitted} onBusy={setRecording} />
          <Comments view={view} />
          {!isSubmitted && (
            <SendForm
              {...{ view, address, upload, isRecording, awaited, missing, words }}
              count={files.length}
              onWords={setWords}
              onSend={() => setPressed(true)}
            />
          )}
        </>
      )}
    </article>
  )
}
