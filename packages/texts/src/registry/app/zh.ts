/** Written by scripts/languages.mjs from the folders of languages: never by hand. */
import type { account } from '../../languages/zh/app/account.ts'
import type { admin } from '../../languages/zh/app/admin.ts'
import type { analytics } from '../../languages/zh/app/analytics.ts'
import type { asking } from '../../languages/zh/app/asking.ts'
import type { billing } from '../../languages/zh/app/billing.ts'
import type { bin } from '../../languages/zh/app/bin.ts'
import type { contacts } from '../../languages/zh/app/contacts.ts'
import type { customize } from '../../languages/zh/app/customize.ts'
import type { dash } from '../../languages/zh/app/dash.ts'
import type { detail } from '../../languages/zh/app/detail.ts'
import type { domain } from '../../languages/zh/app/domain.ts'
import type { download } from '../../languages/zh/app/download.ts'
import type { extension } from '../../languages/zh/app/extension.ts'
import type { feedback } from '../../languages/zh/app/feedback.ts'
import type { files } from '../../languages/zh/app/files.ts'
import type { findings } from '../../languages/zh/app/findings.ts'
import type { home } from '../../languages/zh/app/home.ts'
import type { landing } from '../../languages/zh/app/landing.ts'
import type { licences } from '../../languages/zh/app/licences.ts'
import type { limits } from '../../languages/zh/app/limits.ts'
import type { manage } from '../../languages/zh/app/manage.ts'
import type { notices } from '../../languages/zh/app/notices.ts'
import type { notifications } from '../../languages/zh/app/notifications.ts'
import type { overview } from '../../languages/zh/app/overview.ts'
import type { palette } from '../../languages/zh/app/palette.ts'
import type { plans } from '../../languages/zh/app/plans.ts'
import type { player } from '../../languages/zh/app/player.ts'
import type { preview } from '../../languages/zh/app/preview.ts'
import type { profile } from '../../languages/zh/app/profile.ts'
import type { queue } from '../../languages/zh/app/queue.ts'
import type { receipts } from '../../languages/zh/app/receipts.ts'
import type { received } from '../../languages/zh/app/received.ts'
import type { recording } from '../../languages/zh/app/recording.ts'
import type { refusal } from '../../languages/zh/app/refusal.ts'
import type { request } from '../../languages/zh/app/request.ts'
import type { requests } from '../../languages/zh/app/requests.ts'
import type { security } from '../../languages/zh/app/security.ts'
import type { send } from '../../languages/zh/app/send.ts'
import type { settings } from '../../languages/zh/app/settings.ts'
import type { shell } from '../../languages/zh/app/shell.ts'
import type { site } from '../../languages/zh/app/site.ts'
import type { team } from '../../languages/zh/app/team.ts'
import type { tokens } from '../../languages/zh/app/tokens.ts'
import type { webhooks } from '../../languages/zh/app/webhooks.ts'
import type { welcome } from '../../languages/zh/app/welcome.ts'

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
