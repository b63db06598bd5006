/** The account's codes and what is typed beside them; what the Continue button does. */
import { Problem } from '@sampan/contract/errors'
import type { Licence } from '@sampan/contract/routes/licences'
import { newLicenceCodes } from '@sampan/contract/rules/licence-codes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { lateChunk } from '../../lib/load-chunk.ts'
import { supportAddress } from '../../lib/support.ts'
import { changeUser, mayHaveSession, restoreSession, useSession } from '../../product/session/session.ts'
import { fitTyped, keepTyped, keptTyped, type Typed, wrongTyped } from './typed-codes.ts'

const { load: loadCalls } = lateChunk(() => import('./calls.ts'))
const nobodys: Licence[] = []
const keyOf = (userId: string | undefined) => ['licences', userId]

/** Throws what the server would, without asking it; but for the codes that it alone knows. */
function check(typed: Typed, own: number): void {
  try {
    newLicenceCodes(typed, () => false, own)
  } catch (error) {
    const email = supportAddress()
    throw error instanceof Problem && error.code === 'licenceCodesInvalid' && email ? new Problem(error.code, { email }) : error
  }
}

function useOwn() {
  const { user } = useSession()
  useEffect(() => {
    // Without an answer the page is a guest's; Continue asks again.
    if (mayHaveSession()) restoreSession().catch(() => {})
  }, [])
  const query = useQuery({
    queryKey: keyOf(user?._id),
    queryFn: async ({ signal }) => (await loadCalls()).readOwn(signal),
    enabled: user !== null,
    retry: false,
    networkMode: 'always',
  })
  return { user, query, own: (user && query.data?.licences) ?? nobodys }
}

export function useLicences(onSignUp: () => void) {
  const queries = useQueryClient()
  const { user, query, own } = useOwn()
  const [typed, setTyped] = useState<Typed>([])
  const [wrong, setWrong] = useState<ReadonlySet<number>>(new Set())
  const [problem, setProblem] = useState<unknown>(null)
  const [isAsking, setAsking] = useState(false)
  const [isDone, setDone] = useState(false)
  // After waking only: the prerendered page knows nothing that was typed.
  useEffect(() => setTyped(keptTyped()), [])

  function type(next: Typed) {
    setTyped(next)
    keepTyped(next)
    setWrong(new Set())
    setProblem(null)
    setDone(false)
  }

  /** Also after a refusal: another tab, or a call whose answer was lost, may have activated some. */
  async function renew() {
    const { role, status, licences } = await (await loadCalls()).readOwn()
    const now = await restoreSession()
    if (!now) return
    queries.setQueryData(keyOf(now._id), { role, status, licences })
    changeUser({ ...now, role, status })
  }

  async function activate() {
    check(typed, own.length)
    const person = user ?? (await restoreSession())
    if (!person) return onSignUp()
    await (await loadCalls()).activate(typed.filter((text) => text.trim() !== ''))
    type([])
    setDone(true)
    await renew()
  }

  async function submit() {
    if (isAsking) return
    setAsking(true)
    setProblem(null)
    setDone(false)
    try {
      await activate()
    } catch (error) {
      setProblem(error)
      setWrong(wrongTyped(fitTyped(typed, own.length)))
      if (user) await renew().catch(() => {})
    }
    setAsking(false)
  }

  const isLoading = user !== null && query.isPending
  return { user, own, typed: fitTyped(typed, own.length), wrong, problem, isAsking, isDone, isLoading, query, type, submit }
}
export type Licences = ReturnType<typeof useLicences>
