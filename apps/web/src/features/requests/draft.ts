/** A request as it is filled in, and what of it is sent. Pure. */

import type { FieldCode } from '@sampan/contract/errors'
import { graceSecondsDefault, remindDaysDefault } from '@sampan/contract/limits'
import { expirySeconds, type Plan, type RoleOnSale, rolePlan, rolesOnSale } from '@sampan/contract/plans'
import { changeRequest, type createRequest, type RequestDetail, type RequestTemplate } from '@sampan/contract/routes/requests'
import type { RouteInput } from '@sampan/contract/routes/route'
import type { RequestSettings } from '@sampan/contract/routes/settings'
import { expiryName } from '@sampan/contract/rules/expiry'
import { checkFields } from '@sampan/contract/rules/field-faults'
import { isEmail } from '@sampan/contract/rules/recipients'
import { type Due, linkEndMs, reminderMs, sendableDays } from '@sampan/contract/rules/request-life'
import type { FieldRule } from '@sampan/contract/states'
import { dayOf, type ExpiryChoice, endOfDay, expirySecondsOf, isFutureExpiry } from '../../product/plans/expiry-choice.ts'
import { type Chips, noChips, recipientsOf } from '../../product/recipients/chips.ts'
import { askedOf, type Documents, draftsOf, keptOf } from './documents.ts'

export type Draft = ExpiryChoice & {
  sendAs: 'email' | 'link'
  chips: Chips
  title: string
  message: string
  documents: Documents
  takesOtherFiles: boolean
  accept: readonly string[]
  /** "2026-12-31"; empty: none. */
  dueDay: string
  graceDays: string
  password: string
  /** Of a request that has one. */
  removesPassword: boolean
  maxFileMegabytes: string
  maxFiles: string
  maxSubmissions: string
  nameField: FieldRule
  emailField: FieldRule
  showsFiles: boolean
  remindDays: readonly number[]
  notifies: boolean
  notifyEmail: string
  /** Ids of people of the team, or `team`, with spaces between. */
  shareWith: string
}

const dayMs = 86_400_000
const daySeconds = 86_400
const megabyte = 1_000_000

export const newDraft: Draft = {
  expiry: 'week',
  untilDay: '',
  sendAs: 'email',
  chips: noChips,
  title: '',
  message: '',
  documents: [],
  takesOtherFiles: true,
  accept: [],
  dueDay: '',
  graceDays: String(graceSecondsDefault / daySeconds),
  password: '',
  removesPassword: false,
  maxFileMegabytes: '',
  maxFiles: '',
  maxSubmissions: '',
  nameField: 'optional',
  emailField: 'required',
  showsFiles: false,
  remindDays: remindDaysDefault,
  notifies: true,
  notifyEmail: '',
  shareWith: '',
}

const numberText = (value: number | null): string => (value === null ? '' : String(value))
/** NaN for what is no number. */
const numberOf = (text: string): number | null => (text.trim() ? Number(text.trim().replace(',', '.')) : null)

/** What the account's requests begin with (B4). */
export function withSettings(draft: Draft, { expirySeconds: seconds, message, notifyOnUpload }: RequestSettings): Draft {
  const expiry = seconds === undefined ? undefined : expiryName(seconds)
  return {
    ...draft,
    ...(expiry && { expiry }),
    message: draft.message || (message ?? ''),
    notifies: notifyOnUpload ?? draft.notifies,
  }
}

/** Whom and until when is another matter: a template keeps neither (R5). */
export const withTemplate = (draft: Draft, template: RequestTemplate): Draft => ({
  ...draft,
  title: template.title,
  message: template.message,
  documents: draftsOf(template.documents, false),
  ...limitsOf(template),
})

type Limits = Pick<
  RequestTemplate,
  | 'takesOtherFiles'
  | 'accept'
  | 'maxFileBytes'
  | 'maxFiles'
  | 'maxSubmissions'
  | 'nameField'
  | 'emailField'
  | 'showsFiles'
  | 'remindDays'
  | 'graceSeconds'
>
const limitsOf = ({ maxFileBytes, maxFiles, maxSubmissions, graceSeconds, ...same }: Limits) => ({
  takesOtherFiles: same.takesOtherFiles,
  accept: same.accept,
  nameField: same.nameField,
  emailField: same.emailField,
  showsFiles: same.showsFiles,
  remindDays: same.remindDays,
  maxFileMegabytes: numberText(maxFileBytes === null ? null : maxFileBytes / megabyte),
  maxFiles: numberText(maxFiles),
  maxSubmissions: numberText(maxSubmissions),
  graceDays: String(Math.round(graceSeconds / daySeconds)),
})

