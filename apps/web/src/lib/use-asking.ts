/** A form's one act and how it was refused: fields that are wrong, or a problem that belongs to none of them. */
import type { ErrorCode, FieldCode } from '@sampan/contract/errors'
import { useState } from 'react'
import { asProblem, isProblem } from './is-problem.ts'

type Refusal = { wrong: Readonly<Record<string, FieldCode>>; problem: unknown }
const none: Refusal = { wrong: {}, problem: null }

/** What a form shows beside the field that was refused. */
const blamesField: readonly ErrorCode[] = ['passwordNotYours', 'emailTaken', 'signInFailed']

/** Without `hasFields` the form shows no field's fault: a refused one is a problem like others. */
export function useAsking({ hasFields = false } = {}) {
  const [refusal, setRefusal] = useState(none)
  const [refusals, setRefusals] = useState(0)
  const [isAsking, setAsking] = useState(false)

  /** What the fields are to blame for shakes and takes the focus. */
  function refuse(wrong: Readonly<Record<string, FieldCode>>) {
    setRefusal({ wrong, problem: null })
    setRefusals((count) => count + 1)
  }

  /** True once it is done. */
  async function ask(act: () => Promise<unknown>): Promise<boolean> {
    if (isAsking) return false
    setRefusal(none)
    setAsking(true)
    try {
      await act()
      return true
    } catch (problem) {
      const fields = asProblem(problem)?.fields
      if (fields && hasFields) refuse(fields)
      else {
        setRefusal({ wrong: {}, problem })
        if (blamesField.some((code) => isProblem(problem, code))) setRefusals((count) => count + 1)
      }
      return false
    } finally {
      setAsking(false)
    }
  }

  return { ...refusal, refusals, isAsking, ask, refuse, mend: () => setRefusal(none) }
}
