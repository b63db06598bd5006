/**
 * A program of somebody else: it knows the service by the types that are generated from /openapi.json alone (`calls.ts`, which a test
 * puts beside it), and sends a small file as a guest and by an API token.
 */
import { crc32 } from 'node:zlib'
import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './calls.ts'

export type Sent = { state: string; fileNames: string[]; linkUrl: string | null; stored: number[][]; bytes: Uint8Array }

const hexOf = (bytes: Uint8Array): string => crc32(bytes).toString(16).padStart(8, '0')
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

/** The view of a link that is not open comes with its state, any other refusal with an error. */
type Refused = { error?: { code: string; message: string }; state?: string }

function dataOf<T>({ data, error }: { data?: T; error?: Refused }): T {
  if (error) throw new Error(error.error?.message ?? error.state)
  return data as T
}

/** A client that keeps cookies, as browsers do. */
function clientWith(baseUrl: string): Client<paths> {
  const client = createClient<paths>({ baseUrl })
  const cookies = new Map<string, string>()
  client.use({
    onRequest({ request }) {
      request.headers.set('Cookie', [...cookies].map((each) => each.join('=')).join('; '))
    },
    onResponse({ response }) {
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
    },
  })
  return client
}

/** Plans the upload and puts its bytes, in parts of the size that the plan says. */
async function upload(client: Client<paths>, ticket: string, path: string, bytes: Uint8Array) {
  const headers = bearer(ticket)
  const body = { files: [{ path, size: bytes.length }] }
  const plan = dataOf(await client.POST('/api/uploads', { headers, params: { header: { 'Idempotency-Key': path } }, body }))
  for (const { blobId, size, partSize } of plan.blobs)
    for (let offset = 0; offset < size; offset += partSize) {
      const part = bytes.subarray(offset, offset + partSize)
      const put = await client.PUT('/api/uploads/{uploadId}/blobs/{blobId}', {
        headers: { ...headers, 'Content-Type': 'application/octet-stream' },
        params: { path: { uploadId: plan.uploadId, blobId }, query: { offset }, header: { 'X-Part-Crc32': hexOf(part) } },
        body: part,
        bodySerializer: (raw) => raw as BodyInit,
      })
      dataOf(put)
    }
  const { received } = dataOf(
    await client.GET('/api/uploads/{uploadId}', { headers, params: { path: { uploadId: plan.uploadId } } }),
  )
  return { slug: plan.slug, stored: received.flatMap(({ ranges }) => ranges) }
}

/** What whoever has the link sees and gets; `user` is the recipient's token of a personal one. */
async function readBack(client: Client<paths>, slug: string, link: { user?: string } = {}) {
  const view = dataOf(await client.GET('/api/transfers/{slug}', { params: { path: { slug }, query: link } }))
  const [file] = view.files
  if (!file || !view.dl) throw new Error(`nothing to download: ${view.state}`)
  const { data, response } = await client.GET('/api/transfers/{slug}/files/{fileId}', {
    params: { path: { slug, fileId: file.fileId }, query: { ...link, dl: view.dl }, header: { Range: 'bytes=0-' } },
    parseAs: 'arrayBuffer',
  })
  if (!data) throw new Error(`no bytes: ${response.status}`)
  return { fileNames: view.files.map(({ path }) => path), bytes: new Uint8Array(data) }
}

export async function sendAsGuest(
  baseUrl: string,
  email: string,
  path: string,
  bytes: Uint8Array,
  mails: { code: () => Promise<string>; recipientToken: () => Promise<string> },
): Promise<Sent> {
  const client = clientWith(baseUrl)
  dataOf(await client.POST('/verifyEmail', { body: { email } }))
  dataOf(await client.POST('/checkVerifyEmail', { body: { email, verifyId: await mails.code() } }))
  const { SecurityToken } = dataOf(await client.POST('/stsAuth', { body: { id: 'any', type: 'anonUpload' } }))
  const { slug, stored } = await upload(client, SecurityToken, path, bytes)
  const sent = dataOf(
    await client.POST('/quicksend2', {
      body: { slug, senderEmail: email, emailTo: [{ email: 'li-of-program@example.cn' }], message: 'Hello' },
    }),
  )
  return {
    state: sent.state,
    linkUrl: sent.linkUrl,
    stored,
    ...(await readBack(client, slug, { user: await mails.recipientToken() })),
  }
}

export async function sendByToken(baseUrl: string, apiToken: string, path: string, bytes: Uint8Array): Promise<Sent> {
  const client = clientWith(baseUrl)
  const headers = bearer(apiToken)
  const { userId } = dataOf(await client.GET('/api/token', { headers }))
  const { SecurityToken } = dataOf(await client.POST('/stsAuth', { headers, body: { id: userId, type: 'userUpload' } }))
  const { slug, stored } = await upload(client, SecurityToken, path, bytes)
  const sent = dataOf(await client.POST('/quicksend2', { headers, body: { slug, sendAs: 'link' } }))
  const listed = dataOf(await client.GET('/getQs', { headers, params: { query: { filter: 'active' } } }))
  if (!listed.allDocs.some((each) => each.slug === slug)) throw new Error('not in the list')
  return { state: sent.state, linkUrl: sent.linkUrl, stored, ...(await readBack(client, slug)) }
}

/** The code of an error is one of those that its call can have. */
export async function refusalOf(baseUrl: string, uploadId: string): Promise<'uploadNotFound' | 'other'> {
  const { error } = await clientWith(baseUrl).GET('/api/uploads/{uploadId}', { params: { path: { uploadId } } })
  // @ts-expect-error: no call of this kind answers it
  if (error?.error.code === 'loginFailed') return 'other'
  return error?.error.code === 'uploadNotFound' ? 'uploadNotFound' : 'other'
}

/** Compiles only where the types know what they should: each line is wrong in its own way. */
export async function mistakes(client: Client<paths>) {
  const params = { path: { uploadId: '', blobId: '' }, query: { offset: 0 } }
  // @ts-expect-error: a part needs its checksum
  await client.PUT('/api/uploads/{uploadId}/blobs/{blobId}', { params })
  // @ts-expect-error: no such field
  await client.POST('/verifyEmail', { body: { mail: 'anna@example.com' } })
  // @ts-expect-error: no such call
  await client.POST('/quicksend3', { body: {} })
}
