/** Runs the upload and then publishes it; says which of both failed and tries again on demand. */
import type { Upload } from '@sampan/client/upload/upload'
import { Problem } from '@sampan/contract/errors'
import { type Dispatch, useCallback, useEffect, useRef, useState } from 'react'
import { useLanguage } from '../../lib/i18n.ts'
import type { Form, FormAction } from './form.ts'
import { forgetDraft } from './kept-draft.ts'
import { rememberSent } from './memory.ts'
import { concernsDraft } from './problem-place.ts'
import { forgetUpload, publish, uploadOf } from './running-uploads.ts'

export type Stage = 'uploading' | 'publishing'
export type Failure = { stage: Stage; error: unknown }

const lostCodes = ['uploadNotFound', 'uploadClosed']

export function useSending(form: Form, dispatch: Dispatch<FormAction>, onSent?: () => void) {
  const [upload, setUpload] = useState<Upload | null>(null)
  const [stage, setStage] = useState<Stage>('uploading')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [tries, setTries] = useState(0)
  const language = useLanguage()
  // The draft of this step never changes, only its language may; neither starts anything anew.
  const latest = useRef({ form, language, onSent })
  latest.current = { form, language, onSent }

  // A new try is what starts this again.
  useEffect(() => {
    // Whoever logs in or out meanwhile changes nothing about whose transfer this is.
    const { account, files } = latest.current.form
    let isCurrent = true
    let reached: Stage = 'uploading'
    async function run() {
      const started = uploadOf(latest.current.form)
      setUpload(started)
      setStage('uploading')
      setFailure(null)
      const plan = await started.done
      if (!isCurrent) return
      reached = 'publishing'
      setStage(reached)
      const sent = await publish({ ...latest.current.form, account }, plan, latest.current.language)
      forgetDraft({ files })
      latest.current.onSent?.()
      if (!account) rememberSent(latest.current.form.sender)
      if (isCurrent) dispatch({ type: 'published', sent })
    }
    run().catch((error: unknown) => {
      if (error instanceof Problem && lostCodes.includes(error.code)) forgetUpload(files)
      if (!isCurrent || (error as Error).name === 'AbortError') return
      if (concernsDraft(error)) dispatch({ type: 'refused', problem: error })
      else setFailure({ stage: reached, error })
    })
    return () => {
      isCurrent = false
    }
  }, [tries, dispatch])

  const retry = useCallback(() => setTries((count) => count + 1), [])
  return { upload, stage, failure, retry }
}
