/** The logged-in area: its guard, its texts and its frame. */
import { Button } from '@mantine/core'
import { dashPath } from '@sampan/contract/paths'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type ClientLoaderFunctionArgs, Outlet, redirectDocument, useRevalidator, useRouteError } from 'react-router'
import { loadTexts } from '../lib/i18n.ts'
import { inTime, NoAnswer } from '../lib/in-time.ts'
import { restoreSession, useSession } from '../lib/session.ts'
import { Notice } from '../ui/notice.tsx'
import classes from './dash.module.css'
import { DashShell } from './dash-shell.tsx'

/** The server gets this long before the page says that it does not answer; the question itself goes on. */
const patienceMs = 10_000

/** A hard redirect (spec §4): nothing of the logged-in area stays in the page. */
function loginFrom(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname === dashPath ? '/login' : `/login?next=${encodeURIComponent(pathname + search)}`
}

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const [user] = await Promise.all([inTime(restoreSession(), patienceMs), loadTexts('dash')])
  if (!user) throw redirectDocument(loginFrom(request.url))
  return null
}

/** No answer is no logout: it says so, and goes on by itself should the answer come late. */
export function ErrorBoundary() {
  const { t } = useTranslation('shell')
  const error = useRouteError()
  const { status } = useSession()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (status !== 'unknown') void revalidate()
  }, [status, revalidate])
  if (!(error instanceof NoAnswer)) throw error
  return (
    <main className={classes.page}>
      <Notice drawing="offline" title={t('noAnswerTitle')} text={t('noAnswerText')}>
        <Button size="md" onClick={() => location.reload()}>
          {t('reload')}
        </Button>
      </Notice>
    </main>
  )
}

export default function Dash() {
  const { status, user } = useSession()
  // Logged out, here or in another tab.
  useEffect(() => {
    if (status === 'visitor') location.replace('/login')
  }, [status])
  return (
    user && (
      <DashShell user={user}>
        <Outlet />
      </DashShell>
    )
  )
}
