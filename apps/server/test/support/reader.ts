/** A recipient over HTTP: a transfer that was sent to it, and its reads. */
import { Browser, linkIn, type TestFile } from './sender.ts'
import type { TestServer } from './test-server.ts'

export type Sent = {
  slug: string
  user: string
  to: string
  from: string
  view: any
  url: (path: string, more?: Record<string, string>) => string
}
let count = 0

/** Sends files, as a guest or from an account, and opens the page as the recipient. */
export async function sendTo(
  server: TestServer,
  files: readonly TestFile[],
  { sender = new Browser(server), ...more }: Record<string, unknown> & { sender?: Browser } = {},
): Promise<Sent> {
  const [to, from] = [`reader${++count}@example.com`, sender.user?.email ?? `sender${count}@example.com`]
  const reply = await sender.send(files, { senderEmail: from, emailTo: [{ email: to }], ...more })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.json))
  const [, , slug, user] = linkIn(await server.mailTo(to)).split('/') as [string, string, string, string]
  const view = await (await fetch(`${server.url}/api/transfers/${slug}?user=${user}`)).json()
  const url = (path: string, query: Record<string, string> = { user, dl: view.dl }) =>
    `${server.url}/api/transfers/${slug}/${path}?${new URLSearchParams(query)}`
  return { slug, user, to, from, view, url }
}

export const get = async (url: string, headers: Record<string, string> = {}, method = 'GET') => {
  const reply = await fetch(url, { method, headers, redirect: 'manual' })
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
}
