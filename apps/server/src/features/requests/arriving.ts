/** Whether bytes of an unfinished upload still come: what has stopped is not on its way (R3). Pure. */
import { requestLimits } from '@sampan/contract/limits'
import { type Kept, keptSeconds } from '@sampan/contract/rules/kept-upload'

type Begun = Kept & { expiresAt: Date }

/** Its row says until when it is kept, which each part moves on. */
export const lastByteMs = (upload: Begun): number => upload.expiresAt.getTime() - keptSeconds(upload) * 1000

export const isArriving = (upload: Begun, now: Date): boolean =>
  now.getTime() - lastByteMs(upload) < requestLimits.silentSeconds * 1000
