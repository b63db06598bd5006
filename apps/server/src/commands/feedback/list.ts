import { feedbackRatings } from '@sampan/contract/states'
import { feedbacksOf } from '../../features/feedback/index.ts'
import { type Command, CommandError, numberOption } from '../command.ts'
import { openInstallation } from '../installation.ts'
import { plainText } from '../plain-text.ts'

const maxShown = 100
const firstWords = 60

function ratingIn(word: string | boolean | undefined) {
  const rating = feedbackRatings.find((each) => each.toLowerCase() === String(word).toLowerCase())
  if (word !== undefined && !rating) throw new CommandError(`--rating=${word} must be one of ${feedbackRatings.join(', ')}`)
  return rating
}

export const listFeedback: Command = {
  usage: '[--rating RATING] [--limit N] [--json]',
  summary: 'List what people say of the service, the newest first.',
  help: [
    `  --rating RATING   of one rating: ${feedbackRatings.join(', ')}`,
    `  --limit N         at most so many (${maxShown})`,
    '  --json            one JSON array, with all their words',
  ],
  options: { rating: { type: 'string' }, limit: { type: 'string' }, json: { type: 'boolean' } },
  async run(context, given) {
    const rating = ratingIn(given.values.rating)
    const max = Math.floor(numberOption(given, 'limit', maxShown, 1))
    const { db } = (await openInstallation(context)).services
    const rows = await feedbacksOf(db, { rating }, max)
    if (given.values.json) context.out(JSON.stringify(rows, null, 2))
    else
      for (const { id, createdAt, rating, email, message } of rows)
        context.out(
          `${id}  ${createdAt.toISOString().slice(0, 16)}Z  ${rating.padEnd(9)}  ${email}  ${plainText(message).trim().slice(0, firstWords)}`,
        )
    if (rows.length === 0) context.log('Nobody has said anything.')
    return 0
  },
}
