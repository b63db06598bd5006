/** `/downloads/{id}/{user}/zip`: the zip of everything starts by itself, once, as soon as the link is open (D2). */
import type { LinkState } from '@sampan/contract/states'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type LinkAddress, startDownload, zipHref } from './link-address.ts'

type Props = { address: LinkAddress; state: LinkState | undefined; dl: string | undefined }

/** The address then names the page alone: loaded again, or opened from the history, it starts nothing a second time. */
export function ZipAtOnce({ address, state, dl }: Props) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const hasStarted = useRef(false)
  const { slug, user } = address
  useEffect(() => {
    if (state !== 'open' || hasStarted.current) return
    hasStarted.current = true
    startDownload(zipHref({ slug, user, dl }))
    void navigate({ pathname: `/downloads/${slug}/${user}`, search }, { replace: true, preventScrollReset: true })
  }, [state, slug, user, dl, search, navigate])
  return null
}
