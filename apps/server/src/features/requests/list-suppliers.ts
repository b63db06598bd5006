import { Problem } from '@sampan/contract/errors'
import type { listSuppliers as route } from '@sampan/contract/routes/request-following'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { documentsOf } from './queries.ts'
import { suppliersPage } from './queries-grid.ts'
import { findSupplier, uploadingOf } from './queries-suppliers.ts'
import { requireOwn } from './read-request.ts'
import { withFiles } from './supplier-rows.ts'

type Deps = Pick<Services, 'db' | 'config' | 'secrets' | 'clock'>
type Asked = RouteInput<typeof route>['query']

/** Those that are looked for, or one by its id; of another request's supplier nothing is said. */
export async function listSuppliers(deps: Deps, actor: SignedIn, slug: string, asked: Asked): Promise<RouteAnswer<typeof route>> {
  const { db } = deps
  const request = await requireOwn(deps, { slug, actor, action: 'read' })
  const { rows, matchCount } = asked.supplierId ? await one(db, request.id, asked.supplierId) : await page(db, request.id, asked)
  const [documents, uploading] = await Promise.all([documentsOf(db, request.id), uploadingOf(db, request.id, deps.clock())])
  return { suppliers: await withFiles({ ...deps, actor }, { request, documents, uploading }, rows), matchCount }
}

const page = (db: Deps['db'], requestId: string, { filter, search = '', skip, limit }: Asked) =>
  suppliersPage(db, { requestId, filter, search: search.trim() }, { skip, limit })

async function one(db: Deps['db'], requestId: string, id: string) {
  const supplier = await findSupplier(db, { id })
  if (supplier?.requestId !== requestId) throw new Problem('notYours')
  return { rows: [supplier], matchCount: 1 }
}
