/** The address at which whoever owns a file looks at it: signed, for some hours, for that file and that session and nothing else. */
import { Problem } from '@sampan/contract/errors'
import { previewAddressSeconds } from '@sampan/contract/limits'
import type { PreviewForm } from '@sampan/contract/routes/previews'
import { addSeconds } from '../../add-seconds.ts'
import type { Representation } from '../../delivery/representation.ts'
import type { SignedIn } from '../../http/actor.ts'
import { readAddress, signAddress } from '../../http/signed-address.ts'
import type { Services } from '../../services.ts'
import { openFile, previewOf } from '../downloads/index.ts'
import { requireReceived } from '../requests/index.ts'
import { findTransfer, type MayLook, ownGrant, requireOwn, type TransferRow } from '../transfers/index.ts'

type Of = { slug: string; fileId: string }

/** In lower case: what says the same must be the same. None for what is taken down (R41). */
function addressOf(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  actor: SignedIn,
  { id, state }: Pick<TransferRow, 'id' | 'state'>,
  fileId: string,
): { url: string } {
  if (state === 'takenDown') throw new Problem('transferTakenDown')
  const said = [fileId.toLowerCase(), ...ownGrant(actor, { id, state }).split('.')]
  const until = addSeconds(clock(), previewAddressSeconds)
  return { url: `/api/previews/${signAddress(secrets.download, 'preview', said, until)}` }
}

/** Whether the file is there is told when it is read. */
export async function previewOwn(services: Services, actor: SignedIn, { slug, fileId }: Of): Promise<{ url: string }> {
  return addressOf(services, actor, await requireOwn(services.db, actor, slug, 'read'), fileId)
}

export async function previewReceived(services: Services, actor: SignedIn, of: Of): Promise<{ url: string }> {
  const { transferId: id, transferState: state, fileId } = await requireReceived(services, actor, of)
  return addressOf(services, actor, { id, state }, fileId)
}

/** Throws notYours for one that is forged or over or holds no more, and where it leads to nothing any more. */
export async function previewBy(
  services: Services,
  token: string,
  form: PreviewForm,
  mayLook: MayLook,
): Promise<{ what: Representation; mayGoOn: () => Promise<boolean> }> {
  const [fileId = '', ...grant] = readAddress(services.secrets.download, 'preview', token, services.clock())?.fields ?? []
  const mayGoOn = () => mayLook(grant.join('.'))
  const transfer = grant[1] && (await mayGoOn()) ? await findTransfer(services.db, { id: grant[1] }) : undefined
  if (!transfer || transfer.state === 'deleted') throw new Problem('notYours')
  try {
    const of = { transfer, isArriving: transfer.state === 'uploading', publishedAt: transfer.sentAt }
    const opened = await openFile(services, of, fileId)
    return { what: await previewOf(services, { ...opened, of }, form), mayGoOn }
  } catch (error) {
    throw error instanceof Problem && error.code === 'transferUnknown' ? new Problem('notYours') : error
  }
}
