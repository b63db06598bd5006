/** One transfer of one's own over HTTP, as its dashboard asks for it. */
import type { RouteReply } from '@sampan/contract/routes/route'
import type { readTimeline, TimelineEvent, TransferDetail } from '@sampan/contract/routes/transfer-detail'
import type { Account } from './account.ts'
import type { Reply } from './sender.ts'
import type { TestServer } from './test-server.ts'

export const detailOf = async (account: Account, slug: string): Promise<TransferDetail> =>
  (await account.call('GET', `/api/transfers/${slug}/detail`)).json

export const timelinePage = async (account: Account, slug: string, query = ''): Promise<RouteReply<typeof readTimeline>> =>
  (await account.call('GET', `/api/transfers/${slug}/timeline?${query}`)).json

/** Newest first. */
export const timelineOf = async (account: Account, slug: string): Promise<TimelineEvent[]> =>
  (await timelinePage(account, slug, 'limit=200')).events

export const kindsOf = async (account: Account, slug: string): Promise<string[]> =>
  (await timelineOf(account, slug)).map(({ kind }) => kind)

export const edit = (account: Account, slug: string, body: unknown): Promise<Reply> =>
  account.call('PATCH', `/api/transfers/${slug}`, body)

/** Status and state of a link's view, with or without a recipient's token. */
export async function viewBy(
  server: TestServer,
  slug: string,
  query: Record<string, string> = {},
  userAgent = 'Mozilla/5.0 Firefox/132.0',
) {
  const reply = await fetch(`${server.url}/api/transfers/${slug}?${new URLSearchParams(query)}`, {
    headers: { 'user-agent': userAgent },
  })
  const json = (await reply.json()) as any
  return { status: reply.status, state: json.state as string, dl: json.dl as string | null, json }
}
