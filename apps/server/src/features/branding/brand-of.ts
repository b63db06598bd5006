/** What of an owner's brand is shown now: worked out when it is read, so that a plan that ends hides and takes nothing (B1). */
import { brandPicturePath, homePath, type Language } from '@sampan/contract/paths'
import { planOf } from '@sampan/contract/plans'
import type { BrandShown } from '@sampan/contract/routes/branding'
import type { Database } from '../../db/connect.ts'
import { urlOf } from '../../links.ts'
import type { MailBrand } from '../../mail-layout/brand.ts'
import type { Services } from '../../services.ts'
import { originOfOwner } from '../domains/index.ts'
import { brandOfOwner } from './queries.ts'
import { themePath } from './theme.ts'

async function allowedOf(db: Database, ownerId: string) {
  const { accent, hidesPoweredBy, pictures, holder } = await brandOfOwner(db, ownerId)
  const { brand, mayHidePoweredBy } = planOf(holder)
  const isWhole = brand === 'whole'
  return {
    accent: isWhole ? accent : null,
    logo: pictures.logo ?? null,
    background: (isWhole && pictures.background) || null,
    favicon: (isWhole && pictures.favicon) || null,
    poweredBy: !(mayHidePoweredBy && hidesPoweredBy),
  }
}

/** Of a page of theirs. */
export async function brandOfPage({ db }: Pick<Services, 'db'>, ownerId: string): Promise<BrandShown> {
  const { accent, logo, background, favicon, poweredBy } = await allowedOf(db, ownerId)
  const theme = themePath({ accent, isOwn: !poweredBy, background })
  return {
    ...(logo && { logo: brandPicturePath(logo) }),
    ...(favicon && { favicon: brandPicturePath(favicon) }),
    ...(theme && { theme }),
    poweredBy,
  }
}

/** Of a mail on their behalf: the addresses are whole. */
export async function brandOfMail(
  { db, config }: Pick<Services, 'db' | 'config'>,
  ownerId: string,
  language: Language,
): Promise<MailBrand> {
  const { accent, logo, poweredBy } = await allowedOf(db, ownerId)
  return {
    accent,
    logo: logo && urlOf(await originOfOwner({ db, config }, ownerId), brandPicturePath(logo)),
    poweredBy: poweredBy ? urlOf(config, homePath(language)) : null,
  }
}
