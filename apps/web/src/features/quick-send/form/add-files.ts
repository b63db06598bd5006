/** What of newly chosen files may be added, and what the sender is told about the rest (Q3, Q4). */
import type { Plan } from '@sampan/contract/plans'
import { blockedReason } from '@sampan/contract/rules/blocked-files'
import { isStorablePath } from '@sampan/contract/rules/file-path'
import { dropDuplicates } from '@sampan/contract/rules/file-set'
import type { PickedFile } from '../../../product/files/picked-file.ts'

export type FileNotice = {
  kind: 'duplicates' | 'insecureFileType' | 'releaseFile' | 'invalidPath' | 'unreadable'
  paths: string[]
}

const refusal = (path: string, plan: Plan): FileNotice['kind'] | null =>
  (plan.anyFileType ? null : blockedReason(path)) ?? (isStorablePath(path) ? null : 'invalidPath')

export function addFiles(
  have: readonly PickedFile[],
  more: readonly PickedFile[],
  plan: Plan,
): { files: PickedFile[]; notices: FileNotice[] } {
  const refused = new Map<FileNotice['kind'], string[]>()
  const allowed = more.filter(({ path }) => {
    const kind = refusal(path, plan)
    if (kind === null) return true
    const paths = refused.get(kind)
    if (paths) paths.push(path)
    else refused.set(kind, [path])
    return false
  })
  const { files, dropped } = dropDuplicates(have, allowed)
  if (dropped.length > 0)
    refused.set(
      'duplicates',
      dropped.map((file) => file.path),
    )
  return { files, notices: [...refused].map(([kind, paths]) => ({ kind, paths })) }
}
