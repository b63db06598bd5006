/** Keeps the upload at what the draft's files are: at the form, and while the code is waited for. */
import { useEffect } from 'react'
import { mayHaveSession, useSession } from '../../../product/session/session.ts'
import type { Form } from '../form/form.ts'
import { type Early, earlyOf, isMetered } from './early-rules.ts'
import { followDraft } from './running-uploads.ts'
import { isLineBusy, useSendingState } from './sending-state.ts'

/** A new list of files is a change; so is who sends, and what made it wait. */
export function useFollowing(form: Form): Early {
  const { status } = useSession()
  const { files, account, carried } = form
  const early = earlyOf(form, status !== 'unknown' || !mayHaveSession(), isMetered(), isLineBusy(useSendingState()))
  const mayFlow = early === 'flows' || files.length === 0
  useEffect(() => {
    if (mayFlow) void followDraft({ files, account, carried })
  }, [mayFlow, files, account, carried])
  return early
}
