/** Mixed load: several people at once begin, send, repeat, damage, cut, discard, publish, read and delete, as chance has it. */
import { setTimeout as settle } from 'node:timers/promises'
import { type FileSpec, type Journal, outcomeOf, type Range } from './history.ts'
import type { Line } from './line.ts'
import {
  cancelSending,
  createUpload,
  deleteTransfer,
  discardUpload,
  listParts,
  type Means,
  missingIn,
  type OwnUpload,
  openLink,
  publishUpload,
  type Sending,
  sendPart,
} from './own-upload.ts'
import { readSomething, readWhole, viewTransfer } from './reading.ts'
import { addSome, beginVersion, forwardSome, removeSome, takeIn, takeOneBack } from './reworking.ts'
import { type Chance, chanceOf } from './seeded.ts'
import type { SenderAccount } from './sender-account.ts'

/** Nobody begins anything while the server is known to be away. */
export type Gate = { isOpen: boolean; whenOpen: () => Promise<void> }
export type Sender = Means & { chance: Chance }
type Person = Sender & {
  uploads: OwnUpload[]
  /** Calls to begin that nobody knows the end of, by their keys. */
  begun: Map<string, FileSpec[]>
  everybody: Person[]
}
export type Load = { people: Person[]; stop: () => Promise<void>; finish: () => Promise<void>; readAll: () => Promise<void> }

const isJson = { 'content-type': 'application/json' }
const jsonBody = (value: unknown) => Buffer.from(JSON.stringify(value))

const KiB = 1024
const maxOpen = 3
const maxKept = 8
const partConcurrency = 4

function fileSize(chance: Chance): number {
  const kind = chance.next()
  if (kind < 0.08) return 0
  if (kind < 0.2) return chance.whole(1, 5 * KiB)
  if (kind < 0.92) return chance.whole(100 * KiB, 700 * KiB)
  // The first has a blob of its own.
  return chance.happens(0.25) ? 8 * KiB * KiB + chance.whole(0, 500) : chance.whole(KiB * KiB, 4 * KiB * KiB)
}

const newFiles = (chance: Chance): FileSpec[] => [
  ...Array.from({ length: chance.whole(1, 5) }, (_, at) => ({ path: `d${at % 2}/f${at}.bin`, size: fileSize(chance) })),
  { path: 'd/last.bin', size: chance.whole(1, 100 * KiB) },
]

async function begin(person: Person, key: string, files: FileSpec[]): Promise<void> {
  person.begun.set(key, files)
  const made = await createUpload(person, key, files)
  if (made !== 'unknown') person.begun.delete(key)
  if (typeof made === 'object') person.uploads.push(made)
}

/** Up to four parts at once, of any size and in any order, some of them damaged or broken off. */
async function sendSome(person: Sender, upload: OwnUpload, isCareful = false): Promise<void> {
  const { chance } = person
  if (upload.isStale) await listParts(person, upload)
  if (upload.isStale) return
  const pieces = missingIn(upload).flatMap(({ blobId, range }) => cut(range, chance).map((each) => ({ blobId, range: each })))
  const chosen = (isCareful ? pieces : chance.shuffle(pieces)).slice(0, isCareful ? pieces.length : partConcurrency)
  const flaws = ['wrongCrc', 'cut'] as const
  const sendings: Sending[] = chosen.map((each) =>
    !isCareful && chance.happens(0.12) ? { ...each, flaw: chance.pick(flaws) } : each,
  )
  await Promise.all(sendings.map((sending) => sendPart(person, upload, sending, chance)))
}

function cut([from, to]: Range, chance: Chance): Range[] {
  const pieces: Range[] = []
  for (let at = from; at < to; ) {
    const end = Math.min(to, at + chance.whole(16 * KiB, 900 * KiB))
    pieces.push([at, end])
    at = end
  }
  return pieces
}

/** The same bounds once more: the same bytes, or others in their place. */
async function repeatPart(person: Person, upload: OwnUpload): Promise<void> {
  if (!upload.sent.length) return
  const { blobId, range } = person.chance.pick(upload.sent)
  await sendPart(person, upload, { blobId, range, version: person.chance.happens(0.4) ? 1 : 0 }, person.chance)
}