/** Of a request that is there, to be changed. */
export const draftOf = ({ request, documents }: RequestDetail): Draft => ({
  ...newDraft,
  sendAs: request.sendAs,
  title: request.title,
  message: request.message,
  documents: draftsOf(documents, true),
  dueDay: request.dueAt === null ? '' : dayOf(new Date(request.dueAt)),
  notifies: request.notifyOnUpload,
  notifyEmail: request.notifyEmail ?? '',
  shareWith: (request.shareWith ?? []).join(' '),
  ...limitsOf(request),
})

/** What a template keeps (R5), and every request says. */
export function templateOf(draft: Draft): RequestTemplate {
  const size = numberOf(draft.maxFileMegabytes)
  return {
    title: draft.title.trim(),
    message: draft.message,
    documents: keptOf(draft.documents),
    takesOtherFiles: draft.takesOtherFiles || draft.documents.length === 0,
    accept: [...draft.accept],
    maxFileBytes: size === null ? null : Math.round(size * megabyte),
    maxFiles: numberOf(draft.maxFiles),
    maxSubmissions: numberOf(draft.maxSubmissions),
    nameField: draft.nameField,
    emailField: draft.emailField,
    showsFiles: draft.showsFiles,
    remindDays: [...draft.remindDays].sort((a, b) => a - b),
    graceSeconds: (numberOf(draft.graceDays) ?? 0) * daySeconds,
  }
}

export const dueAtOf = ({ dueDay }: Pick<Draft, 'dueDay'>): number | null => (dueDay ? endOfDay(dueDay).getTime() : null)
const noticesOf = ({ notifies, notifyEmail }: Draft) => ({
  notifyOnUpload: notifies,
  notifyEmail: notifyEmail.trim() || null,
})

const sharesOf = ({ shareWith }: Draft): string[] => shareWith.split(' ').filter(Boolean)

export function requestOf(draft: Draft, plan: Plan, requestKey: string, now: Date): RouteInput<typeof createRequest>['body'] {
  return {
    ...templateOf(draft),
    ...noticesOf(draft),
    documents: askedOf(draft.documents),
    sendAs: draft.sendAs,
    emailTo: draft.sendAs === 'email' ? recipientsOf(draft.chips).map((email) => ({ email })) : [],
    dueAt: dueAtOf(draft),
    expirySeconds: expirySecondsOf(draft, plan, now),
    password: draft.password || null,
    ...(draft.shareWith && { shareWith: sharesOf(draft) }),
    requestKey,
  }
}

/** How long its link lives is changed elsewhere; a password and shares that nobody touched stay. */
export const changesOf = (draft: Draft, before: Draft | null = null): RouteInput<typeof changeRequest>['body'] => ({
  ...templateOf(draft),
  ...noticesOf(draft),
  documents: askedOf(draft.documents),
  dueAt: dueAtOf(draft),
  ...(draft.removesPassword ? { password: null } : draft.password && { password: draft.password }),
  ...(before && before.shareWith !== draft.shareWith && { shareWith: sharesOf(draft) }),
})

export type Faults = Readonly<Record<string, FieldCode>>

function dueFault(draft: Draft, now: Date): FieldCode | null {
  const dueAt = dueAtOf(draft)
  if (dueAt === null) return null
  return Number.isNaN(dueAt) ? 'invalid' : dueAt < now.getTime() ? 'tooSmall' : null
}

function peopleFault({ chips, sendAs }: Draft): FieldCode | null {
  if (sendAs === 'link') return null
  if (chips.list.some((email) => !isEmail(email))) return 'invalidEmail'
  return recipientsOf(chips).length === 0 ? 'required' : null
}

/** By the names that the server has for the fields. `before`: of what is changed, a due date that was over stays. */
export function faultsOf(draft: Draft, plan: Plan, now: Date, before: Draft | null = null): Faults {
  const found: [string, FieldCode | null][] = [
    ['emailTo', before ? null : peopleFault(draft)],
    ['dueAt', before?.dueDay === draft.dueDay ? null : dueFault(draft, now)],
    ['expirySeconds', before || isFutureExpiry(expirySecondsOf(draft, plan, now)) ? null : 'invalid'],
  ]
  const { faults } = checkFields(changeRequest.body, changesOf(draft))
  return { ...faults, ...Object.fromEntries(found.filter((each): each is [string, FieldCode] => each[1] !== null)) }
}

/** The first day that can be chosen. */
export const tomorrow = (now: Date): string => dayOf(new Date(now.getTime() + dayMs))

