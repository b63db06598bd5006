/** Every route with its name and its group, for the permission matrix, the snapshot of shapes and /openapi.json. */
import * as accounts from './accounts.ts'
import * as activity from './activity.ts'
import * as admin from './admin.ts'
import * as adminDecisions from './admin-decisions.ts'
import * as analytics from './analytics.ts'
import * as billing from './billing.ts'
import * as billingDetails from './billing-details.ts'
import * as bin from './bin.ts'
import * as branding from './branding.ts'
import * as contacts from './contacts.ts'
import * as credentials from './credentials.ts'
import * as dashboard from './dashboard.ts'
import * as devices from './devices.ts'
import * as directParts from './direct-parts.ts'
import * as domains from './domains.ts'
import * as downloads from './downloads.ts'
import * as extension from './extension.ts'
import * as feedback from './feedback.ts'
import * as geo from './geo.ts'
import * as licences from './licences.ts'
import * as live from './live.ts'
import * as manage from './manage.ts'
import * as notices from './notices.ts'
import * as notifications from './notifications.ts'
import * as operation from './operation.ts'
import * as passkeys from './passkeys.ts'
import * as previews from './previews.ts'
import * as profile from './profile.ts'
import * as receipts from './receipts.ts'
import * as refusals from './refusals.ts'
import * as requestFollowing from './request-following.ts'
import * as requestPage from './request-page.ts'
import * as requestTemplates from './request-templates.ts'
import * as requests from './requests.ts'
import type { Route } from './route.ts'
import * as sandbox from './sandbox.ts'
import * as secondFactor from './second-factor.ts'
import * as senderDomains from './sender-domains.ts'
import * as settings from './settings.ts'
import * as signInProviders from './sign-in-providers.ts'
import * as site from './site.ts'
import * as teamLog from './team-log.ts'
import * as teams from './teams.ts'
import * as transferDetail from './transfer-detail.ts'
import * as transferFiles from './transfer-files.ts'
import * as transfers from './transfers.ts'
import * as uploads from './uploads.ts'
import * as verification from './verification.ts'
import * as webhooks from './webhooks.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

type Group = { tag: string; text: string; of: readonly Record<string, unknown>[] }

const groups = [
  { tag: 'Service', text: 'Whether the service is there, and what it knows of its caller', of: [operation, geo] },
  {
    tag: 'Sending',
    text: 'Verified addresses, uploads, and publishing them',
    of: [verification, uploads, directParts, transfers],
  },
  { tag: 'Receiving', text: 'What whoever has a link may do', of: [downloads, extension, refusals] },
  { tag: 'Previews', text: 'Files that are looked at without being downloaded', of: [previews] },
  { tag: 'Manage link', text: 'What a sender without an account may do with what was sent', of: [manage] },
  {
    tag: 'Accounts',
    text: 'Signing up and in, credentials, the person and their settings',
    of: [accounts, credentials, secondFactor, passkeys, signInProviders, profile, settings],
  },
  { tag: 'Programs', text: 'Log-ins of programs without a browser, API tokens, and webhooks', of: [devices, webhooks] },
  { tag: 'Plans', text: 'Plans, cards, invoices and licence codes', of: [billing, billingDetails, sandbox, licences] },
  { tag: 'Domains', text: 'Hosts of one’s own that links stand at', of: [domains, senderDomains] },
  { tag: 'Brand', text: 'What recipients see of whoever sends', of: [branding] },
  { tag: 'Teams', text: 'People who act under one root', of: [teams, teamLog] },
  { tag: 'Transfers', text: 'An account’s own transfers', of: [dashboard, transferDetail, transferFiles, receipts, bin] },
  { tag: 'Requests', text: 'Files that an account asks others for', of: [requests, requestFollowing, requestTemplates, notices] },
  { tag: 'Request pages', text: 'What whoever is asked for files may do', of: [requestPage] },
  { tag: 'News', text: 'What happened of late, and what is happening', of: [activity, notifications, live] },
  { tag: 'Analytics', text: 'Downloads of the account’s transfers over time', of: [analytics] },
  { tag: 'Contacts', text: 'Whom an account sends to', of: [contacts] },
  { tag: 'Feedback', text: 'What people say of the service, and what is new in it', of: [feedback] },
  { tag: 'Operator', text: 'What whoever runs the service sees and decides', of: [admin, adminDecisions] },
  { tag: 'Site', text: 'The public site: articles that are read, ideas that are wanted', of: [site] },
] as const satisfies readonly Group[]

export const tags = groups.map(({ tag, text }) => ({ name: tag, description: text }))

/** A route with the name that it is exported by, which no other has. */
export type Call = { id: string; tag: string; route: Route }

export const calls: readonly Call[] = groups.flatMap(({ tag, of }) =>
  of.flatMap((group) => Object.entries(group).flatMap(([id, route]) => (isRoute(route) ? [{ id, tag, route }] : []))),
)

export const routes: readonly Route[] = calls.map(({ route }) => route)
