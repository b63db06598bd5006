/** The account's picture: a square that the browser has cut, checked by its bytes, with an address that changes with it (A5). */
import { Problem } from '@sampan/contract/errors'
import { pictures } from '@sampan/contract/limits'
import type { User } from '@sampan/contract/routes/accounts'
import type { SignedIn } from '../../http/actor.ts'
import { pictureOf } from '../../picture-kind.ts'
import type { Services } from '../../services.ts'
import * as queries from './queries.ts'
import { userReply } from './update-profile.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config'>

export async function setPicture(needs: Needs, { userId }: SignedIn, base64: string): Promise<{ user: User }> {
  const bytes = Buffer.from(base64, 'base64')
  const picture = pictureOf(bytes)
  const isSquare = picture && picture.width === picture.height && picture.width > 0 && picture.width <= pictures.maxPixels
  if (!isSquare || bytes.length > pictures.maxBytes) throw new Problem('pictureRefused')
  await queries.putPicture(needs.db, { userId, kind: picture.kind, bytes, createdAt: needs.clock() })
  return userReply(needs, userId)
}

export async function removePicture(needs: Needs, { userId }: SignedIn): Promise<{ user: User }> {
  await queries.deletePicture(needs.db, userId)
  return userReply(needs, userId)
}
