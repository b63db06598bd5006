import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { NewRequest } from '../features/requests/new-request.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { useSession } from '../product/session/session.ts'

export async function clientLoader() {
  await loadTexts('asking')
  return null
}

export default function DashNewRequest() {
  const { user } = useSession()
  const { state } = useLocation()
  const navigate = useNavigate()
  const [carried] = useState(() => ({
    to: Array.isArray(state?.to) ? (state.to as string[]) : [],
    message: typeof state?.message === 'string' ? state.message : '',
  }))
  // Taken once: after a reload it is in the draft, as it was changed there.
  useEffect(() => {
    if (state) void navigate('.', { replace: true })
  }, [state, navigate])
  return user && <NewRequest user={user} carried={carried} />
}
