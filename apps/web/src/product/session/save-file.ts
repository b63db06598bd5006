/** Files that only their owner may read: fetched with the token, which no address holds, and handed to the browser to keep. */
import type { Route, RouteArgs } from '@sampan/contract/routes/route'
import { api } from './api.ts'
import { apiSession } from './session.ts'

/** Long enough for the browser to have begun. */
const keepMs = 60_000

async function fetchFile<R extends Route>(route: R, args: Partial<RouteArgs<R>>): Promise<Blob> {
  const { url, headers } = api.target(route, args as never)
  const ask = (token: string | null) =>
    fetch(url, { headers: { ...headers, ...(token && { Authorization: `Bearer ${token}` }) } })
  const token = await apiSession.token()
  let reply = await ask(token)
  if (reply.status === 401 && token) reply = await ask(await apiSession.renew(token))
  if (!reply.ok) throw new Error(`The server answered ${reply.status}`)
  return reply.blob()
}

/** Resolves once the browser has it; rejects where the server refuses or does not answer. */
export async function saveFile<R extends Route>(route: R, args: Partial<RouteArgs<R>>, name: string): Promise<void> {
  const href = URL.createObjectURL(await fetchFile(route, args))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), keepMs)
}
