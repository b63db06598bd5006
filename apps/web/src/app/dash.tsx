/** The logged-in area: its guard, its texts and its frame. */
import { Outlet, redirectDocument } from 'react-router'
import { loadTexts } from '../lib/i18n.ts'
import { restoreSession } from '../lib/session.ts'

export async function clientLoader() {
  const [user] = await Promise.all([restoreSession(), loadTexts('dash')])
  // A hard redirect (spec §4): nothing of the logged-in area stays in the page.
  if (!user) throw redirectDocument('/login')
  return null
}

export default function Dash() {
  return <Outlet />
}
