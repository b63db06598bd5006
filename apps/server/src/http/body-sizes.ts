/** How long the bodies of calls with lists are, where somebody sends as much as the call takes and as their plan has. */
import { contactsLimits, fileList, smallBody, thumbnails } from '@sampan/contract/limits'
import { planOf } from '@sampan/contract/plans'
import type { SignedIn } from './actor.ts'

const [idBytes, emailBytes, nameBytes] = [39, 323, 3 * contactsLimits.nameChars]
/** What JSON puts around the lists. */
const besideBytes = 8 * 1024

/** Of so many rows at once: contacts, or files of a transfer. */
export const idListBytes = (): number => contactsLimits.importRows * idBytes + besideBytes
export const emailListBytes = (): number => contactsLimits.importRows * emailBytes + besideBytes

/** Paths, sizes and times of the files that the plan has. */
export const fileListBytes = (actor: SignedIn): number =>
  Math.min(fileList.mostBytes, Math.max(fileList.leastBytes, planOf(actor).files * fileList.bytesPerFile))

/** Recipients come with names and companies. */
export const recipientListBytes = (actor: SignedIn): number =>
  Math.min(fileList.mostBytes, planOf(actor).recipients * (emailBytes + 2 * nameBytes) + besideBytes)

/** Small pictures of videos, the ids of files, and what a stranger may send beside them. */
export const submissionBytes = (): number =>
  thumbnails.posters * Math.ceil((thumbnails.posterBytes * 4) / 3) + idListBytes() + smallBody.bytes
export const sendingBytes = (actor: SignedIn): number => submissionBytes() + recipientListBytes(actor)
