/** Notices of file requests that go to another address than the account's own (R6): its reader says so, by the link in a mail to it. */
import * as z from 'zod/mini'
import { slug } from './fields.ts'
import { defineRoute } from './route.ts'

// Malformed tokens are unknown tokens: they must look like any wrong one, not like a bad request.
const token = z.pipe(
  z.string().check(z.maxLength(200, 'tooLong')),
  z.transform((text) => text.replace(/[^\w.-]/g, '_')),
)
const params = z.object({ token })
const state = z.enum(['waiting', 'proven'])

const noticesView = z.object({
  /** The address that notices are to go to. */
  email: z.string(),
  /** The account that has named it. */
  by: z.string(),
  state,
})
export type NoticesView = z.output<typeof noticesView>
const errors = ['invalidInput', 'mailLinkInvalid'] as const

/** Changes nothing: programs that look at mails follow their links. */
export const readNotices = defineRoute({
  method: 'GET',
  path: '/api/notices/:token',
  who: 'link',
  summary: 'Whose notices an address is to get',
  params,
  reply: noticesView,
  errors,
})
export const proveNotices = defineRoute({
  method: 'POST',
  path: '/notices/:token',
  who: 'link',
  form: true,
  summary: 'Confirm that an address wants these notices',
  params,
  reply: noticesView,
  errors,
})

export const resendNoticeProof = defineRoute({
  method: 'POST',
  path: '/api/requests/:slug/noticeProof',
  who: 'user',
  scope: 'requests',
  summary: 'Ask the address for notices once more whether it wants them',
  params: z.object({ slug }),
  reply: z.object({ notifyEmailState: z.nullable(state) }),
  errors: ['invalidInput', 'signedOut', 'notYours', 'accountSuspended', 'rateLimited'],
})
