/** How long an upload that is not whole is kept after what came of it last: the longer, the more is known of its sender (U5, Q13, R4). Pure. */
import { requestLimits, unverifiedKeptSeconds, uploadKeptSeconds } from '../limits.ts'

export type Kept = {
  /** An account, a verified address, or somebody who was asked by name. */
  isVerified: boolean
  /** Of what it was begun for, a file request where nobody is known; null: it is sent by whoever begins it. */
  purposeId: string | null
  receivedBytes: number
  declaredBytes: number
}

/**
 * A stranger at a request's open link holds storage that is somebody else's: an hour until bytes come, and the more the larger the part of
 * what was declared that is there, as long as anybody else's from a quarter on.
 */
export function keptSeconds({ isVerified, purposeId, receivedBytes, declaredBytes }: Kept): number {
  if (isVerified) return uploadKeptSeconds
  if (purposeId === null || receivedBytes <= 0) return unverifiedKeptSeconds
  const share = Math.min(1, receivedBytes / Math.max(declaredBytes, 1) / requestLimits.fullLifeShare)
  return unverifiedKeptSeconds + Math.floor((uploadKeptSeconds - unverifiedKeptSeconds) * share)
}
