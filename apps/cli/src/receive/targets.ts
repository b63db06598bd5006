/** Where each file goes: below the folder, beside what is there already, and beside each other. */
import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { Stop } from '../failure.ts'
import { numbered } from './safe-path.ts'

export const partOf = (target: string): string => `${target}.part`

export type Targets = {
  /** A free place for a file, whose folder exists then. Relative to the folder. */
  forFile(names: readonly string[]): string
  /** The place of a file that is not there (any more): the next one may have it. */
  release(target: string): void
  /** Makes an empty folder; where a file has its name, one beside it. */
  makeFolder(names: readonly string[]): string
  /** The whole address of such a place; throws where a link would lead out of the folder. */
  placeOf(target: string): string
}

const isDirectory = (path: string): boolean => {
  try {
    return lstatSync(path).isDirectory()
  } catch {
    return false
  }
}
const isThere = (path: string): boolean => {
  try {
    lstatSync(path)
    return true
  } catch {
    return false
  }
}

/** Names that some file systems take for the same one. */
const folded = (path: string): string => path.normalize('NFC').toLowerCase()

/** `kept`: places that files of an interrupted run have, and no others get. */
export function createTargets(folder: string, isOverwriting: boolean, kept: readonly string[] = []): Targets {
  const root = realpathSync(folder)
  const taken = new Set(kept.map(folded))

  /** A link in the folder is its owner's own, but nothing that a stranger names may go through it. */
  function within(target: string): string {
    const place = join(root, target)
    let parent = dirname(place)
    while (!existsSync(parent)) parent = dirname(parent)
    const real = realpathSync(parent)
    if (real !== root && !real.startsWith(root.endsWith(sep) ? root : root + sep))
      throw new Stop('failed', 'outsideFolder', { name: target })
    return place
  }
  function isFree(target: string): boolean {
    if (taken.has(folded(target))) return false
    const place = within(target)
    if (isThere(partOf(place))) return false
    return !isThere(place) || (isOverwriting && !isDirectory(place))
  }
  function firstFree(names: readonly string[], isTakeable: (target: string) => boolean): string {
    const [above, name] = [names.slice(0, -1), names.at(-1) ?? '']
    for (let number = 0; ; number++) {
      const target = join(...above, number === 0 ? name : numbered(name, number))
      if (!isTakeable(target)) continue
      taken.add(folded(target))
      return target
    }
  }
  /** A folder of the transfer whose name a file has here gets another name, the same for all that is in it. */
  const renamed = new Map<string, string>()
  function folderFor(names: readonly string[]): string[] {
    let made: string[] = []
    for (const [depth, name] of names.entries()) {
      const asked = names.slice(0, depth + 1).join('/')
      const known = renamed.get(asked)
      const target = known ?? firstFolder(made, name)
      renamed.set(asked, target)
      made = target.split(sep)
    }
    return made
  }
  function firstFolder(above: readonly string[], name: string): string {
    for (let number = 0; ; number++) {
      const target = join(...above, number === 0 ? name : numbered(name, number))
      const place = within(target)
      if (isThere(place) && !isDirectory(place)) continue
      mkdirSync(place, { recursive: true })
      return target
    }
  }
  return {
    placeOf: within,
    release: (target) => void taken.delete(folded(target)),
    makeFolder: (names) => join(...folderFor(names)),
    forFile: (names) => firstFree([...folderFor(names.slice(0, -1)), names.at(-1) ?? ''], isFree),
  }
}
