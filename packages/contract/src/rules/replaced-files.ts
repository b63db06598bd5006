/** Which file of a transfer a new one takes the place of (T9): the same path, or one that only looks different. */

type Held = { id: string; path: string }

/** Equal after NFC and case folding, as nobody could keep both apart in a folder (D3). Upper case first: it unites what lower case keeps apart. */
const fold = (path: string): string => path.toUpperCase().toLowerCase().normalize('NFC')

/**
 * The held file's id by each new path that replaces one; `told` says it for some of them. No file is replaced twice: the same path goes
 * before one that only folds to it, and a held file that is told of is nobody else's.
 */
export function replacedFiles(
  held: readonly Held[],
  newPaths: readonly string[],
  chosen: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const replaced = new Map(newPaths.flatMap((path) => (chosen.has(path) ? [[path, chosen.get(path)!] as const] : [])))
  const taken = new Set(replaced.values())
  const matchBy = (key: (path: string) => string) => {
    const free = new Map<string, string[]>()
    for (const { id, path } of held) if (!taken.has(id)) free.set(key(path), [...(free.get(key(path)) ?? []), id])
    for (const path of newPaths) {
      const id = replaced.has(path) ? undefined : free.get(key(path))?.shift()
      if (id === undefined) continue
      replaced.set(path, id)
      taken.add(id)
    }
  }
  matchBy((path) => path)
  matchBy(fold)
  return replaced
}
