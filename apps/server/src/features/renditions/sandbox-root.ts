/** The lines of shell that make the file system in which files are decoded. */
import { lstatSync, readlinkSync } from 'node:fs'
import path from 'node:path'

/** Becomes the root, as nothing that is needed lies there. */
const root = '/sys'
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A folder or a file as it is, to be read only; a link as a link. */
function linesFor(name: string): string[] {
  const there = quoted(root + name)
  const kind = lstatSync(name)
  if (kind.isSymbolicLink()) return [`ln -s ${quoted(readlinkSync(name))} ${there}`]
  const made = kind.isDirectory() ? `mkdir -p ${there}` : `: > ${there}`
  return [made, `mount -o bind,ro ${quoted(name)} ${there}`]
}

const foldersOf = (paths: readonly string[]): string =>
  [...new Set(paths.map((name) => quoted(root + path.dirname(name))))].join(' ')

/**
 * Run in a mount namespace of its own: the root is a folder in memory with these paths and nothing else; then the old one goes, and the
 * arguments are given to setpriv, which gives the privileges up and runs the program.
 */
export const scriptOf = (paths: readonly string[]): string =>
  [
    'set -e',
    'umount=$(command -v umount) pivot=$(command -v pivot_root) setpriv=$(command -v setpriv)',
    `mount -t tmpfs -o size=1m,mode=755 none ${root}`,
    `mkdir -p ${foldersOf(paths)} ${root}/old`,
    ...paths.flatMap(linesFor),
    `: > ${root}/setpriv`,
    `mount -o bind,ro "$setpriv" ${root}/setpriv`,
    // The program that lets the old root go reads there what is mounted.
    `ln -s old/proc ${root}/proc`,
    `mount -o remount,bind,ro ${root}`,
    `cd ${root}`,
    '"$pivot" . old',
    '"/old$umount" -n -c -l /old',
    'unset PATH PWD OLDPWD',
    'exec /setpriv "$@"',
  ].join('\n')
