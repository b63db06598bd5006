/** What is on its way into a sent transfer: goes on when its panel is closed, and is there again when it is opened. */
import { systemClock } from '@sampan/client/clock'
import { createSending } from '@sampan/client/sending/run-sending'
import type { Sending } from '@sampan/client/sending/sending'
import { browserTools } from '@sampan/client/upload/browser'
import { type Changed, changeFiles } from '@sampan/client/upload/change-files'
import { startUpload } from '@sampan/client/upload/start-upload'
import type { Upload } from '@sampan/client/upload/upload'
import { useSyncExternalStore } from 'react'
import { askBeforeLeaving, silence } from '../../lib/unsaved.ts'
import { checkpoints } from '../../product/files/checkpoints.ts'
import { connectionType } from '../../product/files/connection.ts'
import type { PickedFile } from '../../product/files/picked-file.ts'
import { api } from '../../product/session/api.ts'

/** `replaced`: the file whose place the one new file takes. */
export type Wish = { slug: string; accountId: string; files: PickedFile[]; replaced: { fileId: string; path: string } | null }
export type RunningChange = Wish & { upload: Upload; state: Sending<Changed>; onMade: (version: number) => void }

/** Of the page and in no provider: uploads outlive the panel that began them. */
const changes = new Map<string, RunningChange>()
const listeners = new Set<() => void>()

function become(slug: string, change: RunningChange | null): void {
  if (change) changes.set(slug, change)
  else changes.delete(slug)
  for (const listener of listeners) listener()
  // Whoever leaves the page now loses what is under way.
  if (isUnderWay()) askBeforeLeaving(warn)
  else silence(warn)
}
const isUnderWay = (): boolean => [...changes.values()].some(({ state }) => state.failure === null)
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

export const useRunningChange = (slug: string): RunningChange | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => changes.get(slug) ?? null,
    () => null,
  )

function uploadOf({ slug, accountId, files, replaced }: Wish, uploadId?: string): Upload {
  return startUpload({
    api,
    ticketRequest: { id: accountId, type: 'userUpload' },
    files,
    connection: connectionType(),
    forTransfer: { slug, ...(replaced && { without: [replaced.fileId] }) },
    uploadId,
    checkpoints,
    ...browserTools(),
  })
}

/** One at a time for each transfer. `onMade` is called once its files are the transfer's. */
export function beginChange(wish: Wish, onMade: RunningChange['onMade'], uploadId?: string): void {
  const before = changes.get(wish.slug)
  if (before && before.state.failure === null) return
  const { slug, files, replaced } = wish
  const upload = uploadOf(wish, uploadId)
  const sending = createSending<Changed>(systemClock)
  const change: RunningChange = { ...wish, upload, state: sending.state(), onMade }
  become(slug, change)
  sending.subscribe(() => {
    if (changes.get(slug)?.upload === upload) become(slug, { ...change, state: sending.state() })
  })
  const replaces = replaced ? [{ fileId: replaced.fileId, path: files[0]!.path }] : []
  changeFiles({ api, clock: systemClock }, upload, { slug, replaces }, sending).then(
    ({ version }) => {
      void upload.forget()
      become(slug, null)
      onMade(version)
    },
    // Its failure is of its state, or it was ended.
    () => {},
  )
}

/** With what has arrived already. */
export function retryChange({ upload, state: _, onMade, ...wish }: RunningChange): void {
  upload.cancel()
  beginChange(wish, onMade, upload.plan()?.uploadId)
}

/** Nothing of it comes into the transfer, and its quota is released. */
export function endChange({ slug, upload }: RunningChange): void {
  become(slug, null)
  void upload.discard()
}

/** The line is back, or the computer awake. */
export function reconnectChanges(): void {
  for (const { upload } of changes.values()) upload.reconnect()
}
