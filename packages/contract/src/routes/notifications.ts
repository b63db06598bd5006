/** The bell (T5): its list, and what its reader does with it. */
import * as z from 'zod/mini'
import { maxNotifications } from '../limits.ts'
import { notificationKinds } from '../states.ts'
import { id, milliseconds, ok, ownId, slug } from './fields.ts'
import { defineRoute } from './route.ts'

const ownErrors = ['invalidInput', 'signedOut', 'notYours', 'accountSuspended'] as const

const notification = z.object({
  _id: id,
  kind: z.enum(notificationKinds),
  /** Of its transfer, or request; empty where it tells of a webhook. */
  slug: z.string(),
  webhookId: z.nullable(id),
  /** Of the request that its files were sent to. */
  requestSlug: z.nullable(slug),
  /** What the transfer is called; empty where its file's name says it. */
  title: z.string(),
  read: z.boolean(),
  /** When it happened; of a visit, its newest download. */
  dlDate: milliseconds,
  /** ISO 3166; null where unknown. */
  dlCountryCode: z.nullable(z.string()),
  /** The recipient whom it is about; null: someone with the link, or nobody. */
  receiverEmail: z.nullable(z.string()),
  /** One file's name, or that of the first of `fileCount`. */
  fileName: z.string(),
  fileCount: z.int(),
  /** The place in words of the caller's language, "Shanghai, China"; empty where unknown. */
  dlOrigin: z.string(),
  /** What it was downloaded with; null where nothing was. */
  program: z.nullable(z.string()),
  /** In the words of whoever said it: a mail server, a scanner, a recipient; of what was submitted, the title of its request. */
  reason: z.nullable(z.string()),
})
export type Notification = z.output<typeof notification>

export const notifications = defineRoute({
  method: 'POST',
  path: '/notifications',
  who: 'user',
  scope: 'read',
  summary: 'The caller’s notifications, newest first',
  body: z.object({
    userid: ownId,
    limit: z._default(z.int('invalid').check(z.minimum(1, 'tooSmall'), z.maximum(maxNotifications, 'tooLarge')), 50),
  }),
  reply: z.object({ notifications: z.array(notification), allCount: z.int(), unreadCount: z.int() }),
  errors: ownErrors,
})

/** `all` deletes all of them, `Allread` marks all as read; an id deletes that one. May be repeated. */
export const deleteNotification = defineRoute({
  method: 'POST',
  path: '/deleteNotification',
  who: 'user',
  scope: 'account',
  summary: 'Delete one notification or all, or mark all as read',
  body: z.object({
    userid: ownId,
    notifyId: z.union([id, z.enum(['all', 'Allread'])]),
    /** With `all` and `Allread`: only what had happened by then, which is what the caller has seen. */
    before: z.optional(milliseconds),
  }),
  reply: ok,
  errors: ownErrors,
})

export const readNotification = defineRoute({
  method: 'POST',
  path: '/api/notifications/:id/read',
  who: 'user',
  scope: 'account',
  summary: 'Mark one notification as read',
  params: z.object({ id }),
  reply: ok,
  errors: ownErrors,
})
