/** Does a set of files fit a plan? The web asks to help, the server to decide (Q3, Q17, U8). */
import { Problem } from '../errors.ts'
import type { Plan } from '../plans.ts'
import { blockedReason } from './blocked-files.ts'
import { isFolderPath, isStorablePath } from './file-path.ts'

export type SizedPath = { path: string; size: number }

export const totalBytes = (files: readonly { size: number }[]): number => files.reduce((sum, file) => sum + file.size, 0)

/** Keeps the first of each relative path; says how many were dropped (Q3). */
export function dropDuplicates<F extends { path: string }>(have: readonly F[], more: readonly F[]): { files: F[]; dropped: F[] } {
  const seen = new Set(have.map((file) => file.path))
  const dropped: F[] = []
  const files = [...have]
  for (const file of more) {
    if (seen.has(file.path)) dropped.push(file)
    else files.push(file)
    seen.add(file.path)
  }
  return { files, dropped }
}

/** Empty folders keep their place without counting as files. */
export const countFiles = (files: readonly { path: string }[]): number => files.filter((file) => !isFolderPath(file.path)).length

/** Throws the first Problem of a set of files under a plan. */
export function checkFileSet(files: readonly SizedPath[], plan: Plan, role: string): void {
  if (files.length === 0) throw new Problem('noFiles')
  const seen = new Set<string>()
  for (const { path, size } of files) {
    if (!isStorablePath(path) || (isFolderPath(path) && size !== 0)) throw new Problem('invalidPath', { name: path })
    if (seen.has(path)) throw new Problem('duplicatePath', { name: path })
    seen.add(path)
    const blocked = plan.anyFileType ? null : blockedReason(path)
    if (blocked) throw new Problem(blocked, { name: path })
  }
  const count = countFiles(files)
  const folders = files.length - count
  if (count > plan.files || folders > plan.files)
    throw new Problem('tooManyFiles', { role, limit: plan.files, over: Math.max(count, folders) - plan.files })
  const over = totalBytes(files) - plan.uploadBytes
  if (over > 0) throw new Problem('overTransferLimit', { role, limitBytes: plan.uploadBytes, overBytes: over })
}
