/** What an account's programs are told of by calls to their own addresses (O9). */
export const webhookLimits = {
  endpoints: 10,
  urlChars: 2000,
  descriptionChars: 200,
  /** An answer that takes longer, or the rest of a longer one, is not waited for. */
  answerSeconds: 15,
  answerBytes: 64 * 1024,
  /** Of an answer the log keeps so much. */
  keptAnswerBytes: 1024,
  /** Waits before the tries after the first: together a day. */
  retrySeconds: [60, 300, 900, 1800, 3600, 7200, 14_400, 21_600, 36_540],
  /** Where every try has failed for so long, nothing more is sent. */
  pausedAfterDays: 3,
  /** The log forgets what is older. */
  logDays: 30,
  /** Of the log, in one answer. */
  page: 50,
  /** After a new secret the one before it signs as well for so long. */
  formerSecretSeconds: 86_400,
} as const
