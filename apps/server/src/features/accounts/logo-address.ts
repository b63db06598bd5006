/** Where a page finds the logo of an account's company: our own address, with the domain signed, so that we look up no other (A6). */
import { logoPath } from '@sampan/contract/paths'
import { companyDomain } from '@sampan/contract/rules/company-domain'
import { sign, unsign } from '../../http/signing.ts'
import type { Services } from '../../services.ts'

export type LogoNeeds = Pick<Services, 'secrets' | 'config'>
const prefix = 'logo:'

/** Empty where the operator has named no service, and for addresses of free-mail providers. */
export function logoAddress({ secrets, config }: LogoNeeds, email: string): string {
  const domain = config.logoUrl ? companyDomain(email) : null
  return domain ? logoPath(sign(secrets.link, prefix + domain)) : ''
}

/** The domain, or null for a name that is not ours. */
export function readSignedDomain({ secrets }: Pick<Services, 'secrets'>, signed: string): string | null {
  const text = unsign(secrets.link, signed)
  return text?.startsWith(prefix) ? text.slice(prefix.length) : null
}
