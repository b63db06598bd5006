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
  id: number
  /** As it was when Send was pressed. */
  form: Form
  upload: Upload | null
  snapshot: UploadSnapshot
  shown: Progress
  stage: SendingStage
  failure: Failure | null
  /** It can only be sent otherwise, and another draft is in the card. */
  needsCard: boolean
  /** Its link works, though not all of it has arrived yet. */
  sent: Sent | null
}
/** It arrived, or its draft has to be changed first. */
export type Ended = { form: Form; sent: Sent } | { form: Form; problem: Error }
/** `kept`: it was cancelled without its card, and can be taken up again for so long. */
export type Draft = { upload: Upload; fileCount: number; kept?: KeptNotice }
type State = {
  /** The one that runs; where none does, the first of those that have failed. */
  sending: Sending | null
  /** What waits for its turn, or failed when others waited (Q25). */
  waiting: readonly Sending[]
  /** Told to nobody yet: no card was there. */
  ended: Ended | null
  hasCard: boolean
  /** The files of the transfer that the card shows. */
  watched: Form['files'] | null
  /** The upload of what is not sent yet, and how many files it has. */
  draft: Draft | null
}

const nothing: State = { sending: null, waiting: [], ended: null, hasCard: false, watched: null, draft: null }
let state = nothing
let card: Dispatch<FormAction> | null = null
const listeners = new Set<() => void>()

function become(change: Partial<State>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

export const sendingState = (): State => state
export const showSendings = ([sending, ...waiting]: readonly Sending[]): void => become({ sending: sending ?? null, waiting })
export const showDraft = (draft: Draft | null): void => become({ draft })
export const showKept = (kept: KeptNotice): void => become({ draft: state.draft && { ...state.draft, kept } })
export const closeEnded = (): void => become({ ended: null })

/** Of all that were sent and are not through. */
export const sendingOf = ({ sending, waiting }: State, { files }: Pick<Form, 'files'>): Sending | null =>
  [...(sending ? [sending] : []), ...waiting].find(({ form }) => form.files === files) ?? null

/** What is being sent, or waits for that, has the line: a draft waits until it is free. */
export const isLineBusy = ({ sending }: State): boolean => sending !== null && sending.failure === null

/** To the card that has it; else it waits for the next one, or is shown on the page that is. */
export function reportEnded(ended: Ended, isOfCard: boolean): void {
  const { files, chips, sendAs } = ended.form
  if (!card || ('sent' in ended && !isOfCard)) become({ ended })
  else if ('sent' in ended) card({ type: 'published', sent: ended.sent, as: { files, chips, sendAs } })
  else card({ type: 'refused', problem: ended.problem })
}

/** A draft again, in the card that is there, if any. */
export function bringToCard(form: Form, kept: KeptNotice | null): boolean {
  card?.({ type: 'broughtBack', form, kept })
  return card !== null
}

export const watchInCard = (form: Form): void => card?.({ type: 'watched', form })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useSendingState = (): State => useSyncExternalStore(subscribe, sendingState, () => nothing)

/** Of the draft and of what is sent, as far as the server knows them. */
export const uploadIdsHere = ({ draft, sending, waiting }: State): string[] =>
  [draft, sending, ...waiting].flatMap((one) => one?.upload?.plan()?.uploadId ?? [])

/** From now on a card is watched. What was refused without one stands in it from its beginning on. `watched`: the files of what it shows being sent. */
export function useSendingCard(dispatch: Dispatch<FormAction>, watched: Form['files'] | null): void {
  useEffect(() => {
    card = dispatch
    become({ hasCard: true, ended: state.ended && 'problem' in state.ended ? null : state.ended })
    return () => {
      card = null
      become({ hasCard: false })
    }
  }, [dispatch])
  useEffect(() => {
    become({ watched })
    return () => become({ watched: null })
  }, [watched])
}
