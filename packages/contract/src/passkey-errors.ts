/** Of the catalogue of errors: what can be wrong with a passkey (A9). */
export const passkeyErrors = {
  passkeyWrong: { status: 403, text: 'That passkey could not be used. Try again, or use your password.' },
  passkeyUnknown: {
    status: 403,
    text: 'That passkey opens nothing here any more. Use your password, and delete the passkey where it is kept.',
  },
  passkeyOver: { status: 403, text: 'That took too long, or was begun elsewhere. Try your passkey again.' },
  passkeyCopied: {
    status: 403,
    text: 'Somebody may have a copy of that passkey, so it opens nothing any more. Log in with your password, and remove it.',
  },
  passkeyElsewhere: { status: 403, text: 'Passkeys work at {{host}} alone. Open that address, or use your password.' },
  passkeyThere: { status: 409, text: 'A passkey of your account is there already.' },
  tooManyPasskeys: { status: 403, text: 'An account has at most {{limit}} passkeys. Remove one that you no longer need.' },
} as const
