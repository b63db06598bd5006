/** Until when what stopped can be taken up again, and whether it can at all. */
import { Problem } from '@sampan/contract/errors'
import type { Failure } from '../../../product/sending/sending-failed.tsx'
import { type KeptNotice, keptNotice } from '../form/cancel-kept.ts'
import { isLost } from './is-lost.ts'
import type { Sending } from './sending-state.ts'

export const keptOf = ({ form, upload, sent }: Pick<Sending, 'form' | 'upload' | 'sent'>, nowMs: number): KeptNotice =>
  keptNotice({ hasAccount: form.account !== null || sent !== null, plan: upload?.plan() ?? null, nowMs })

/** Not what the server knows no more, nor what it has whole and refuses to send. */
export const mayResume = ({ stage, error }: Failure): boolean =>
  !isLost(error) && (stage === 'uploading' || !(error instanceof Problem))
