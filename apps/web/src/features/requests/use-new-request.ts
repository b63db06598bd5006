/** A new request as it is filled in: what it begins with, what is kept of it, and how it is sent. */
import { planOf } from '@sampan/contract/plans'
import type { User } from '@sampan/contract/routes/accounts'
import { createRequest, type RequestDetail } from '@sampan/contract/routes/requests'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { makeRequestKeys } from '../../lib/request-keys.ts'
import { within } from '../../lib/timeout.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { addRecipients, endRecipient } from '../../product/recipients/chips.ts'
import { rootId } from '../../product/session/acting.ts'
import { api } from '../../product/session/api.ts'
import { usageKey } from '../../product/session/usage-key.ts'
import { type Draft, faultsOf, hasContents, newDraft, requestOf, withSettings } from './draft.ts'
import { keepDraft, readDraft } from './kept-draft.ts'
import { listKey, requestKey, useSettings } from './queries.ts'

/** What was typed on the send card. */
export type Carried = { to: readonly string[]; message: string }

const withCarried = (draft: Draft, { to, message }: Carried): Draft => ({
  ...draft,
  chips: addRecipients(draft.chips, to),
  message: message || draft.message,
})

export function useNewRequest(user: Pick<User, '_id' | 'role' | 'ownLimits'>, carried: Carried | null) {
  const queries = useQueryClient()
  // What is begun for a team never comes up in the own account.
  const root = rootId(user._id)
  const settings = useSettings().data?.settings.requestSettings
  const [beginning, setBeginning] = useState(newDraft)
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = readDraft(root) ?? newDraft
    return carried ? withCarried(kept, carried) : kept
  })
  const [done, setDone] = useState<RequestDetail | null>(null)
  const asking = useAsking({ hasFields: true })
  const [keyOf] = useState(makeRequestKeys)
  const plan = planOf(user)
  useEffect(() => {
    if (!settings) return
    const fresh = withSettings(newDraft, settings)
    setBeginning(fresh)
    // What was begun before is as it was left.
    setDraft((before) => (hasContents(before, newDraft) ? before : fresh))
  }, [settings])
  useEffect(() => {
    if (!done) keepDraft(root, hasContents(draft, beginning) ? draft : null)
  }, [draft, beginning, done, root])

  async function create(asked: Draft, key: string) {
    const body = requestOf(asked, plan, key, new Date())
    const detail = await within((signal) => api.call(createRequest, { body, signal }))
    queries.setQueryData(requestKey(detail.request.slug), detail)
    for (const queryKey of [listKey, usageKey]) void queries.invalidateQueries({ queryKey })
    setDone(detail)
  }
  return {
    plan,
    draft,
    done,
    asking,
    change: (some: Partial<Draft>) => {
      setDraft((before) => ({ ...before, ...some }))
      asking.mend()
    },
    replace: setDraft,
    /** One press, a link: as requests of this account begin. */
    makeLink: () => asking.ask(() => create({ ...beginning, sendAs: 'link' }, keyOf(beginning))),
    submit: async () => {
      const ended = { ...draft, chips: endRecipient(draft.chips) }
      const faults = faultsOf(ended, plan, new Date())
      if (Object.keys(faults).length > 0) {
        setDraft(ended)
        return asking.refuse(faults)
      }
      const isDone = await asking.ask(() => create(ended, keyOf(draft)))
      if (!isDone) return
      keepDraft(root, null)
      setDraft(beginning)
    },
    /** What was filled in beside a link of one press is still there. */
    again: () => setDone(null),
  }
}
