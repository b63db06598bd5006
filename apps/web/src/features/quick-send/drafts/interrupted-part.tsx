/** What of coming back is not in the first page: the question to the server, and what is shown of its answer. */
import { filesOfDraft } from '../../../product/files/checkpoints.ts'
import type { Interrupted } from '../form/form-state.ts'
import type { StoredDraft } from '../form/kept-draft-store.ts'
import { knownDraftId } from '../form/kept-draft-tab.ts'
import { onlyFiles, readInterrupted } from './interrupted-server.ts'

export { InterruptedPanel } from './interrupted-panel.tsx'
export { KeptDraftLine } from './kept-draft-line.tsx'
export { resumeAsked } from './resume-asked.ts'

type How = { accountId: string | null; signal: AbortSignal }

/** 'sent': all of it arrived before the page went, and the transfer was on its way. */
export async function lookUp({ upload }: StoredDraft, how: How): Promise<Interrupted | 'sent' | null> {
  const id = knownDraftId()
  const files = id === null ? [] : await filesOfDraft(id)
  const found = upload && (await readInterrupted(upload, files, how))
  if (found === 'complete') return 'sent'
  return found ?? onlyFiles(files)
}
