/** What is said of a request, in its list and in its own page. */
import type { RequestSummary } from '@sampan/contract/routes/requests'
import { wholeTeam } from '@sampan/contract/rules/teams'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { agoText, dayText, untilText } from '../../lib/times.ts'
import { endingOf } from './times.ts'

export const statuses = {
  open: ['statusOpen', 'jade'],
  closed: ['statusClosed', 'plain'],
  full: ['statusFull', 'amber'],
  expired: ['statusExpired', 'plain'],
  takenDown: ['statusTakenDown', 'lacquer'],
} as const satisfies Record<RequestSummary['status'], readonly [string, string]>

/** Somebody of the team has asked, and lets this person see it. */
export const isSharedWith = (
  userId: string | undefined,
  { authorId, shareWith = [] }: Pick<RequestSummary, 'authorId' | 'shareWith'>,
): boolean => userId !== undefined && authorId !== userId && (shareWith.includes(wholeTeam) || shareWith.includes(userId))

export function useRequestWords(now: number) {
  const { t } = useTranslation('requests')
  const format = useFormat()
  const language = useLanguage()
  return {
    title: ({ title }: Pick<RequestSummary, 'title'>) => title || t('untitled'),
    received: ({ receivedCount, expectedCount }: RequestSummary) =>
      expectedCount > 0
        ? t('receivedOf', { received: format.number(receivedCount), expected: format.number(expectedCount) })
        : t('receivedNone'),
    ends: (request: RequestSummary) => {
      const ending = endingOf(request, now)
      if (!('at' in ending)) return t(ending.kind)
      const when = untilText(ending.at, now, language)
      return t(ending.kind, { when, day: dayText(ending.at, now, language) })
    },
    isOverdue: (request: RequestSummary) =>
      endingOf(request, now).kind === 'overdue' && (request.expectedCount === 0 || request.receivedCount < request.expectedCount),
    toReview: ({ toReviewCount: count }: RequestSummary) =>
      count > 0 ? t('reviewCount', { count, number: format.number(count) }) : '',
    latest: ({ latestAt }: Pick<RequestSummary, 'latestAt'>) => {
      if (latestAt === null) return t('never')
      const when = agoText(latestAt, now, language)
      return when === null ? t('latestNow') : t('latest', { when })
    },
    uploading: ({ uploadingCount: count }: { uploadingCount: number }) =>
      count > 0 ? t('uploading', { count, number: format.number(count) }) : null,
    people: ({ sendAs, supplierCount: count }: RequestSummary) =>
      sendAs === 'link' && count === 0 ? t('byLink') : t('suppliers', { count, number: format.number(count) }),
  }
}
