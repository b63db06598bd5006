/** `/downloads/{id}/{user}/zip`: the zip of everything starts by itself, once, as soon as the link is open and the page is seen (D2). */
import type { LinkState } from '@sampan/contract/states'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type LinkAddress, startDownload } from './link-address.ts'

type Props = { address: LinkAddress; state: LinkState | undefined; dl: string | undefined }

/** The address then names the page alone: loaded again, or opened from the history, it starts nothing a second time. */
export function ZipAtOnce({ address, state, dl }: Props) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const hasStarted = useRef(false)
  const { slug, user } = address
  useEffect(() => {
    if (state !== 'open') return
    const start = () => {
      // What a browser or a scanner only loads ahead nobody sees (D11).
      if (hasStarted.current || document.visibilityState !== 'visible') return
      hasStarted.current = true
      void startDownload({ slug, user, dl })
      void navigate({ pathname: `/downloads/${slug}/${user}`, search }, { replace: true, preventScrollReset: true })
    }
    start()
    document.addEventListener('visibilitychange', start)
    return () => document.removeEventListener('visibilitychange', start)
  }, [state, slug, user, dl, search, navigate])
  return null
}
