/** New files for a transfer that an account has sent. */
import { randomBytes } from 'node:crypto'
import type { Account } from './account.ts'
import { send } from './dashboard.ts'
import type { Reply, TestFile } from './sender.ts'

type How = { without?: string[]; headers?: Record<string, string> }

/** An upload for it; its parts are not sent yet. */
export const beginFor = (
  account: Account,
  slug: string,
  files: readonly TestFile[],
  { without, headers }: How = {},
): Promise<Reply> => {
  const declared = files.map(({ path, bytes }) => ({ path, size: bytes.length }))
  return account.browser.withTicket('POST', '/api/uploads', { files: declared, forTransfer: { slug, without } }, headers)
}

/** All of it has arrived; its id. */
export async function bringFor(account: Account, slug: string, files: readonly TestFile[], how: How = {}): Promise<string> {
  const { status, json } = await beginFor(account, slug, files, how)
  if (status !== 201) throw new Error(JSON.stringify(json))
  await account.browser.putAll(json, files)
  return json.uploadId
}

export const changeFiles = (account: Account, slug: string, body: object): Promise<Reply> =>
  account.call('POST', `/api/transfers/${slug}/files`, body)
export const historyOf = async (account: Account, slug: string): Promise<any> =>
  (await account.call('GET', `/api/transfers/${slug}/versions`)).json
export const restore = (account: Account, slug: string, version: number): Promise<Reply> =>
  account.call('POST', `/api/transfers/${slug}/versions/${version}/restore`)
export const free = (account: Account, slug: string): Promise<Reply> =>
  account.call('POST', `/api/transfers/${slug}/versions/free`)

export const randomFile = (path: string, size = 1000): TestFile => ({ path, bytes: randomBytes(size) })
export const sendLink = (account: Account, files: TestFile[]): Promise<string> =>
  send(account, files, { sendAs: 'link', emailTo: [] })
/** What its link lists now. */
export const viewOf = async (account: Account, slug: string): Promise<any> =>
  (await fetch(`${account.browser.server.url}/api/transfers/${slug}`)).json()
export const idOf = async (account: Account, slug: string, path: string): Promise<string> =>
  (await viewOf(account, slug)).files.find((each: any) => each.path === path).fileId
export const codeOf = ({ json }: { json: any }): string | undefined => json?.error?.code
