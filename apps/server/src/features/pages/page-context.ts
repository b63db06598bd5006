/** What the pages need of the server, so that they can be tried without the rest of it. */
import type { TransferView } from '@sampan/contract/routes/downloads'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import type { PageTemplate } from './page-template.ts'

export type LinkAsked = { slug: string; user: string | undefined; dl: string | undefined; actor: Actor }
export type ViewLink = (asked: LinkAsked) => Promise<{ status: number; view: TransferView }>
export type PageContext = {
  config: Pick<Services['config'], 'isHttps' | 'productName' | 'publicUrl' | 'supportEmail' | 'geoCredit'>
  clock: Services['clock']
  viewLink: ViewLink
  shell: PageTemplate
}
