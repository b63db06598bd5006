/** Where links of an owner stand (B2): at their own host once DNS is right and as long as their plan has it, else at the installation's. */
import { planOf } from '@sampan/contract/plans'
import type { Db } from '../../db/connect.ts'
import { atHost, hostOfOrigin, type Origin } from '../../links.ts'
import { holderOf } from '../owners/index.ts'
import * as queries from './queries.ts'

type Deps = { db: Db; config: Origin }

export async function originOfOwner({ db, config }: Deps, ownerId: string): Promise<Origin> {
  const host = await queries.hostOfLinks(db, ownerId, hostOfOrigin(config))
  return host !== undefined && planOf(await holderOf(db, ownerId)).ownHosts ? atHost(config, host) : config
}
