/** The address at which whoever owns a file looks at it: signed, for some hours, for that file and nothing else. */
import { Problem } from '@sampan/contract/errors'
import { previewAddressSeconds } from '@sampan/contract/limits'
import type { PreviewForm } from '@sampan/contract/routes/previews'
import { addSeconds } from '../../add-seconds.ts'
import type { Representation } from '../../delivery/representation.ts'
import type { SignedIn } from '../../http/actor.ts'
import { sign, unsign } from '../../http/signing.ts'
import type { Services } from '../../services.ts'
import { openFile, previewOf } from '../downloads/index.ts'
import { requireReceived } from '../requests/index.ts'
import { findTransfer, requireOwn } from '../transfers/index.ts'

type Of = { slug: string; fileId: string }

/** In lower case: what says the same must be the same. */
function addressOf({ secrets, clock }: Pick<Services, 'secrets' | 'clock'>, { slug, fileId }: Of): { url: string } {
  const until = addSeconds(clock(), previewAddressSeconds).getTime().toString(36)
  return { url: `/api/previews/${sign(secrets.download, ['preview', slug, fileId.toLowerCase(), until].join('.'))}` }
}

/** Whether the file is there is told when it is read. */
export async function previewOwn(services: Services, actor: SignedIn, of: Of): Promise<{ url: string }> {
  await requireOwn(services.db, actor, of.slug, 'read')
  return addressOf(services, of)
}

export async function previewReceived(services: Services, actor: SignedIn, { slug, fileId }: Of): Promise<{ url: string }> {
  const { transferSlug } = await requireReceived(services, actor, { slug, fileId })
  return addressOf(services, { slug: transferSlug, fileId })
}

/** Throws notYours for a forged or an old one, and where it leads to nothing any more. */
export async function previewBy(
  services: Services,
  token: string,
  form: PreviewForm,
): Promise<{ what: Representation; transferId: string }> {
  const { db, secrets, clock } = services
  const [kind, slug = '', fileId = '', until = ''] = unsign(secrets.download, token)?.split('.') ?? []
  const isIt = kind === 'preview' && Number.parseInt(until, 36) > clock().getTime()
  const transfer = isIt ? await findTransfer(db, { slug }) : undefined
  if (!transfer || transfer.state === 'deleted') throw new Problem('notYours')
  try {
    const of = { transfer, isArriving: transfer.state === 'uploading', publishedAt: transfer.sentAt }
    const opened = await openFile(services, of, fileId)
    return { what: await previewOf(services, { ...opened, of }, form), transferId: transfer.id }
  } catch (error) {
    throw error instanceof Problem && error.code === 'transferUnknown' ? new Problem('notYours') : error
  }
}

export async function isPreviewOpen({ db }: Pick<Services, 'db'>, transferId: string): Promise<boolean> {
  const transfer = await findTransfer(db, { id: transferId })
  return transfer !== undefined && transfer.state !== 'deleted'
}
