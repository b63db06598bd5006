/** Every route, for the server's registration check and /openapi.json. */
import * as accounts from './accounts.ts'
import * as dashboard from './dashboard.ts'
import * as downloads from './downloads.ts'
import * as geo from './geo.ts'
import * as operation from './operation.ts'
import type { Route } from './route.ts'
import * as transfers from './transfers.ts'
import * as uploads from './uploads.ts'
import * as verification from './verification.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

export const routes: readonly Route[] = [
  operation,
  accounts,
  verification,
  uploads,
  transfers,
  dashboard,
  downloads,
  geo,
].flatMap((group) => Object.values(group).filter(isRoute))
