/** Limits of an account in the reader's words and units. */
import { type PlanLimit, planLimitNames } from '@sampan/contract/plans'
import { type LimitWish, readLimits, readLimitsNote } from '@sampan/contract/rules/own-limits'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'

export const isOfBytes = (name: PlanLimit): boolean => name.endsWith('Bytes')

export function useLimitWords() {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const value = (name: PlanLimit, limit: number | null): string =>
    limit === null ? t('unlimited') : isOfBytes(name) ? format.bytes(limit) : format.number(limit)
  const wish = (name: PlanLimit, given: LimitWish): string =>
    given === 'plan'
      ? t('limitSetPlan', { limit: t(`limit_${name}`) })
      : t('limitSet', { limit: t(`limit_${name}`), value: value(name, given === 'unlimited' ? null : given) })
  /** As the log keeps a change of them; what it does not know is shown as it stands there. */
  const change = (limits: string): string => {
    const read = readLimits(limits.split(' '))
    if (typeof read === 'string') return limits
    return planLimitNames.flatMap((name) => (read[name] === undefined ? [] : [wish(name, read[name])])).join(' · ')
  }
  /** With the reason. */
  const note = (detail: string): string => {
    const { limits, reason } = readLimitsNote(detail)
    return [change(limits), reason].join(' · ')
  }
  return { value, change, note }
}
