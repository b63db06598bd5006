/** Makes what an upload with `forTransfer` brings the next version of that transfer (T9). */
import { Problem } from '@sampan/contract/errors'
import type { RouteArgs, RouteReply } from '@sampan/contract/routes/route'
import { changeFiles as route } from '@sampan/contract/routes/transfer-files'
import type { Api } from '../api.ts'
import type { Clock } from '../clock.ts'
import { createSending, type Verdict } from '../sending/run-sending.ts'
import type { Upload } from './upload.ts'

type Wish = Omit<RouteArgs<typeof route>['body'], 'uploadId'> & { slug: string }
type Deps = { api: Api; clock: Pick<Clock, 'sleep'>; signal?: AbortSignal | undefined }

const pauses = { firstMs: 1000, longestMs: 30_000 }
export type Changed = RouteReply<typeof route>

/** The server lacks bytes that it had, or is still reading what it has. */
const isLacking = ({ code }: Problem): boolean => code === 'transferUploading' || code === 'uploadChecking'
function verdictOn(error: unknown): Verdict {
  if (!(error instanceof Problem)) return 'unanswered'
  return isLacking(error) ? 'incomplete' : 'refused'
}

/** Waits for the last byte, and sends once more what the server has lost since. Rejects with what it refuses, or the signal's reason. */
export function changeFiles(
  { api, clock, signal }: Deps,
  upload: Pick<Upload, 'done' | 'recheck'>,
  { slug, ...wish }: Wish,
  sending = createSending<Changed>(clock),
): Promise<Changed> {
  async function ask(): Promise<Changed> {
    const { uploadId } = await upload.done
    return api.call(route, { params: { slug }, body: { ...wish, uploadId }, signal })
  }
  const acts = { arrived: () => upload.done, ask, recheck: upload.recheck, isWhole: () => true, verdictOn, pauses }
  return sending.run(acts, signal)
}
