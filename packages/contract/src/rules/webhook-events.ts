/** What webhooks tell (O9), and how it looks: the body of each call, by the shape of Standard Webhooks. */
import * as z from 'zod/mini'

/** What happens to an account's transfers and file requests, and is told of to its programs. */
export const webhookEvents = [
  'transfer.sent',
  'transfer.opened',
  'transfer.downloaded',
  'transfer.expired',
  'request.submitted',
  'request.accepted',
  'request.completed',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** What is sent by hand to see whether it arrives; nobody chooses it. */
export const pingEvent = 'ping'
export type WebhookType = WebhookEvent | typeof pingEvent

const time = z.iso.datetime()

const transfer = z.object({
  id: z.uuid(),
  slug: z.string(),
  /** Its page, where its files are still to be asked for: it gives nobody a right of its own. */
  link: z.url(),
  title: z.string(),
  fileCount: z.int(),
  totalBytes: z.int(),
  sentAt: time,
  expiresAt: time,
})
export type WebhookTransfer = z.output<typeof transfer>

/** Null for whoever came by the open link. */
const recipient = z.nullable(z.object({ id: z.uuid(), email: z.string() }))

const request = z.object({
  id: z.uuid(),
  slug: z.string(),
  link: z.url(),
  title: z.string(),
})
export type WebhookRequest = z.output<typeof request>

/** Whoever has come by the open link has said what they are called, or nothing. */
const supplier = z.object({ id: z.uuid(), email: z.nullable(z.string()), name: z.nullable(z.string()) })
export type WebhookSupplier = z.output<typeof supplier>

const event = <T extends WebhookType, D extends z.ZodMiniType>(type: T, data: D) =>
  z.object({
    type: z.literal(type),
    /** When it happened, however late it is told. */
    timestamp: time,
    data,
  })

/** One of these is the body of every call. */
export const webhookBody = z.discriminatedUnion('type', [
  event('transfer.sent', z.object({ transfer, senderEmail: z.nullable(z.string()), recipientCount: z.int() })),
  event('transfer.opened', z.object({ transfer, recipient })),
  event(
    'transfer.downloaded',
    z.object({
      transfer,
      recipient,
      /** What of it this download has brought. */
      downloaded: z.object({ fileCount: z.int(), totalBytes: z.int() }),
      downloadCount: z.int(),
    }),
  ),
  event('transfer.expired', z.object({ transfer, downloadCount: z.int() })),
  event(
    'request.submitted',
    z.object({
      request,
      supplier,
      submission: z.object({ id: z.uuid(), transferId: z.uuid(), fileCount: z.int(), totalBytes: z.int() }),
    }),
  ),
  event('request.accepted', z.object({ request, supplier, fileCount: z.int() })),
  /** This supplier has sent everything that is required. */
  event('request.completed', z.object({ request, supplier })),
  event(pingEvent, z.object({ webhookId: z.uuid() })),
])
export type WebhookBody = z.output<typeof webhookBody>
/** What an event tells. */
export type WebhookData<T extends WebhookType> = Extract<WebhookBody, { type: T }>['data']
