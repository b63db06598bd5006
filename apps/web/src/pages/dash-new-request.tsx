import { useState } from 'react'
import { useLocation } from 'react-router'
import { NewRequest } from '../features/requests/new-request.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'

export async function clientLoader() {
  await loadTexts('asking')
  return null
}

export default function DashNewRequest() {
  const { user } = useSession()
  const { state, key } = useLocation()
  // From the send card, or of a contact; by a reload it is in the draft.
  const [carried] = useState(() => ({
    to: Array.isArray(state?.to) ? (state.to as string[]) : [],
    message: typeof state?.message === 'string' ? state.message : '',
  }))
  return user && <NewRequest key={key} user={user} carried={carried} />
}
