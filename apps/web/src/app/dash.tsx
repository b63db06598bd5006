/** The logged-in area: its guard, its texts and its frame. */
import { Button } from '@mantine/core'
import { dashPath, homePath } from '@sampan/contract/paths'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ClientLoaderFunctionArgs, Outlet, redirectDocument, useNavigate, useRevalidator, useRouteError } from 'react-router'
import { hasDraft } from '../features/quick-send/form/kept-draft.ts'
import { loadTexts, useLanguage } from '../lib/i18n.ts'
import { inTime, NoAnswer } from '../lib/in-time.ts'
import { hasWarnings, silenceWarnings } from '../lib/unsaved.ts'
import { endSession, restoreSession, useSession } from '../product/session/session.ts'
import { Notice } from '../ui/notice.tsx'
import classes from './dash.module.css'
import { DashShell } from './dash-shell.tsx'
import { LeaveDialog } from './leave-question.tsx'

/** The server gets this long before the page says that it does not answer; the question itself goes on. */
const timeoutMs = 10_000

/** A hard redirect (spec §4): nothing of the logged-in area stays in the page. */
function loginFrom(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname === dashPath ? '/login' : `/login?next=${encodeURIComponent(pathname + search)}`
}

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const [user] = await Promise.all([
    inTime(restoreSession(), timeoutMs),
    loadTexts('dash'),
    loadTexts('notifications'),
    loadTexts('profile'),
    loadTexts('billing'),
  ])
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

/** Whoever logs out here goes home, by a hard load: nothing of the account stays in the page. */
function useLogOut(home: string) {
  const [isLeaving, setLeaving] = useState(false)
  const [answer, setAnswer] = useState<((leaves: boolean) => void) | null>(null)
  // Asked before the session ends: who stays still can save.
  async function mayLeave(): Promise<boolean> {
    if (!hasWarnings()) return true
    const leaves = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
    setAnswer(null)
    return leaves
  }
  async function logOut() {
    if (!(await mayLeave())) return
    setLeaving(true)
    try {
      await endSession()
    } catch (error) {
      setLeaving(false)
      throw error
    }
    silenceWarnings()
    location.assign(home)
  }
  const question = answer && <LeaveDialog isLogOut onLeave={() => answer(true)} onStay={() => answer(false)} />
  return { isLeaving, logOut, question }
}

export default function Dash() {
  const { status, user } = useSession()
  const navigate = useNavigate()
  const home = homePath(useLanguage())
  const { isLeaving, logOut, question } = useLogOut(home)
  // Logged out by the server or in another tab; a question on its way notices it here too, and must not lead elsewhere. A draft lives in this page's memory alone: its card goes on in public, and says so.
  useEffect(() => {
    if (status !== 'guest' || isLeaving) return
    if (hasDraft()) void navigate(home, { replace: true })
    else location.replace('/login')
  }, [status, isLeaving, navigate, home])
  return (
    user && (
      <DashShell user={user} onLogOut={logOut}>
        <Outlet />
        {question}
      </DashShell>
    )
  )
}
