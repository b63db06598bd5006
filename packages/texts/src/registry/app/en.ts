/** Written by scripts/languages.mjs from the folders of languages: never by hand. */
import type { account } from '../../languages/en/app/account.ts'
import type { admin } from '../../languages/en/app/admin.ts'
import type { analytics } from '../../languages/en/app/analytics.ts'
import type { asking } from '../../languages/en/app/asking.ts'
import type { billing } from '../../languages/en/app/billing.ts'
import type { bin } from '../../languages/en/app/bin.ts'
import type { contacts } from '../../languages/en/app/contacts.ts'
import type { customize } from '../../languages/en/app/customize.ts'
import type { dash } from '../../languages/en/app/dash.ts'
import type { detail } from '../../languages/en/app/detail.ts'
import type { domain } from '../../languages/en/app/domain.ts'
import type { download } from '../../languages/en/app/download.ts'
import type { extension } from '../../languages/en/app/extension.ts'
import type { feedback } from '../../languages/en/app/feedback.ts'
import type { files } from '../../languages/en/app/files.ts'
import type { findings } from '../../languages/en/app/findings.ts'
import type { home } from '../../languages/en/app/home.ts'
import type { landing } from '../../languages/en/app/landing.ts'
import type { licences } from '../../languages/en/app/licences.ts'
import type { limits } from '../../languages/en/app/limits.ts'
import type { manage } from '../../languages/en/app/manage.ts'
import type { notices } from '../../languages/en/app/notices.ts'
import type { notifications } from '../../languages/en/app/notifications.ts'
import type { overview } from '../../languages/en/app/overview.ts'
import type { palette } from '../../languages/en/app/palette.ts'
import type { plans } from '../../languages/en/app/plans.ts'
import type { player } from '../../languages/en/app/player.ts'
import type { preview } from '../../languages/en/app/preview.ts'
import type { profile } from '../../languages/en/app/profile.ts'
import type { queue } from '../../languages/en/app/queue.ts'
import type { receipts } from '../../languages/en/app/receipts.ts'
import type { received } from '../../languages/en/app/received.ts'
import type { recording } from '../../languages/en/app/recording.ts'
import type { refusal } from '../../languages/en/app/refusal.ts'
import type { request } from '../../languages/en/app/request.ts'
import type { requests } from '../../languages/en/app/requests.ts'
import type { security } from '../../languages/en/app/security.ts'
import type { send } from '../../languages/en/app/send.ts'
import type { settings } from '../../languages/en/app/settings.ts'
import type { shell } from '../../languages/en/app/shell.ts'
import type { site } from '../../languages/en/app/site.ts'
import type { team } from '../../languages/en/app/team.ts'
import type { tokens } from '../../languages/en/app/tokens.ts'
import type { webhooks } from '../../languages/en/app/webhooks.ts'
import type { welcome } from '../../languages/en/app/welcome.ts'

export type Texts = {
  account: typeof account
  admin: typeof admin
  analytics: typeof analytics
  asking: typeof asking
  billing: typeof billing
  bin: typeof bin
  contacts: typeof contacts
  customize: typeof customize
  dash: typeof dash
  detail: typeof detail
  domain: typeof domain
  download: typeof download
  extension: typeof extension
  feedback: typeof feedback
  files: typeof files
  findings: typeof findings
  home: typeof home
  landing: typeof landing
  licences: typeof licences
  limits: typeof limits
  manage: typeof manage
  notices: typeof notices
  notifications: typeof notifications
  overview: typeof overview
  palette: typeof palette
  plans: typeof plans
  player: typeof player
  preview: typeof preview
  profile: typeof profile
  queue: typeof queue
  receipts: typeof receipts
  received: typeof received
  recording: typeof recording
  refusal: typeof refusal
  request: typeof request
  requests: typeof requests
  security: typeof security
  send: typeof send
  settings: typeof settings
  shell: typeof shell
  site: typeof site
  team: typeof team
  tokens: typeof tokens
  webhooks: typeof webhooks
  welcome: typeof welcome
}