async function publish(person: Sender, upload: OwnUpload): Promise<void> {
  const { chance, account } = person
  const one = () => `r${chance.whole(0, 1e9)}@example.com`
  const how =
    upload.publishing ??
    (account.isGuest || chance.happens(0.6)
      ? { sendAs: 'email' as const, to: [one(), one()] }
      : { sendAs: 'link' as const, to: [] })
  await publishUpload(person, upload, how)
}

/** Somebody else's upload and transfer, as if they were one's own (INV6). */
async function meddle(person: Person): Promise<void> {
  const { chance, account, line, journal, client } = person
  const others = person.everybody
    .filter((other) => other !== person)
    .flatMap(({ uploads }) => uploads.filter(({ uploadId }) => uploadId))
  const other = others.length ? chance.pick(others) : undefined
  if (!other) return
  const [ticket, access] = [await account.ticket(), { ...(await account.access()), ...isJson }]
  const fileIds = other.files.slice(0, 1).map(({ fileId }) => fileId)
  const { method, path, ...call } = chance.pick([
    { method: 'GET', path: `/api/uploads/${other.uploadId}`, headers: ticket },
    { method: 'DELETE', path: `/api/uploads/${other.uploadId}`, headers: ticket },
    { method: 'POST', path: '/deleteTransfer', headers: access, body: jsonBody({ slug: other.slug }) },
    { method: 'GET', path: `/getQs?slug=${other.slug}`, headers: access },
    { method: 'POST', path: '/quicksend2/takeBack', headers: access, body: jsonBody({ slug: other.slug }) },
    {
      method: 'POST',
      path: `/api/uploads/${other.uploadId}/files`,
      headers: { ...ticket, ...isJson },
      body: jsonBody({ files: [{ path: 'foreign.bin', size: 100 }] }),
    },
    {
      method: 'POST',
      path: `/api/uploads/${other.uploadId}/removals`,
      headers: { ...ticket, ...isJson },
      body: jsonBody({ fileIds }),
    },
    { method: 'POST', path: `/api/transfers/${other.slug}/files`, headers: access, body: jsonBody({ remove: fileIds }) },
    {
      method: 'POST',
      path: `/api/transfers/${other.slug}/forward`,
      headers: access,
      body: jsonBody({ fileIds, sendAs: 'link' }),
    },
  ])
  const end = journal.begin(client, { op: 'foreign', path: `${method} ${path}` })
  const answer = await line.call({ method, path, ...call })
  end({ outcome: outcomeOf(answer), status: answer.status })
}

async function read(person: Person): Promise<void> {
  const readable = person.everybody.flatMap(({ uploads }) =>
    uploads.filter(({ state, isLinkOpen, publishing }) => state === 'published' && (isLinkOpen || publishing?.sendAs === 'link')),
  )
  if (!readable.length) return
  const upload = person.chance.pick(readable)
  const view = await viewTransfer(person, upload)
  if (view) await readSomething(person, upload, view, person.chance)
}

const inState = (person: Person, state: OwnUpload['state']) => person.uploads.filter((upload) => upload.state === state)

async function sendOrPublish(person: Person): Promise<void> {
  const { chance } = person
  const open = [
    ...inState(person, 'open'),
    ...inState(person, 'publishing'),
    ...inState(person, 'published').filter(isUnfinished),
  ]
  if (!open.length) return
  const upload = chance.pick(open)
  if (upload.state === 'publishing') return publish(person, upload)
  if (upload.state === 'open' && isWhole(upload) && upload.growing) return takeIn(person, upload)
  if (upload.state === 'open' && (isWhole(upload) || (!upload.growing && chance.happens(0.15)))) return publish(person, upload)
  await sendSome(person, upload)
}

const isWhole = (upload: OwnUpload): boolean => !upload.isStale && missingIn(upload).length === 0
const isUnfinished = (upload: OwnUpload): boolean => !isWhole(upload)

