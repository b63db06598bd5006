/** What was done is said at once, with the way back; what was refused says why. */
import { timingsMs } from '@sampan/contract/limits'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import type { ToastsOfPage } from '../../ui/toasts.tsx'
import { type FileActs, useFileActs, useRenew } from './queries.ts'

export type Said = {
  acts: FileActs
  report(text: string): void
  refuse(error: unknown): void
  /** `version` is the one that was made; the one before it can be had again. */
  made(text: string, version: number): void
  /** All that shows the files asks anew, and says that they changed. */
  arrived(version: number): void
}

export function useSaid(slug: string, toasts: ToastsOfPage): Said {
  const { t } = useTranslation('files')
  const problemText = useProblemText()
  const acts = useFileActs(slug)
  const renew = useRenew(slug)
  const about = 'files'
  const report = (text: string) => void toasts.show({ about, text, lifeMs: timingsMs.toast })
  const refuse = (error: unknown) =>
    void toasts.show({ about, text: problemText(error), tone: 'problem', lifeMs: timingsMs.longNotice })
  const made = (text: string, version: number) => {
    const undo = () => acts.restore.mutateAsync(version - 1).then(() => report(t('restored', { number: version - 1 })), refuse)
    toasts.show({ about, text, lifeMs: timingsMs.longNotice, action: { label: t('undo'), run: () => void undo() } })
  }
  const arrived = (version: number) => {
    void renew()
    made(t('changed'), version)
  }
  return { acts, report, refuse, made, arrived }
}
