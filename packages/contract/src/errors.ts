import type { FieldCode } from './field-codes.ts'
import { operatorErrors } from './operator-errors.ts'
import { passkeyErrors } from './passkey-errors.ts'
import { programErrors } from './program-errors.ts'
import { signInErrors } from './sign-in-errors.ts'

export { type FieldCode, fieldCodes } from './field-codes.ts'

/** The one catalogue of errors (H2): code -> status and English text; other languages are typed by these codes. */
export const errorCatalogue = {
  invalidInput: { status: 400, text: 'Something in this request is not right. Please check the marked fields.' },
  notFound: { status: 404, text: "This could be our fault, but that page isn't here." },
  methodNotAllowed: { status: 405, text: 'This address does not answer that kind of request.' },
  bodyTooLarge: { status: 413, text: 'This request is larger than we accept here.' },
  unsupportedMediaType: { status: 415, text: 'We cannot read this kind of content.' },
  rateLimited: { status: 429, text: 'That was too often. Please try again in {{wait}}.' },
  internal: { status: 500, text: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, text: 'We are not ready at the moment. Please try again shortly.' },
  serverDiskFull: {
    status: 503,
    text: "The server's disk is full. Files can be downloaded, but nothing new can be kept until there is room.",
  },
  databaseReadOnly: { status: 503, text: 'The database is read-only. Files can be downloaded, but nothing new can be kept.' },

  codeWrong: { status: 403, text: 'Incorrect, check your email and try again.' },
  addressNotVerified: { status: 403, text: 'Please confirm your email address first.' },
  emailTaken: { status: 409, text: 'This email has been taken' },
  loginFailed: { status: 401, text: 'Unable to log in with provided credentials' },
  secondFactorNeeded: { status: 401, text: 'Now enter the code of your authenticator app.' },
  secondFactorWrong: {
    status: 403,
    text: 'That code is not right, or it was used already. Wait for the next one and enter that.',
  },
  halfLogInOver: { status: 401, text: 'That took too long, or was begun elsewhere. Enter your password again.' },
  secondFactorOn: { status: 409, text: 'The second step is on already.' },
  secondFactorOff: { status: 409, text: 'The second step is not on.' },
  ...passkeyErrors,
  ...programErrors,
  ...signInErrors,
  ...operatorErrors,
  proofNeeded: { status: 403, text: 'Prove that it is you before you do this.' },
  passwordNotYours: { status: 403, text: 'That is not your current password.' },
  resetLinkDead: { status: 403, text: 'This link was used already, or it is too old. Ask for a new one.' },
  signedOut: { status: 401, text: 'You are not logged in any more. Please log in again.' },
  sessionNeeded: { status: 403, text: 'An API token may not do this. Log in with your password instead.' },
  deviceUnknown: { status: 404, text: 'This code is not known, or it has run out. Start logging in anew in your terminal.' },
  tooManyTokens: { status: 403, text: 'An account has at most {{limit}} tokens. Revoke one that you no longer need.' },
  accountSuspended: { status: 403, text: 'Your account is suspended. Please contact support.' },
  accountLeaving: {
    status: 403,
    text: 'Your account is about to be deleted. Press “Keep my account” over your transfers, and this works again.',
  },
  licenceCodesInvalid: { status: 422, text: 'Code(s) are invalid! Reach out to {{email}}' },
  licenceCodesTooMany: { status: 422, text: 'An account takes up to {{limit}} codes.' },
  planUnpaid: { status: 403, text: 'Your trial has expired. Please add a payment method to re-activate' },

  billingOff: { status: 409, text: 'Nothing is for sale here: everybody with an account has the same plan.' },
  cardNeeded: { status: 402, text: 'Add a payment method first.' },
  cardDeclined: { status: 402, text: 'Your bank declined this card. Nothing was charged. Try another card.' },
  trialUsed: { status: 409, text: 'Your free week was used already. Choose a plan to go on.' },
  planThere: { status: 409, text: 'You have a plan already. Switch it instead.' },
  noPlan: { status: 409, text: 'There is no paid plan to change.' },
  previewOld: { status: 409, text: 'This price was worked out too long ago. Please look at it again.' },
  paymentUnderWay: { status: 409, text: 'A payment of yours is under way. Please wait a moment and look again.' },
  paymentsUnavailable: { status: 503, text: 'The payment provider does not answer. Please try again shortly.' },
  paymentSlow: {
    status: 503,
    text: 'Your bank or our payment provider is slow. We go on trying: this page shows the result.',
  },
  webhookRefused: { status: 400, text: 'This event is not signed for this service.' },

  keepTooLate: { status: 410, text: 'It is too late: this account is being deleted.' },
  pictureRefused: { status: 422, text: 'This is not a picture that we can use. Choose a PNG, JPEG or WebP.' },

  svgRefused: { status: 422, text: 'An SVG can hold more than a picture. Save it as PNG, JPEG or WebP.' },
  brandReserved: { status: 403, text: 'Your plan has a logo, but no colour, background or icon of your own.' },
  poweredByReserved: { status: 403, text: 'In your plan the line that names this service stays.' },

  ticketInvalid: { status: 401, text: 'Network Error - Could not get key' },
  uploadNotFound: { status: 404, text: 'This upload is not known here. Please start it again.' },
  noFiles: { status: 400, text: 'Add at least one file.' },
  overTransferLimit: { status: 413, text: 'Your {{role}} plan is limited to {{limit}} transfers. You are {{over}} over.' },
  tooManyFiles: {
    status: 422,
    text: 'Your {{role}} plan takes up to {{limit}} files at once. Put the folder into a zip file.',
  },
  insecureFileType: { status: 422, text: 'Insecure file type: {{name}}' },
  releaseFile: { status: 422, text: 'File removed: {{name}}' },
  invalidPath: { status: 422, text: 'This file name cannot be used: {{name}}' },
  duplicatePath: { status: 422, text: 'This file is in the list twice: {{name}}' },
  tooMuchUnverified: { status: 429, text: 'Too much is waiting to be sent from here. Finish or cancel a transfer first.' },
  tooManyOpen: { status: 429, text: 'Too many uploads are open at once. Finish or cancel some of them first.' },
  storageFull: { status: 403, text: 'Your storage is now full' },
  diskFullGuests: {
    status: 507,
    text: 'This server has little room left and keeps it for people with an account. Log in, or try again later.',
  },
  diskFullFree: {
    status: 507,
    text: 'This server has little room left and keeps it for paid plans. Upgrade, or try again later.',
  },
  diskFull: { status: 507, text: 'There is no room for this upload at the moment. Please try again later.' },

  lengthRequired: { status: 411, text: 'A part must say its length.' },
  partOutOfBounds: { status: 416, text: 'This part lies outside of its file.' },
  partDamaged: { status: 422, text: 'This part was damaged on its way and was not stored.' },
  partIncomplete: { status: 400, text: 'This part did not arrive whole and was not stored.' },
  partOverlaps: { status: 409, text: 'This part overlaps one that is stored already.' },
  uploadClosed: { status: 409, text: 'This upload is finished, nothing can be added to it.' },
  tooMuchWritten: { status: 413, text: 'Too much of this upload was sent again or taken out. Please start it anew.' },
  uploadChecking: {
    status: 503,
    text: 'The server was restarted and is checking what has arrived of this upload. It goes on in a moment.',
  },

  linksReserved: { status: 403, text: 'Hey, right now links are reserved for premium accounts.' },
  tooManyRecipients: {
    status: 403,
    text: "That's too many people. You can transfer files up to {{limit}} people on the {{role}} plan.",
  },
  monthUsedUp: {
    status: 403,
    text: 'Your {{role}} plan comes with {{limit}} transfers a month and resets on the 1st of next month, existing transfers remain downloadable',
  },
  expiryNotAllowed: { status: 403, text: 'Your {{role}} plan keeps links for 1 week.' },
  notYours: { status: 404, text: 'This is not known here.' },
  accountNeeded: { status: 403, text: 'A password and a download limit need an account.' },
  tooManyMails: {
    status: 429,
    text: 'Too many mails have gone to {{emails}} lately, so nothing was sent. Leave them out, or try again in {{wait}}.',
  },
  recipientTwice: { status: 409, text: 'This person is on the list already.' },
  recipientHasFiles: {
    status: 409,
    text: 'The files were downloaded by this person, so the address stays as it is. Send them again to reach somebody else.',
  },
  contactTwice: { status: 409, text: 'You have a contact with this address already.' },
  contactsFull: {
    status: 403,
    text: 'Your {{role}} plan keeps {{limit}} contacts. Delete those that you no longer need, then save new ones.',
  },
  groupTwice: { status: 409, text: 'You have a group of this name already.' },
  tooManyGroups: { status: 403, text: 'An account keeps up to {{limit}} groups. Delete one that you no longer need.' },
  versionFreed: { status: 410, text: 'Files of this version were deleted. It cannot be restored any more.' },
  tooManyVersions: {
    status: 409,
    text: 'The files of this transfer were changed {{limit}} times, which is the most. Send them as a new transfer.',
  },
  linkRestricted: {
    status: 409,
    text: 'Only the people you sent this to can open it. Let anyone with the link open it first, then copy the link.',
  },
  restoreTooLate: { status: 410, text: 'This transfer cannot be brought back any more.' },

  seatsUsedUp: {
    status: 403,
    text: 'Your plan has {{limit}} seats, of which {{left}} are free. Take somebody out, take an invitation back, or upgrade.',
  },
  domainsReserved: { status: 403, text: 'Links at your own domain come with the Business plan.' },
  domainTaken: { status: 409, text: 'This domain is used here by somebody else.' },
  domainThere: { status: 409, text: 'You have a domain already. Remove that one first.' },
  domainUnknown: { status: 404, text: 'No links stand at this domain here.' },
  seatPaused: {
    status: 403,
    text: 'Your team has more people than its plan has seats, so those who came last cannot send for now. Ask its owner for a seat.',
  },
  teamUnpaid: {
    status: 403,
    text: 'The plan of your team is not paid for. Once its owner adds a payment method, sending goes on.',
  },
  teamSuspended: { status: 403, text: 'Your team is suspended. Its owner can contact support.' },
  teamLeaving: {
    status: 403,
    text: 'Your team is about to be deleted with the account of its owner, who can still keep it. Your own account stays as it is.',
  },
  handoverOver: { status: 410, text: 'This is over. Ask the owner of the team to name you again.' },
  notInTeam: { status: 403, text: 'You are not in this team any more.' },
  memberAlready: { status: 409, text: 'This person is in the team already.' },
  invitedAlready: { status: 409, text: 'This person is invited already.' },
  inOtherTeam: { status: 409, text: 'Your account belongs to another team. Leave that one first.' },
  invitationUnknown: {
    status: 404,
    text: 'There is no invitation at this link. Open it from the mail, with the account that it was sent to.',
  },
  invitationOver: { status: 410, text: 'This invitation is over. Ask for another one.' },

  transferUnknown: { status: 404, text: 'There is nothing at this link. Check that it was copied whole.' },
  transferExpired: { status: 410, text: 'Link expired' },
  transferUploading: { status: 409, text: 'These files are still on their way.' },
  transferDisabled: { status: 403, text: 'This link is closed.' },
  downloadLimitReached: { status: 403, text: 'This link has been used as often as the sender allowed.' },
  downloadNotCounted: {
    status: 503,
    text: 'This link may be used a limited number of times, and we cannot count that at the moment. Please try again in a minute.',
  },
  requestTakenDown: { status: 451, text: 'This request was taken down.' },
  forPeopleOnly: {
    status: 403,
    text: 'Files are not given to programs that follow links by themselves. Open the link in a browser.',
  },
  transferTakenDown: { status: 451, text: 'This transfer was taken down.' },
  transferDeleted: { status: 410, text: 'The files of this transfer were deleted.' },
  linkStillOpen: { status: 409, text: 'This link is open. Load its page again.' },
  tooLateToExtend: { status: 410, text: 'These files are gone. Ask the sender to send them again.' },
  mailLinkInvalid: { status: 404, text: 'This link is not whole. Please open it from the mail again.' },
  extensionDead: { status: 410, text: 'Link expired' },
  requestUnknown: { status: 404, text: 'There is no request at this link. Check that it was copied whole.' },
  requestClosed: { status: 403, text: 'This request is closed. Nothing more can be sent to it.' },
  requestExpired: { status: 410, text: 'This request has ended. Nothing more can be sent to it.' },
  requestFull: { status: 409, text: 'This request has received as much as it takes.' },
  requesterStorageFull: {
    status: 403,
    text: 'There is no storage left where these files would go. Please tell whoever asked for them.',
  },
  tooManyAsked: {
    status: 403,
    text: 'One request can ask up to {{limit}} people on the {{role}} plan. People who were removed count too, as they were mailed.',
  },
  requestBusy: {
    status: 429,
    text: 'Others are sending files here at the moment, and there is no more room for that. Please try again later, or ask for a link of your own.',
  },
  alreadyDecided: {
    status: 409,
    text: 'This file was accepted or sent back meanwhile, and cannot be taken back any more.',
  },
  onlyDocumentsSentBack: { status: 409, text: 'This request takes nothing more than what it has sent back: {{names}}.' },
  onlyFilesSentBack: {
    status: 409,
    text: 'This request takes nothing more than what it has sent back under Other files.',
  },
  requestsUsedUp: {
    status: 403,
    text: 'Your {{role}} plan comes with {{limit}} requests a month and resets on the 1st of next month, existing requests stay open',
  },
  fileTypeRefused: { status: 422, text: '{{name}} is not of a type that is asked for here.' },
  fileTooLarge: { status: 413, text: '{{name}} is larger than the {{limit}} that this request takes.' },
  fileEmpty: { status: 422, text: '{{name}} is empty, so it cannot be sent here.' },
  tooManyForRequest: { status: 422, text: 'This request takes up to {{limit}} files at once.' },
  requestTooLarge: { status: 413, text: 'One sending takes up to {{limit}} here. These files are {{over}} over.' },
  tooManyTemplates: { status: 403, text: 'An account keeps up to {{limit}} templates. Delete one that you no longer need.' },
  passwordRequired: { status: 401, text: 'This transfer is protected by a password.' },
  passwordWrong: { status: 401, text: 'Wrong password. Ask the sender for it.' },
  selectionUnknown: { status: 404, text: 'This selection is no longer known. Choose the files again.' },
  tooManySelections: {
    status: 403,
    text: 'This link has been used for too many different choices of files. Download everything as one, or each file by itself.',
  },
  fileLost: {
    status: 404,
    text: 'A file was lost on the server and cannot be downloaded any more. Choose the others, or ask the sender to send it again.',
  },
  fileInfected: { status: 403, text: 'A virus was found in {{name}}. It cannot be downloaded.' },
  fileNotScanned: {
    status: 409,
    text: 'These files are still being checked for viruses. Please try again in a moment.',
  },
  fileUnreadable: { status: 500, text: 'This file cannot be read at the moment. We have been told.' },
} as const satisfies Record<string, { status: number; text: string }>

export type ErrorCode = keyof typeof errorCatalogue

/** Values for a text's slots; sizes in bytes and waits in seconds are formatted where the text is made. */
export type ErrorDetails = Record<string, unknown>

export type ErrorReply = {
  error: {
    code: ErrorCode
    message: string
    fields?: Record<string, FieldCode>
    details?: ErrorDetails
    retryAfterSeconds?: number
    requestId: string
  }
}

/** Thrown by acts and rules; one place turns it into a reply. */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  readonly fields: Record<string, FieldCode> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    details: ErrorDetails = {},
    more: { fields?: Record<string, FieldCode>; retryAfterSeconds?: number } = {},
  ) {
    super(code)
    this.name = 'Problem'
    this.code = code
    this.details = details
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }
}