async function act(person: Person): Promise<void> {
  const { chance, uploads } = person
  const [unanswered] = person.begun
  if (unanswered) return begin(person, ...unanswered)
  const [half] = inState(person, 'takingBack')
  if (half) return cancelSending(person, half)
  const open = inState(person, 'open')
  const adding = open.find((upload) => upload.adding)
  if (adding) return addSome(person, adding)
  const published = inState(person, 'published')
  const closed = published.find(({ isLinkOpen, publishing }) => !isLinkOpen && publishing?.sendAs === 'email')
  if (closed) return openLink(person, closed)
  if (open.length < maxOpen && chance.happens(0.25))
    return begin(person, `${person.client}-${chance.whole(0, 1e9)}`, newFiles(chance))
  if (chance.happens(0.25)) return rework(person)
  const dice = chance.next()
  if (dice < 0.5) return sendOrPublish(person)
  if (dice < 0.58 && open.length) return repeatPart(person, chance.pick(open))
  if (dice < 0.62 && open.length) return listParts(person, chance.pick(open))
  if (dice < 0.64 && open.length) return discardUpload(person, chance.pick(open))
  if (dice < 0.7) return meddle(person)
  if (published.length > maxKept || (dice < 0.72 && published.length)) return deleteTransfer(person, chance.pick(published))
  person.uploads = uploads.filter(({ state }) => state !== 'gone')
  await read(person)
}

async function rework(person: Person): Promise<void> {
  const { chance, account } = person
  const own = inState(person, 'open').filter(({ growing }) => !growing)
  const published = inState(person, 'published')
  // Forwarded ones have no upload of their own.
  const whole = published.filter((upload) => upload.uploadId && !isUnfinished(upload))
  const dice = chance.next()
  if (dice < 0.25 && own.length) return addSome(person, chance.pick(own))
  if (dice < 0.5 && own.length) return removeSome(person, chance.pick(own))
  if (dice < 0.7) return takeOneBack(person, published)
  if (!whole.length) return
  if (dice < 0.9 && !account.isGuest) return beginVersion(person, chance.pick(whole))
  await forwardSome(person, chance.pick(whole))
}

/** What is open is sent to its end and published, as people do when the line is good again. */
async function finish(person: Person): Promise<void> {
  for (const [key, files] of [...person.begun]) await begin(person, key, files)
  for (const upload of inState(person, 'takingBack')) await cancelSending(person, upload)
  for (const upload of person.uploads.filter(({ adding, state }) => adding && state === 'open')) await addSome(person, upload)
  for (const upload of person.uploads.filter(({ uploadId, state }) => uploadId && state !== 'gone' && state !== 'taken'))
    await finishUpload(person, upload)
}

const maxTries = 20

/** Until the server has every byte and says so; gives up where it never does, which the checker then finds. */
export async function finishUpload(person: Sender, upload: OwnUpload): Promise<void> {
  for (let tries = 0; tries < maxTries; tries++) {
    for (upload.isStale = true; isUnfinished(upload) && tries < maxTries; tries++) {
      upload.isStale = true
      await sendSome(person, upload, true)
    }
    if (upload.growing) await takeIn({ ...person, uploads: [] }, upload)
    else await publish(person, upload)
    if (upload.state !== 'open' && upload.state !== 'publishing') break
  }
  if (upload.publishing?.sendAs === 'email') await openLink(person, upload)
}

/** Everything that is left, to its last byte. */
export async function readOwn(person: Means & { uploads: OwnUpload[] }): Promise<void> {
  for (const upload of person.uploads.filter(({ state }) => state === 'published')) {
    const view = await viewTransfer(person, upload)
    if (view) await readWhole(person, upload, view.dl)
  }
}

export function startLoad(options: { line: Line; journal: Journal; accounts: SenderAccount[]; seed: string; gate: Gate }): Load {
  const { line, journal, accounts, seed, gate } = options
  const everybody: Person[] = []
  for (const [client, account] of accounts.entries())
    everybody.push({
      line,
      journal,
      account,
      client,
      chance: chanceOf(`${seed} ${client}`),
      uploads: [],
      begun: new Map(),
      everybody,
    })
  let isStopped = false
  const run = async (person: Person) => {
    while (!isStopped) {
      await gate.whenOpen()
      const before = journal.entries.length
      await act(person)
      // A server that answers nothing is not asked a thousand times a second.
      const last = journal.entries.at(-1)
      if (journal.entries.length === before || last?.outcome === 'unknown') await settle(10)
    }
  }
  const running = Promise.all(everybody.map(run))
  return {
    people: everybody,
    stop: async () => {
      isStopped = true
      await running
    },
    finish: async () => void (await Promise.all(everybody.map(finish))),
    readAll: async () => void (await Promise.all(everybody.map(readOwn))),
  }
}
