/** What a reader gets. */
import { createHash } from 'node:crypto'

type View = { dl: string; files: { fileId: string; path: string }[] }

/** Path -> SHA-256 of all files behind a link of a mail. */
export async function receivedHashes(link: string): Promise<Map<string, string>> {
  const { origin, pathname } = new URL(link)
  const [slug, user = ''] = pathname.split('/').slice(2)
  const at = (path: string, dl = '') =>
    `${origin}/api/transfers/${slug}${path}?${new URLSearchParams({ user, ...(dl && { dl }) })}`
  const { dl, files } = (await (await fetch(at(''))).json()) as View
  const hashes = new Map<string, string>()
  for (const { fileId, path } of files) {
    const reply = await fetch(at(`/files/${fileId}`, dl))
    if (!reply.ok || !reply.body) throw new Error(`${path}: ${reply.status}`)
    const hash = createHash('sha256')
    for await (const piece of reply.body) hash.update(piece as Uint8Array)
    hashes.set(path, hash.digest('hex'))
  }
  return hashes
}
