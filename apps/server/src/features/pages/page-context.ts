/** What the pages need of the server, so that they can be tried without the rest of it. */
import type { TransferView } from '@sampan/contract/routes/downloads'
import type { ExtensionView } from '@sampan/contract/routes/extension'
import type { ManagedTransfer } from '@sampan/contract/routes/manage'
import type { NoticesView } from '@sampan/contract/routes/notices'
import type { RefusalView } from '@sampan/contract/routes/refusals'
import type { RequestView } from '@sampan/contract/routes/request-page'
import type { FastifyRequest } from 'fastify'
import type { Content } from '../../adapters/content/content.ts'
import type { Actor, Guest } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import type { OldLink } from '../imports/index.ts'
import type { Installation, PageTemplate } from './page-template.ts'
import type { BuiltFile } from './web-build.ts'

export type { OldLink } from '../imports/index.ts'
export type LinkAsked = {
  slug: string
  user: string | undefined
  dl: string | undefined
  unlocked: string | null
  actor: Actor
  isHead: boolean
}
export type ViewLink = (asked: LinkAsked) => Promise<{ status: number; view: TransferView }>
/** Throws transferUnknown where there is nothing to manage by this token. */
export type ViewManaged = (actor: Actor, link: { slug: string; token: string }) => Promise<ManagedTransfer>
/** Throws extensionDead. */
export type ViewExtension = (actor: Actor, token: string) => Promise<ExtensionView>
/** Every state of a request is a view. */
export type ViewRequest = (
  actor: Actor,
  link: { slug: string; user: string | undefined; unlocked: string | null },
) => Promise<{ status: number; view: RequestView }>
/** Where an address of the product before leads; undefined where nowhere. */
export type FindOldLink = (visitor: Guest, link: OldLink) => Promise<string | undefined>
export type PageContext = {
  config: Installation & Pick<Services['config'], 'isHttps'> & { storeOrigin?: string | undefined }
  clock: Services['clock']
  /** Of a build before this one. */
  findPart: (path: string) => Promise<BuiltFile | null>
  /** Of the account that this browser is signed in to. */
  sessionOwnerOf: (request: FastifyRequest) => Promise<string | null>
  viewLink: ViewLink
  viewManaged: ViewManaged
  viewRequest: ViewRequest
  viewExtension: ViewExtension
  findOldLink: FindOldLink
  /** Throws mailLinkInvalid. */
  viewRefusal: (token: string) => Promise<RefusalView>
  /** The same. */
  viewNotices: (token: string) => Promise<NoticesView>
  /** The operator's own, in the place of ours; null where there are none. `isFar`: they come from a server of theirs. */
  words: (Pick<Content, 'read'> & { isFar: boolean; log: Pick<Services['log'], 'warn'> }) | null
  shell: PageTemplate
}
