/** One act on many transfers of one's own (T2): each on its own, so that what cannot be done keeps no other. */
import { type ErrorCode, Problem } from '@sampan/contract/errors'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import type { bulkTransfers as route } from '@sampan/contract/routes/transfer-detail'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { changeTransfer } from './change-transfer.ts'
import { deleteTransfer } from './delete-transfer.ts'
import { restoreTransfer } from './restore-transfer.ts'
import { requireActive } from './transfer-status.ts'

type Input = RouteInput<typeof route>['body']

/** Few enough that one call leaves connections for everybody else. */
const concurrency = 3

export async function bulkTransfers(services: Services, actor: SignedIn, input: Input): Promise<RouteAnswer<typeof route>> {
  const acts: Record<Input['act'], (slug: string) => Promise<unknown>> = {
    delete: (slug) => deleteTransfer(services, actor, slug),
    restore: (slug) => restoreTransfer(services, actor, slug),
    disable: (slug) => changeTransfer(services, actor, slug, { isDisabled: true }),
    enable: (slug) => changeTransfer(services, actor, slug, { isDisabled: false }),
  }
  if (input.act === 'disable' || input.act === 'enable') requireActive(actor.status)
  const slugs = [...new Set(input.slugs)]
  const codes = new Map<string, ErrorCode | null>()
  const waiting = slugs.values()
  const work = async () => {
    for (const slug of waiting) codes.set(slug, await codeOf(acts[input.act](slug)))
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return {
    done: slugs.filter((slug) => codes.get(slug) === null),
    failed: slugs.flatMap((slug) => {
      const code = codes.get(slug)
      return code ? [{ slug, code }] : []
    }),
  }
}

/** Null where it was done. */
async function codeOf(act: Promise<unknown>): Promise<ErrorCode | null> {
  try {
    await act
    return null
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}
