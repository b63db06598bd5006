/** What the server keeps of an account's quota for the upload of this draft. */
import { totalBytes } from '@sampan/contract/rules/file-set'
import { draftUpload } from './draft-line.ts'

/** null: no upload of this page has quota yet. */
export function ownBytes(): number | null {
  const plan = draftUpload()?.plan()
  return plan ? totalBytes(plan.files) : null
}
