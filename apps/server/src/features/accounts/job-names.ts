import { jobName } from '../../jobs/queue.ts'

/** `mailId` names the mail however often the job runs. */
export const accountThereJob = jobName<{ mailId: string; userId: string }>('accounts:already-there')
/** `sessionId` is the one that began with the account. */
export const accountMadeJob = jobName<{ mailId: string; sessionId: string }>('accounts:made')
/** An account came over from another product, and its owner is told. */
export const accountBroughtJob = jobName<{ mailId: string; userId: string }>('accounts:brought')
export const sessionEndedJob = jobName<{ mailId: string; sessionId: string }>('accounts:session-ended')
/** An account is used on a device that it was not used on before. */
export const newDeviceJob = jobName<{ mailId: string; sessionId: string }>('accounts:new-device')
/** `isAlarm`: its reader has just logged out a device that they do not know. */
export type ResetAsked = { resetId: string; email: string; askedAt: string; isAlarm?: true }
/** For every address that is asked about, with an account or without: who asks learns nothing, not even from the time it takes (R20). */
export const resetLinkJob = jobName<ResetAsked>('accounts:reset-link')
export type ChangeOrigin = { userAgent: string; ip: string; at: string }
export const passwordChangedJob = jobName<ChangeOrigin & { mailId: string; userId: string; isReset: boolean }>(
  'accounts:password-changed',
)
/** `origin` is null where the operator did it. */
export const secondFactorJob = jobName<{
  mailId: string
  userId: string
  what: 'on' | 'off' | 'offByOperator'
  origin: ChangeOrigin | null
}>('accounts:second-factor')
/** `sessionId`: in which a passkey was added. `copied`: its counter went back, so that it opens nothing any more. */
export const passkeyJob = jobName<
  ChangeOrigin & {
    mailId: string
    userId: string
    sessionId: string | null
    what: 'added' | 'removed' | 'copied'
    name: string
  }
>('accounts:passkey')
/** `name` is that of the provider; `sessionId`: in which it was connected, null where the operator had allowed it. */
export const providerJob = jobName<
  ChangeOrigin & { mailId: string; userId: string; sessionId: string | null; what: 'connected' | 'removed'; name: string }
>('accounts:provider')
/** `from` is the address that the account had. */
export const emailChangedJob = jobName<ChangeOrigin & { mailId: string; userId: string; from: string; to: string }>(
  'accounts:email-changed',
)
