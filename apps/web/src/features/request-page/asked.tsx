/** An open request: what is asked, the files for it, and sending them. */

import type { RequestView } from '@sampan/contract/routes/request-page'
import { useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLeaveWarning } from '../../lib/unsaved.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { usePageDrop } from '../../product/files/use-page-drop.ts'
import { Comments } from './comments.tsx'
import { Done } from './done.tsx'
import { requesterName } from './names.ts'
import { nothingPicked, pickingReducer } from './picking.ts'
import type { Contact, RequestAddress, Submitted } from './queries.ts'
import { useLookAgain } from './queries.ts'
import { RequestHead } from './request-head.tsx'
import classes from './request-page.module.css'
import { SendForm } from './send-form.tsx'
import { Sending } from './sending.tsx'
import { Slots } from './slots.tsx'
import { useRequestUpload } from './use-request-upload.ts'

/** Where whatever is dropped on the page belongs; undefined where it has to be said. */
function onlyPlaceOf({ documents, takesOtherFiles }: RequestView): string | null | undefined {
  if (takesOtherFiles) return null
  const open = documents.filter(({ isOpen }) => isOpen)
  return open.length === 1 ? open[0]?._id : undefined
}

type Props = {
  view: RequestView
  address: RequestAddress
  /** Whether another sending may follow. */
  takesMore: boolean
  /** With Send, and with null when that is over. */
  onBegun: (view: RequestView | null) => void
}

export function Asked({ view, address, takesMore, onBegun }: Props) {
  const { t } = useTranslation('request')
  const [picking, dispatch] = useReducer(pickingReducer, nothingPicked)
  const [files, setFiles] = useState<readonly (typeof picking.placed)[number]['file'][]>([])
  const [contact, setContact] = useState<Contact | null>(null)
  const [isRecording, setRecording] = useState(false)
  const [done, setDone] = useState<Submitted | null>(null)
  const lookAgain = useLookAgain(address)
  // The engine knows the list by its identity: it changes with the choice alone.
  const chosen = picking.placed.map(({ file }) => file)
  if (chosen.length !== files.length || chosen.some((file, at) => file !== files[at])) setFiles(chosen)
  const { upload, retry, forget } = useRequestUpload(address, files, contact !== null)
  const onlyPlace = onlyPlaceOf(view)
  const isOver = usePageDrop(contact === null && onlyPlace !== undefined, (dropped) =>
    dispatch({ type: 'picked', place: onlyPlace ?? null, files: dropped, view }),
  )
  const who = requesterName(view, t('someone'))
  usePageTitle(t('asks', { who }))
  useLeaveWarning(files.length > 0 && done === null)

  function again() {
    forget()
    dispatch({ type: 'cleared' })
    setContact(null)
    setDone(null)
    onBegun(null)
  }
  function send(by: Contact) {
    onBegun(view)
    setContact(by)
  }
  async function finish(submitted: Submitted) {
    await upload?.forget()
    setDone(submitted)
    await lookAgain()
  }
  if (done) return <Done view={view} submitted={done} onMore={takesMore ? again : null} />
  return (
    <article className={classes.card} data-over={isOver || undefined}>
      <RequestHead view={view} />
      {contact && upload ? (
        <Sending
          {...{ address, upload, contact, picking }}
          onDone={(submitted) => void finish(submitted)}
          onBack={() => {
            upload.reopen()
            setContact(null)
            onBegun(null)
          }}
        />
      ) : (
        <>
          <Slots {...{ view, picking, dispatch, upload, retry }} onBusy={setRecording} />
          <SendForm view={view} count={files.length} upload={upload} isRecording={isRecording} onSend={send} />
        </>
      )}
      <Comments view={view} address={address} />
    </article>
  )
}