/** `endsAtMs`: of a link that is there, when it ends, if nothing is changed of it. */
function newLinkEndMs(draft: Draft, due: Due, plan: Plan, now: Date, endsAtMs?: number): number {
  const seconds = endsAtMs === undefined ? expirySecondsOf(draft, plan, now) : 0
  if (seconds >= expirySeconds.never || endsAtMs === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY
  return linkEndMs(due, endsAtMs ?? now.getTime() + seconds * 1000, plan, now.getTime())
}

/** The plan keeps no link for so long. */
export function endsBeforeDue(draft: Draft, plan: Plan, now: Date, endsAtMs?: number): boolean {
  const dueAtMs = dueAtOf(draft)
  if (dueAtMs === null || Number.isNaN(dueAtMs)) return false
  return newLinkEndMs(draft, { dueAtMs, graceSeconds: 0 }, plan, now, endsAtMs) < dueAtMs
}

/** How long late files are taken where nobody has said it: as usual, or as far as the plan keeps the link. */
export function usualGraceDays(draft: Draft, plan: Plan, now: Date): string {
  const dueAtMs = dueAtOf(draft)
  if (dueAtMs === null || Number.isNaN(dueAtMs)) return newDraft.graceDays
  const leftMs = newLinkEndMs(draft, { dueAtMs, graceSeconds: graceSecondsDefault }, plan, now) - dueAtMs
  return String(Math.max(0, Math.min(graceSecondsDefault / daySeconds, Math.floor(leftMs / dayMs))))
}

/** Of a new request grace follows the due date until somebody says how long it is. */
export function withDueDay(draft: Draft, dueDay: string, plan: Plan, now: Date): Pick<Draft, 'dueDay' | 'graceDays'> {
  const isUsual = draft.graceDays === usualGraceDays(draft, plan, now)
  return { dueDay, graceDays: isUsual ? usualGraceDays({ ...draft, dueDay }, plan, now) : draft.graceDays }
}

const dueOf = (draft: Draft): Due => ({ dueAtMs: dueAtOf(draft), graceSeconds: (numberOf(draft.graceDays) || 0) * daySeconds })

/** The day on which the link ends although late files are still to be taken; null: it does not, or ends before they are late. */
export function graceCutOn(draft: Draft, plan: Plan, now: Date, endsAtMs?: number): string | null {
  const due = dueOf(draft)
  if (due.dueAtMs === null || Number.isNaN(due.dueAtMs) || endsBeforeDue(draft, plan, now, endsAtMs)) return null
  const endMs = newLinkEndMs(draft, due, plan, now, endsAtMs)
  return endMs < due.dueAtMs + due.graceSeconds * 1000 ? dayOf(new Date(endMs)) : null
}

/** The smallest plan on sale that takes late files for as long as is said. */
export const planForGrace = (draft: Draft, now: Date, endsAtMs?: number): RoleOnSale | undefined =>
  rolesOnSale.find(
    (role) => graceCutOn(draft, rolePlan(role), now, endsAtMs) === null && !endsBeforeDue(draft, rolePlan(role), now, endsAtMs),
  )

/** The last day on which a link of this plan still takes files. */
export function latestDueDay(draft: Draft, plan: Plan, now: Date): string {
  const endMs = newLinkEndMs(draft, { dueAtMs: Number.MAX_SAFE_INTEGER, graceSeconds: 0 }, plan, now)
  const day = dayOf(new Date(endMs))
  return endOfDay(day).getTime() <= endMs ? day : dayOf(new Date(endMs - dayMs))
}

/** The smallest plan on sale that keeps the link until the due date. */
export const planUntilDue = (draft: Draft, now: Date): RoleOnSale | undefined =>
  rolesOnSale.find((role) => !endsBeforeDue(draft, rolePlan(role), now))

/** The last day of a new request's link, where its due date makes that later than what was chosen; null: it does not. */
export function linkDayByDue(draft: Draft, plan: Plan, now: Date): string | null {
  const due = dueOf(draft)
  const endMs = newLinkEndMs(draft, due, plan, now)
  const isLater = endMs > newLinkEndMs(draft, { dueAtMs: null, graceSeconds: 0 }, plan, now)
  return isLater && !endsBeforeDue(draft, plan, now) ? dayOf(new Date(endMs)) : null
}

/** Reminders that are still to come, and while files are taken (R7). */
export function remindersOffered(draft: Draft, days: readonly number[], plan: Plan, now: Date, endsAtMs?: number): number[] {
  const dueAtMs = dueAtOf(draft)
  if (dueAtMs === null || Number.isNaN(dueAtMs)) return [...days]
  const { graceSeconds } = dueOf(draft)
  const linkEnd = newLinkEndMs(draft, { dueAtMs, graceSeconds }, plan, now, endsAtMs)
  const sendable = sendableDays(days, dueAtMs, Math.min(dueAtMs + graceSeconds * 1000, linkEnd))
  return sendable.filter((day) => reminderMs(dueAtMs, day) > now.getTime())
}

export const hasContents = (draft: Draft, beginning: Draft): boolean =>
  draft.chips.list.length > 0 ||
  draft.documents.length > 0 ||
  draft.chips.typed !== '' ||
  (Object.keys(newDraft) as (keyof Draft)[]).some(
    (key) => !['chips', 'documents', 'remindDays', 'accept'].includes(key) && draft[key] !== beginning[key],
  )
