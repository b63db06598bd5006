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

  codeWrong: { status: 403, text: 'Incorrect, check your email and try again.' },
  addressNotVerified: { status: 403, text: 'Please confirm your email address first.' },
  emailTaken: { status: 409, text: 'This email has been taken' },
  loginFailed: { status: 401, text: 'Unable to log in with provided credentials' },
  signedOut: { status: 401, text: 'You are not logged in any more. Please log in again.' },
  accountSuspended: { status: 403, text: 'Your account is suspended. Please contact support.' },
  planUnpaid: { status: 403, text: 'Your trial has expired. Please add a payment method to re-activate' },

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
  storageFull: { status: 403, text: 'Your storage is now full' },
  diskFull: { status: 507, text: 'There is no room for this upload at the moment. Please try again later.' },

  lengthRequired: { status: 411, text: 'A part must say its length.' },
  partOutOfBounds: { status: 416, text: 'This part lies outside of its file.' },
  partDamaged: { status: 422, text: 'This part was damaged on its way and was not stored.' },
  partIncomplete: { status: 400, text: 'This part did not arrive whole and was not stored.' },
  partOverlaps: { status: 409, text: 'This part overlaps one that is stored already.' },
  uploadClosed: { status: 409, text: 'This upload is finished, nothing can be added to it.' },
  tooMuchWritten: { status: 413, text: 'Too many parts of this upload were sent again. Please start it anew.' },

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
  restoreTooLate: { status: 410, text: 'This transfer cannot be brought back any more.' },

  transferUnknown: { status: 404, text: 'There is nothing at this link. Check that it was copied whole.' },
  transferExpired: { status: 410, text: 'Link expired' },
  transferUploading: { status: 409, text: 'These files are still on their way.' },
  transferDisabled: { status: 403, text: 'The sender has closed this link.' },
  downloadLimitReached: { status: 403, text: 'This link has been used as often as the sender allowed.' },
  transferTakenDown: { status: 451, text: 'This transfer was taken down.' },
  passwordRequired: { status: 401, text: 'This transfer is protected by a password.' },
  passwordWrong: { status: 401, text: 'That is not the password.' },
  selectionUnknown: { status: 404, text: 'This selection is no longer known. Choose the files again.' },
  fileUnreadable: { status: 500, text: 'This file cannot be read at the moment. We have been told.' },
} as const satisfies Record<string, { status: number; text: string }>

export type ErrorCode = keyof typeof errorCatalogue

/** What can be wrong with one field, by name in `fields` of a reply. */
export const fieldCodes = {
  required: 'Please fill this in.',
  invalid: 'This is not valid.',
  invalidEmail: 'This is not an email address.',
  tooShort: 'This is too short.',
  tooLong: 'This is too long.',
  tooSmall: 'This is too small.',
  tooLarge: 'This is too large.',
  passwordTooShort: 'Password has to be at least 6 characters',
  passwordTooCommon: 'Too many people use this password. Choose another one.',
} as const
export type FieldCode = keyof typeof fieldCodes

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
