import { account } from './account.ts'
import type { analytics } from './analytics.ts'
import type { billing } from './billing.ts'
import type { contacts } from './contacts.ts'
import type { dash } from './dash.ts'
import type { detail } from './detail.ts'
import { download } from './download.ts'
import type { extension } from './extension.ts'
import type { feedback } from './feedback.ts'
import type { files } from './files.ts'
import { home } from './home.ts'
import type { licences } from './licences.ts'
import type { manage } from './manage.ts'
import type { notifications } from './notifications.ts'
import type { overview } from './overview.ts'
import type { palette } from './palette.ts'
import type { plans } from './plans.ts'
import type { profile } from './profile.ts'
import type { receipts } from './receipts.ts'
import type { refusal } from './refusal.ts'
import type { security } from './security.ts'
import { send } from './send.ts'
import type { settings } from './settings.ts'
import { shell } from './shell.ts'
import type { welcome } from './welcome.ts'

/** The sentences of every public page in English; the keys that every other language has to have. */
export const catalogue = { shell, home, account, send, download }
/** With those that are loaded later, by what needs them. */
export type Catalogue = typeof catalogue & {
  manage: typeof manage
  extension: typeof extension
  refusal: typeof refusal
  analytics: typeof analytics
  dash: typeof dash
  contacts: typeof contacts
  settings: typeof settings
  feedback: typeof feedback
  detail: typeof detail
  files: typeof files
  notifications: typeof notifications
  overview: typeof overview
  palette: typeof palette
  plans: typeof plans
  licences: typeof licences
  billing: typeof billing
  receipts: typeof receipts
  security: typeof security
  profile: typeof profile
  welcome: typeof welcome
}
