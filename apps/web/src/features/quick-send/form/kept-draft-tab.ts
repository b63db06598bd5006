/** Which draft is this tab's: its own after a reload, else one whose tab is gone. Two tabs never write the same one (Q20). */
import { randomId } from '@sampan/client/random-id'
import { attempt, draftsHere, readDraft, type StoredDraft } from './kept-draft-store.ts'

/** Goes with the tab through reloads, and into a tab that is made as its copy. */
const tabKey = 'sampan.draft'
const aliveKey = (id: string) => `sampan.alive.${id}`
/** Without locks, which only secure pages have, a tab says from time to time that it is there; browsers may slow that down to a minute. */
const hasLocks = () => 'locks' in navigator
const sayEveryMs = 20_000
const silentAfterMs = 150_000
/** The page that is being left may hold its lock a moment longer than it is seen, on a busy computer some seconds. */
const ownWaitMs = 5000

/** What the tab holds of a draft is let go with `left`. */
export type DraftPlace = { id: string; left: AbortController }
let own: DraftPlace | null = null
/** Those of transfers that were sent and are not through: this page has them, and takes none of them for one of an earlier visit. */
const parted = new Set<string>()

const until = (left: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (left.aborted) resolve()
    else left.addEventListener('abort', () => resolve(), { once: true })
  })

/** Held until the draft is left or the page goes, however it goes. Of a lock that is another's no timer tells: a busy page would take its own delay for it. */
function lock(id: string, isOwn: boolean, left: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const held = (granted: Lock | null) => {
      resolve(granted !== null)
      return granted && until(left)
    }
    const how: LockOptions = isOwn ? { signal: AbortSignal.timeout(ownWaitMs) } : { ifAvailable: true }
    navigator.locks.request(`sampan-draft-${id}`, how, held).catch(() => resolve(false))
  })
}

function sayAlive(id: string, left: AbortSignal): void {
  const say = () => attempt(() => localStorage.setItem(aliveKey(id), String(Date.now())))
  const fallSilent = () => attempt(() => localStorage.removeItem(aliveKey(id)))
  say()
  const timer = setInterval(say, sayEveryMs)
  addEventListener('pagehide', fallSilent, { signal: left })
  void until(left).then(() => {
    clearInterval(timer)
    fallSilent()
  })
}

const wasHeard = (id: string): boolean =>
  Date.now() - Number(attempt(() => localStorage.getItem(aliveKey(id))) ?? 0) < silentAfterMs

function become(id: string, left: AbortController): void {
  own = { id, left }
  attempt(() => sessionStorage.setItem(tabKey, id))
  if (!hasLocks()) sayAlive(id, left.signal)
}

async function take(id: string, isOwn: boolean): Promise<boolean> {
  const left = new AbortController()
  if (hasLocks() ? !(await lock(id, isOwn, left.signal)) : wasHeard(id)) return false
  // Two questions at once: the first answer counts.
  if (own !== null) {
    left.abort()
    return false
  }
  become(id, left)
  return true
}

/** The name under which this tab keeps its draft. */
export function ownDraftId(): string {
  if (own === null) {
    const left = new AbortController()
    become(randomId(), left)
    if (hasLocks()) void lock(own!.id, true, left.signal)
  }
  return own!.id
}

/** null while this tab has kept nothing. */
export const knownDraftId = (): string | null => own?.id ?? null

function newPlace(): DraftPlace {
  const place = { id: randomId(), left: new AbortController() }
  if (hasLocks()) void lock(place.id, true, place.left.signal)
  else sayAlive(place.id, place.left.signal)
  return place
}

/** For what was sent: the tab's draft goes along with it, or a place of its own where that is still asked about; the card's next one begins anew. */
export function partDraft(isOwn: boolean): DraftPlace {
  if (isOwn) ownDraftId()
  const place = isOwn ? own! : newPlace()
  if (isOwn) own = null
  parted.add(place.id)
  return place
}

/** Back in the card: it is the tab's draft again. */
export function adoptDraft(place: DraftPlace): void {
  own?.left.abort()
  own = place
  parted.delete(place.id)
  findFirst(place)
}

/** Of several it is the one that a reload finds first. */
export const findFirst = ({ id }: Pick<DraftPlace, 'id'>): void => void attempt(() => sessionStorage.setItem(tabKey, id))

/** It is through, or left for whoever looks for a draft next: a reload finds the card's own one again. */
export function leavePlace({ id, left }: DraftPlace): void {
  parted.delete(id)
  left.abort()
  if (attempt(() => sessionStorage.getItem(tabKey)) !== id) return
  if (own) findFirst(own)
  else attempt(() => sessionStorage.removeItem(tabKey))
}

/** It stays as it is, for whom it belongs to, in whichever tab; this tab goes on with another one. */
function leaveDraft(): void {
  own?.left.abort()
  own = null
  attempt(() => sessionStorage.removeItem(tabKey))
}

/** Whether a page has it open, this one or another. */
async function openIds(): Promise<(id: string) => boolean> {
  if (!hasLocks()) return wasHeard
  const { held = [] } = await navigator.locks.query()
  const names = new Set(held.map(({ name }) => name))
  return (id) => names.has(`sampan-draft-${id}`)
}

/** What was sent and is not through, and no page has: it comes up once this tab's own draft is sent or discarded. */
export async function interruptedBeside(accountId: string | null): Promise<{ id: string; draft: StoredDraft }[]> {
  const isOpen = await openIds().catch(() => () => true)
  return draftsHere(Date.now()).filter(
    ({ id, draft }) => draft.upload?.isPublished && isFor(draft, accountId) && id !== own?.id && !parted.has(id) && !isOpen(id),
  )
}

const isFor = (draft: StoredDraft, accountId: string | null): boolean => draft.accountId === null || draft.accountId === accountId

/** The draft to go on with, now this tab's own. Another account's stays where it is. */
export async function takeDraft(accountId: string | null): Promise<StoredDraft | null> {
  if (own !== null && readDraft(own.id)) return null
  // Sent or discarded: what another visit has left can be this tab's now.
  if (own !== null) leaveDraft()
  const mine = attempt(() => sessionStorage.getItem(tabKey))
  if (mine !== null && !parted.has(mine) && (await take(mine, true))) {
    const draft = draftsHere(Date.now()).find(({ id }) => id === mine)?.draft ?? null
    if (draft && isFor(draft, accountId)) return draft
    // What was sent beside it may have stopped.
    leaveDraft()
  }
  for (const { id, draft } of draftsHere(Date.now())) {
    // Read again: the tab that had it may have written on until it went.
    if (isFor(draft, accountId) && !parted.has(id) && (await take(id, false))) return readDraft(id)
  }
  return null
}
