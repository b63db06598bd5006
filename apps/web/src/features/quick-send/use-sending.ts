/** Publishes the upload at once and waits for its last byte; says which of both failed and tries again on demand. */
import { systemClock } from '@sampan/client/clock'
import type { Upload } from '@sampan/client/upload/upload'
import { Problem } from '@sampan/contract/errors'
import { type Dispatch, useCallback, useEffect, useRef, useState } from 'react'
import { useLanguage } from '../../lib/i18n.ts'
import type { Form, FormAction, Sent } from './form.ts'
import { forgetDraft } from './kept-draft.ts'
import { rememberSent } from './memory.ts'
import { concernsDraft } from './problem-place.ts'
import { isAnswerTo, publish } from './publish.ts'
import { publishWhole } from './publish-whole.ts'
import { askToSend, callOff, forgetUpload, isSentAs, markAsked, uploadToSend } from './running-uploads.ts'
import { useReconnecting } from './upload-hooks.ts'

export type Stage = 'uploading' | 'publishing'
export type Failure = { stage: Stage; error: unknown }

/** All that a transfer is but its files. */
const wordsOf = ({ account, sendAs, sender, message, chips, options }: Form): string =>
  JSON.stringify([account?._id ?? sender, sendAs, message, sendAs === 'email' ? chips.list : [], options])

const lostCodes = ['uploadNotFound', 'uploadClosed']

export function useSending(form: Form, dispatch: Dispatch<FormAction>, onSent?: () => void) {
  const [upload, setUpload] = useState<Upload | null>(null)
  const [stage, setStage] = useState<Stage>('uploading')
  const [failure, setFailure] = useState<Failure | null>(null)
  /** Its link works, though not all of it has arrived yet. */
  const [sent, setSent] = useState<Sent | null>(null)
  const [tries, setTries] = useState(0)
  const language = useLanguage()
  const isCancelled = useRef(false)
  const showSent = useRef((): boolean => false)
  // The draft of this step never changes, only its language may; neither starts anything anew.
  const latest = useRef({ form, language, onSent })
  latest.current = { form, language, onSent }

  // A new try is what starts this again.
  useEffect(() => {
    // Whoever logs in or out meanwhile changes nothing about whose transfer this is.
    const { account, files, chips, sendAs } = latest.current.form
    const sentAs = wordsOf(latest.current.form)
    const page = new AbortController()
    const { signal } = page
    let reached: Stage = 'uploading'
    let started: Upload | null = null
    let answer: Sent | null = null
    let mayBeginAnew = true
    function onStage(next: Stage) {
      reached = next
      setStage(next)
    }
    function finish(sending: Upload) {
      void sending.forget()
      forgetUpload(sending)
      forgetDraft({ files })
      latest.current.onSent?.()
      if (!account) rememberSent(latest.current.form.sender)
    }
    // Cancelled too late: the card has gone back to its form by then.
    showSent.current = () => {
      if (!started || !answer) return false
      finish(started)
      dispatch({ type: 'published', sent: answer, as: { files, chips, sendAs } })
      return true
    }
    async function run() {
      onStage('uploading')
      setFailure(null)
      const sending = await uploadToSend(latest.current.form, sentAs)
      if (signal.aborted) return
      started = sending
      setUpload(sending)
      // What has been sent is brought to its end, also where nobody watches any more; nothing else is.
      const endIfGone = () => {
        if (signal.aborted && (!answer || isCancelled.current || !isSentAs(sending, sentAs))) throw signal.reason
      }
      const publishing = async () => {
        const plan = await sending.planned()
        endIfGone()
        const words = { ...latest.current.form, account }
        const ask = () => publish(words, plan, latest.current.language)
        const now = await askToSend(sending, { sentAs, ask, isOurs: (given) => isAnswerTo(words, given) })
        answer = now
        mayBeginAnew = false
        if (!signal.aborted) setSent(now)
        return now
      }
      reached = 'publishing'
      // Nobody answers: the bytes wait for the line by themselves, and so does this.
      const early = await publishing().catch((error: unknown) => {
        if (error instanceof Problem) throw error
        return null
      })
      endIfGone()
      onStage('uploading')
      const isWhole = early !== null && early.state !== 'uploading'
      if (!isWhole) await sending.done
      endIfGone()
      const recheck = () => sending.recheck()
      const whole = isWhole ? early : await publishWhole({ publish: publishing, recheck, onStage }, systemClock, signal)
      finish(sending)
      if (!signal.aborted) dispatch({ type: 'published', sent: whole })
    }
    /** What flowed before Send may be gone meanwhile: begun anew, without a word. */
    async function runOrAnew() {
      try {
        await run()
      } catch (error) {
        if (signal.aborted || !mayBeginAnew || !(error instanceof Problem && lostCodes.includes(error.code))) throw error
        mayBeginAnew = false
        forgetUpload(started)
        await run()
      }
    }
    runOrAnew().catch((error: unknown) => {
      // Taken back, it is there again for the next try.
      if (isCancelled.current) return
      if (error instanceof Problem && lostCodes.includes(error.code)) forgetUpload(started)
      if (signal.aborted || (error as Error).name === 'AbortError') return
      if (error instanceof Problem && started) markAsked(started, false)
      if (concernsDraft(error)) dispatch({ type: 'refused', problem: error })
      else setFailure({ stage: reached, error })
    })
    return () => page.abort()
  }, [tries, dispatch])

  useReconnecting(upload)
  const retry = useCallback(() => setTries((count) => count + 1), [])
  const cancel = useCallback(() => {
    isCancelled.current = true
    if (upload) callOff(upload, () => showSent.current())
  }, [upload])
  return { upload, stage, failure, sent, retry, cancel }
}
