/** Of the catalogue of errors: what programs meet, and whoever lets them be told (O9). */
export const programErrors = {
  notDirect: { status: 409, text: 'This part goes through the server, not straight to its store.' },
  scopeMissing: { status: 403, text: 'This needs the scope “{{scope}}”. Make an API token that has it.' },
  tooManyWebhooks: { status: 403, text: 'An account has at most {{limit}} webhooks. Remove one that you no longer need.' },
  webhookNotPublic: {
    status: 400,
    text: 'A webhook needs an address that begins with https:// and that can be reached from the Internet.',
  },
  webhookUnknown: { status: 404, text: 'This webhook is not there any more.' },
} as const
