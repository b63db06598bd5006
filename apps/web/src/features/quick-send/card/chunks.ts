/** What of the card is not in the first page. All of it is fetched once somebody begins to fill the card in: the line may be down by the time it is needed. */
import { lateChunk } from '../../../lib/load-chunk.ts'
import { suggestChunk } from '../../../product/recipients/use-suggestions.ts'
import { qrChunk } from '../../../ui/late-qr.tsx'

export const chunks = {
  early: lateChunk(() => import('../sending/early-upload.tsx')),
  fileList: lateChunk(() => import('../fields/file-list.tsx')),
  interrupted: lateChunk(() => import('../drafts/interrupted-part.tsx')),
  problemWords: lateChunk(() => import('./problem-words.tsx')),
  verification: lateChunk(() => import('../steps/verification.ts')),
  verifyStep: lateChunk(() => import('../steps/verify-step.tsx')),
  recordLine: lateChunk(() => import('../../../product/recording/record-line.tsx')),
  sendingBar: lateChunk(() => import('../sending/sending-bar.tsx')),
  sendingStep: lateChunk(() => import('../sending/sending-step.tsx')),
  doneStep: lateChunk(() => import('../steps/done-step.tsx')),
  limitStep: lateChunk(() => import('../steps/limit-step.tsx')),
  ownBytes: lateChunk(() => import('../sending/own-bytes.ts')),
  optionsPanel: lateChunk(() => import('../fields/options-panel.tsx')),
  usage: lateChunk(() => import('../../../product/session/usage.ts')),
  suggest: suggestChunk,
  ownSettings: lateChunk(() => import('../fields/read-settings.ts')),
  qr: qrChunk,
}

export function fetchAhead(): void {
  for (const chunk of Object.values(chunks)) void chunk.load().catch(() => {})
}

/** Safari knows no idle time. */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 300)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(act, { timeout: 1000 })
  return () => cancelIdleCallback(asked)
}
