/** Transfers: publishing, their mails, and what the download side reads of them. */
export { bounceAddressOf, readBounceAddress } from './bounce-address.ts'
export { type BroughtTransfer, insertBrought } from './bring-transfer.ts'
export { claimAddress, claimSaved } from './claim-address.ts'
export { transfersForCopy } from './copy-for-owner.ts'
export { restorableUntil } from './delete-transfer.ts'
export { dropFile } from './drop-file.ts'
export { downloadMail } from './emails.tsx'
export { eraseTransfers, overSince } from './erase-transfers.ts'
export { activateTransfer, queueMails } from './finish-transfer.ts'
export { hardDeleteOwned } from './hard-delete-owned.ts'
export { reopenedJob } from './job-names.ts'
export { transferJobs } from './jobs.ts'
export { linkFor } from './link-for.ts'
export { tokenHash } from './link-token.ts'
export { takeMailRates } from './mail-rates.ts'
export { noteBounce, noteDelay } from './mail-recipient.ts'
export { viewManaged } from './managed-view.ts'
export { closedMark, linkGrant, type MayLook, makeMayLook, ownGrant } from './may-look.ts'
export { notifyFilesChanged } from './notify-files-changed.ts'
export type { RecipientRow, TransferRow } from './queries.ts'
export {
  activate,
  countDownload,
  filesOfTransfer,
  findRecipient,
  findTransfer,
  handOverTransfers,
  markOpened,
  shareReceived,
  updateRecipient,
} from './queries.ts'
export { binnedTransfers, countBinned, markAllDeleted } from './queries-bin.ts'
export { bouncedRecipients } from './queries-bounced.ts'
export { versionsOf } from './queries-copy.ts'
export { hasWaiting, setExpiry, takeEnding, takeWaiting, type Waiting } from './queries-expiry.ts'
export {
  findingsOf,
  findingsOfReader,
  holdsOthers,
  readersOfFile,
  recipientIdsOf,
  scannedTransfers,
} from './queries-findings.ts'
export { isEndedLink } from './queries-hard-delete.ts'
export { copiesOf, receivedTransfers, transfersOfFile } from './queries-holding.ts'
export type { LinkRow } from './queries-link.ts'
export { filesAtVersion, filesOfLink, linkRow } from './queries-link.ts'
export { peopleOfAll, recipientsOfAll } from './queries-list.ts'
export { lockTransfer } from './queries-recipients.ts'
export { savable } from './queries-savable.ts'
export { hasTakenAll, hasVisitTakenAll } from './queries-taken.ts'
export { markTakenDown, unmarkTakenDown } from './queries-taken-down.ts'
export { reactivate } from './reactivate.ts'
export { requireOwn } from './read-detail.ts'
export { readerLanguage } from './reader-language.ts'
export { insertReceived } from './receive-transfer.ts'
export { reportedScan } from './reported-scan.ts'
export { restoreWithin } from './restore-transfer.ts'
export { transferRoutes } from './routes.ts'
export { senderOf } from './sender-of.ts'
export { changedShares, sharesOf, shareWithOf, tellShared } from './share-with-team.ts'
export { downloadsLeft, isUsedUp, mayExtend, refusedTime, requireActive, statusOf } from './transfer-status.ts'
export { versionPurpose } from './version-purpose.ts'
export { withUploads } from './with-uploads.ts'
