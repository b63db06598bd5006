/** Files sent by a program in one call, over the same engine as the pages and the command line: parallel, checked, going on by itself. */
import { readToken } from '@sampan/contract/routes/devices'
import type { RouteReply } from '@sampan/contract/routes/route'
import { quicksend2 } from '@sampan/contract/routes/transfers'
import { type Api, type ApiSession, createApi } from './api.ts'
import { isRefused } from './sending/refusals.ts'
import type { Crc } from './upload/blob-crc.ts'
import type { PartSender } from './upload/send-part.ts'
import { startUpload } from './upload/start-upload.ts'
import type { SourceFile, UploadSnapshot } from './upload/upload.ts'

/** For `createApi`: every call is made by this API token. */
export const tokenSession = (apiToken: string): ApiSession => ({ token: async () => apiToken, renew: async () => null })

export type SendFilesOptions = {
  /** Like "https://files.example.com". */
  server: string
  /** An API token with the scope `send`. */
  token: string
  files: readonly SourceFile[]
  /** Whom to mail a link of their own; nobody: there is one link for whoever has it. */
  to?: readonly string[]
  title?: string
  message?: string
  password?: string
  /** As the plan allows. */
  expirySeconds?: number
  /** How bytes leave and are summed: those of `nodeTools()` or `browserTools()`. */
  sendPart?: PartSender
  crc?: Crc
  /** Called about five times a second while something changes. */
  onProgress?: (snapshot: UploadSnapshot) => void
  /** Ends it; what was published stays, and the server keeps the parts for a while. */
  signal?: AbortSignal
}
export type SentFiles = { slug: string; link: string | null; transfer: RouteReply<typeof quicksend2> }

async function publish(api: Api, slug: string, options: SendFilesOptions): Promise<RouteReply<typeof quicksend2>> {
  const { to = [], title, message, password, expirySeconds, signal } = options
  const body = {
    slug,
    sendAs: to.length > 0 ? ('email' as const) : ('link' as const),
    emailTo: to.map((email) => ({ email })),
    ...(title !== undefined && { title }),
    ...(message !== undefined && { message }),
    ...(password !== undefined && { password }),
    ...(expirySeconds !== undefined && { expirySeconds }),
  }
  return api.call(quicksend2, { body, signal })
}

/** Resolves when every byte is there. The link lives from the moment that the server knows what is coming; a refusal costs no bytes. */
export async function sendFiles(options: SendFilesOptions): Promise<SentFiles> {
  const { server, token, files, sendPart, crc, onProgress, signal } = options
  const api = createApi({ baseUrl: server, session: tokenSession(token) })
  const { userId } = await api.call(readToken, { signal })
  const tools = { ...(sendPart && { sendPart }), ...(crc && { crc }) }
  const upload = startUpload({ api, ticketRequest: { id: userId, type: 'userUpload' }, files: [...files], ...tools })
  upload.pause()
  const stop = () => upload.cancel()
  signal?.addEventListener('abort', stop)
  const leave = upload.subscribe(() => onProgress?.(upload.snapshot()))
  try {
    const { slug } = await upload.planned()
    const transfer = await publish(api, slug, options).catch(async (error) => {
      // What is refused takes no room; after any other error the transfer may be there.
      if (isRefused(error)) await upload.discard()
      throw error
    })
    upload.resume()
    await upload.done
    return { slug, link: transfer.linkUrl && new URL(transfer.linkUrl, server).href, transfer }
  } finally {
    leave()
    signal?.removeEventListener('abort', stop)
  }
}
