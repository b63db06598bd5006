/** On the home page: nothing but a look at the clock, until six hours have gone by since the first visit (A7). */
import { welcomeBackSeconds } from '@sampan/contract/limits'
import { useEffect, useState } from 'react'
import { lateChunk } from '../../lib/load-chunk.ts'
import { mayHaveSession } from '../../product/session/session.ts'
import { firstVisit, remindNoMore } from './first-visit.ts'
import type { Saved, WelcomePrompt } from './welcome-prompt.tsx'

const { load } = lateChunk(() => import('./welcome-prompt.tsx'))

type Due = { saved: Saved; Prompt: typeof WelcomePrompt }

async function whatIsDue(first: number): Promise<Due | null> {
  const { askSaved, WelcomePrompt: Prompt } = await load()
  const saved = await askSaved(first)
  return saved && { saved, Prompt }
}

export function Remind() {
  const [due, setDue] = useState<Due | null>(null)
  useEffect(() => {
    const first = firstVisit(Date.now())
    if (first === null || mayHaveSession() || Date.now() - first < welcomeBackSeconds * 1000) return
    let isGone = false
    whatIsDue(first).then(
      (found) => !isGone && setDue(found),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [])
  if (!due) return null
  const no = () => {
    remindNoMore()
    setDue(null)
  }
  return <due.Prompt saved={due.saved} onNo={no} />
}
