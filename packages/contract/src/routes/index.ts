/** Every route, for the server's registration check and /openapi.json. */
import * as accounts from './accounts.ts'
import * as activity from './activity.ts'
import * as analytics from './analytics.ts'
import * as billing from './billing.ts'
import * as contacts from './contacts.ts'
import * as credentials from './credentials.ts'
import * as dashboard from './dashboard.ts'
import * as devices from './devices.ts'
import * as downloads from './downloads.ts'
import * as extension from './extension.ts'
import * as feedback from './feedback.ts'
import * as geo from './geo.ts'
import * as licences from './licences.ts'
import * as live from './live.ts'
import * as manage from './manage.ts'
import * as notifications from './notifications.ts'
import * as operation from './operation.ts'
import * as profile from './profile.ts'
import * as receipts from './receipts.ts'
import type { Route } from './route.ts'
import * as sandbox from './sandbox.ts'
import * as settings from './settings.ts'
import * as transferDetail from './transfer-detail.ts'
import * as transferFiles from './transfer-files.ts'
import * as transfers from './transfers.ts'
import * as uploads from './uploads.ts'
import * as verification from './verification.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

export const routes: readonly Route[] = [
  operation,
  accounts,
  credentials,
  profile,
  billing,
  sandbox,
  devices,
  licences,
  verification,
  uploads,
  transfers,
  dashboard,
  activity,
  transferDetail,
  receipts,
  analytics,
  transferFiles,
  settings,
  contacts,
  feedback,
  notifications,
  live,
  manage,
  downloads,
  extension,
  geo,
].flatMap((group) => Object.values(group).filter(isRoute))
