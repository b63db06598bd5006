/** The plan that everybody with an account has, where nothing is for sale (O10); null where plans are. A page that is built before knows of none. */
import type { SharedRole } from '@sampan/contract/plans'

export const sharedPlan = (): SharedRole | null =>
  typeof document === 'undefined'
    ? null
    : ((document.querySelector<HTMLMetaElement>('meta[name="sampan-shared-plan"]')?.content as SharedRole | undefined) ?? null)

export const isSelling = (): boolean => sharedPlan() === null
