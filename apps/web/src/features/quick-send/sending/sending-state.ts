/**
 * What is being sent, and how it ended where its card was left: of the app and not of the card, so that every page can show it. Apart
 * from what does it (sending.ts), so that the first page does not load the engine.
 */
import type { SendingStage } from '@sampan/client/sending/sending'
import type { Upload, UploadSnapshot } from '@sampan/client/upload/upload'
import { type Dispatch, useEffect, useSyncExternalStore } from 'react'
import type { Progress } from '../../../product/sending/progress.ts'
import type { Failure } from '../../../product/sending/sending-failed.tsx'
import type { KeptNotice } from '../form/cancel-kept.ts'
import type { Form, FormAction, Sent } from '../form/form.ts'

export type Sending = {
  /** As it was when Send was pressed. */
  form: Form
  upload: Upload | null
  snapshot: UploadSnapshot
  shown: Progress
  stage: SendingStage
  failure: Failure | null
  /** Its link works, though not all of it has arrived yet. */
  sent: Sent | null
}
/** It arrived, or its draft has to be changed first. */
export type Ended = { form: Form; sent: Sent } | { form: Form; problem: Error }
/** `kept`: it was cancelled without its card, and can be taken up again for so long. */
export type Draft = { upload: Upload; fileCount: number; kept?: KeptNotice }
type State = {
  sending: Sending | null
  /** Told to nobody yet: no card was there. */
  ended: Ended | null
  hasCard: boolean
  /** The upload of what is not sent yet, and how many files it has. */
  draft: Draft | null
}

const nothing: State = { sending: null, ended: null, hasCard: false, draft: null }
let state = nothing
let card: Dispatch<FormAction> | null = null
const listeners = new Set<() => void>()

function become(change: Partial<State>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

export const sendingState = (): State => state
export const showSending = (sending: Sending | null): void => become({ sending })
export const showDraft = (draft: Draft | null): void => become({ draft })
export const showKept = (kept: KeptNotice): void => become({ draft: state.draft && { ...state.draft, kept } })
export const closeEnded = (): void => become({ ended: null })

/** To the card that is there; else it waits for the next one, or is shown on the page that is. */
export function reportEnded(ended: Ended): void {
  const { files, chips, sendAs } = ended.form
  if (!card) become({ ended })
  else if ('sent' in ended) card({ type: 'published', sent: ended.sent, as: { files, chips, sendAs } })
  else card({ type: 'refused', problem: ended.problem })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useSendingState = (): State => useSyncExternalStore(subscribe, sendingState, () => nothing)

/** From now on a card is watched. What was refused without one stands in it from its beginning on. */
export function useSendingCard(dispatch: Dispatch<FormAction>): void {
  useEffect(() => {
    card = dispatch
    become({ hasCard: true, ended: state.ended && 'problem' in state.ended ? null : state.ended })
    return () => {
      card = null
      become({ hasCard: false })
    }
  }, [dispatch])
}
