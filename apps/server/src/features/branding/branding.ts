/** Looking at and changing what recipients see (B1). */
import { Problem } from '@sampan/contract/errors'
import { brandPictures as limits } from '@sampan/contract/limits'
import { brandPicturePath } from '@sampan/contract/paths'
import { planOf } from '@sampan/contract/plans'
import type { BrandPlace, BrandView } from '@sampan/contract/routes/branding'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { takeRate } from '../../http/rate-limit.ts'
import { type Picture, pictureOf } from '../../picture-kind.ts'
import type { Services } from '../../services.ts'
import { lockOwner, type OwnerRow, refuseSuspended } from '../owners/index.ts'
import { noteAct } from '../team-log/index.ts'
import * as queries from './queries.ts'

export type BrandDeps = Pick<Services, 'db' | 'clock' | 'config'>

export async function readBrand({ db }: Pick<BrandDeps, 'db'>, { ownerId }: SignedIn): Promise<BrandView> {
  const { accent, hidesPoweredBy, pictures, holder } = await queries.findBrand(db, ownerId)
  const { brand, mayHidePoweredBy } = planOf(holder)
  const addressOf = (id: string | undefined) => (id ? brandPicturePath(id) : null)
  return {
    accent,
    hidesPoweredBy,
    pictures: {
      logo: addressOf(pictures.logo),
      background: addressOf(pictures.background),
      favicon: addressOf(pictures.favicon),
    },
    isWhole: brand === 'whole',
    mayHidePoweredBy,
  }
}

/** In one transaction, under the lock of whose brand it is. */
async function change(deps: BrandDeps, actor: SignedIn, act: (tx: Transaction, owner: OwnerRow) => Promise<void>) {
  await inTransaction(deps.db, async (tx) => {
    const owner = (await lockOwner(tx, actor.ownerId))!
    refuseSuspended(owner.status)
    await act(tx, owner)
    await noteAct(tx, actor, 'brandChanged', '', deps.clock())
  })
  return readBrand(deps, actor)
}

/** What is there already may stay, whatever the plan is by now, and be taken away. */
export const changeBrand = (
  deps: BrandDeps,
  actor: SignedIn,
  { accent, hidesPoweredBy }: Pick<BrandView, 'accent' | 'hidesPoweredBy'>,
): Promise<BrandView> =>
  change(deps, actor, async (tx, owner) => {
    const plan = planOf(owner)
    const before = await queries.findBrand(tx, owner.id)
    if (accent !== null && accent !== before.accent && plan.brand !== 'whole') throw new Problem('brandReserved')
    if (hidesPoweredBy && !before.hidesPoweredBy && !plan.mayHidePoweredBy) throw new Problem('poweredByReserved')
    await queries.putBrand(tx, { ownerId: owner.id, accent, hidesPoweredBy, updatedAt: deps.clock() })
  })

/** With a mark of bytes in front, or a document type, as editors write it. */
const isSvg = (bytes: Buffer): boolean => /^\s*(?:<\?xml|<!doctype svg|<!--|<svg)/i.test(bytes.subarray(0, 1000).toString())

function usable(bytes: Buffer, place: BrandPlace): Picture {
  if (isSvg(bytes)) throw new Problem('svgRefused')
  const picture = pictureOf(bytes)
  const { maxBytes, maxPixels } = limits[place]
  const fits = picture && picture.width > 0 && picture.height > 0 && Math.max(picture.width, picture.height) <= maxPixels
  if (!fits || bytes.length > maxBytes) throw new Problem('pictureRefused')
  return picture
}

export function setPicture(deps: BrandDeps, actor: SignedIn, place: BrandPlace, base64: string): Promise<BrandView> {
  const bytes = Buffer.from(base64, 'base64')
  const { kind } = usable(bytes, place)
  return change(deps, actor, async (tx, owner) => {
    if (place !== 'logo' && planOf(owner).brand !== 'whole') throw new Problem('brandReserved')
    await takeRate(tx, deps.config.rateLimits.brandPictures, owner.id, deps.clock())
    await queries.putPicture(tx, { ownerId: owner.id, place, kind, bytes, createdAt: deps.clock() })
  })
}

export const removePicture = (deps: BrandDeps, actor: SignedIn, place: BrandPlace): Promise<BrandView> =>
  change(deps, actor, (tx, owner) => queries.deletePicture(tx, owner.id, place))
