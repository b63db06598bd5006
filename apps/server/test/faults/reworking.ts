/** What senders change after they began: files added and taken out, a sending taken back, later versions, forwards. */
import type { FileSpec } from './history.ts'
import {
  addFiles,
  cancelSending,
  changeTransfer,
  createUpload,
  discardUpload,
  forwardFiles,
  type Means,
  missingIn,
  type OwnUpload,
  removeFiles,
} from './own-upload.ts'
import type { Chance } from './seeded.ts'

type Reworker = Means & { chance: Chance; uploads: OwnUpload[] }

const KiB = 1024
const maxVersions = 6

const newFile = (chance: Chance, path: string): FileSpec => ({ path, size: chance.whole(1, 300 * KiB) })
const newKey = ({ client, chance }: Reworker): string => `${client}-${chance.whole(0, 1e9)}`

/** Files of which nobody knows whether they were added are asked for again, with the same key. */
export function addSome(person: Reworker, upload: OwnUpload): Promise<void> {
  const { chance } = person
  const files = Array.from({ length: chance.whole(1, 3) }, (_, at) => newFile(chance, `more/${chance.whole(0, 1e9)}-${at}.bin`))
  return addFiles(person, upload, upload.adding ?? { key: newKey(person), files })
}

/** At least one is left. */
export async function removeSome(person: Reworker, upload: OwnUpload): Promise<void> {
  if (upload.isStale || upload.files.length < 2) return
  const max = Math.min(3, upload.files.length - 1)
  const chosen = person.chance.shuffle(upload.files).slice(0, person.chance.whole(1, max))
  await removeFiles(
    person,
    upload,
    chosen.map(({ fileId }) => fileId),
  )
}

/** Only while its upload is unfinished: later it is refused. */
export async function takeOneBack(person: Reworker, published: OwnUpload[]): Promise<void> {
  const unfinished = published.filter((upload) => upload.isStale || missingIn(upload).length > 0)
  if (unfinished.length) await cancelSending(person, person.chance.pick(unfinished))
}

/** One file is replaced, one comes beside it, and at times one goes. */
export async function beginVersion(person: Reworker, target: OwnUpload): Promise<void> {
  const { chance, uploads } = person
  const others = uploads.filter(({ growing }) => growing?.target === target)
  // One at a time: what goes with the second is known when the first has come.
  if (others.some(({ state }) => state === 'open') || others.length >= maxVersions || target.files.length < 2) return
  const [replaced, removed] = chance.shuffle(target.files)
  const gone = [replaced!, ...(chance.happens(0.4) && target.files.length > 2 ? [removed!] : [])].map(({ fileId }) => fileId)
  const files = [newFile(chance, replaced!.path), newFile(chance, `later/${chance.whole(0, 1e9)}.bin`)]
  const made = await createUpload(person, newKey(person), files, { target, gone })
  if (typeof made === 'object') uploads.push(made)
}

/** One that its transfer no longer takes is thrown away. */
export async function takeIn(person: Reworker, upload: OwnUpload): Promise<void> {
  await changeTransfer(person, upload)
  if (upload.state === 'gone') await discardUpload(person, upload)
}

export async function forwardSome(person: Reworker, source: OwnUpload): Promise<void> {
  const { chance, uploads } = person
  const files = chance.shuffle(source.files).slice(0, chance.whole(1, source.files.length))
  const key = newKey(person)
  for (let tries = 0; tries < 3; tries++) {
    const made = await forwardFiles(person, source, key, files)
    if (typeof made === 'object') uploads.push(made)
    if (made !== 'unknown') return
  }
}
