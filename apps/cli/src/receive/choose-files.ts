/** `--file`: a file by its path, a folder with all that is in it, or a lone name where only one file has it. */
import type { PublicFile } from '@sampan/contract/routes/downloads'
import { baseName } from '@sampan/contract/rules/file-path'
import { Stop } from '../failure.ts'

function matching(files: readonly PublicFile[], wanted: string): PublicFile[] {
  const path = wanted.replace(/\/+$/, '')
  const found = files.filter((file) => file.path.replace(/\/$/, '') === path || file.path.startsWith(`${path}/`))
  if (found.length > 0) return found
  const named = files.filter((file) => baseName(file.path) === path)
  return named.length === 1 ? named : []
}

/** All where none is named; in the order of the transfer, each once. */
export function choose(files: readonly PublicFile[], wanted: readonly string[]): PublicFile[] {
  if (wanted.length === 0) return [...files]
  const chosen = new Set<PublicFile>()
  for (const word of wanted) {
    const found = matching(files, word)
    if (found.length === 0) throw new Stop('refused', 'nothingChosen', { name: word })
    for (const file of found) chosen.add(file)
  }
  return files.filter((file) => chosen.has(file))
}
