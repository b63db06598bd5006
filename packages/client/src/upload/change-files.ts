/** Makes what an upload with `forTransfer` brings the next version of that transfer (T9). */
import { Problem } from '@sampan/contract/errors'
import type { RouteArgs, RouteReply } from '@sampan/contract/routes/route'
import { changeFiles as route } from '@sampan/contract/routes/transfer-files'
import type { Api } from '../api.ts'
import type { Clock } from '../clock.ts'
import type { Upload } from './upload.ts'

type Wish = Omit<RouteArgs<typeof route>['body'], 'uploadId'> & { slug: string }
type Deps = { api: Api; clock: Pick<Clock, 'sleep'>; signal?: AbortSignal | undefined }

const firstPauseMs = 1000
const longestPauseMs = 30_000
/** The server lacks bytes that it had, or is still reading what it has. */
const isLacking = (error: unknown): boolean =>
  error instanceof Problem && (error.code === 'transferUploading' || error.code === 'uploadChecking')

/** Waits for the last byte, and sends once more what the server has lost since. Rejects with what it refuses, or the signal's reason. */
export async function changeFiles(
  { api, clock, signal }: Deps,
  upload: Pick<Upload, 'done' | 'recheck'>,
  { slug, ...wish }: Wish,
): Promise<RouteReply<typeof route>> {
  const { uploadId } = await upload.done
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await api.call(route, { params: { slug }, body: { ...wish, uploadId }, signal })
    } catch (error) {
      if (!isLacking(error)) throw error
    }
    await clock.sleep(pauseMs, signal)
    await upload.recheck()
  }
}
