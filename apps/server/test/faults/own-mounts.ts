/** A server with mounts of its own, so that a disk can be full, read-only or away without asking the machine for one. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { type Installation, keptName } from './server-process.ts'

/** Why it cannot be done here; null where it can. */
export function noMounts(): string | null {
  if (process.getuid?.() !== 0) return 'mounts of its own need root'
  const tried = spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt && umount /mnt'], {
    encoding: 'utf8',
  })
  if (tried.error) return 'unshare is not installed'
  return tried.status === 0 ? null : `mounts are not permitted here: ${tried.stderr.trim().slice(0, 200)}`
}

/** The folder lies on a disk of `mebibytes`, which is also kept under another name, so that it can be taken away and brought back. */
export function withDisk(folder: string, mebibytes: number): (command: string[]) => string[] {
  mkdirSync(folder, { recursive: true })
  mkdirSync(keptName(folder), { recursive: true })
  const script = 'mount -t tmpfs -o size="$1"m,mode=755 tmpfs "$0" && mount --bind "$0" "$2" && shift 2 && exec "$@"'
  return (command) => ['unshare', '-m', 'sh', '-c', script, folder, String(mebibytes), keptName(folder), ...command]
}

/** Runs a program where the server is. */
const inside = ({ life }: Installation, ...command: string[]): void =>
  void execFileSync('nsenter', ['-t', String(life!.child.pid), '-m', ...command], { stdio: 'pipe' })

export const remount = (here: Installation, folder: string, options: string): void =>
  inside(here, 'mount', '-o', `remount,${options}`, folder)
export const mayRemount = (here: Installation, folder: string, options: string): boolean => {
  try {
    remount(here, folder, options)
    return true
  } catch {
    return false
  }
}
export const takeAway = (here: Installation, folder: string): void => inside(here, 'umount', '-l', folder)
export const bringBack = (here: Installation, folder: string): void => inside(here, 'mount', '--bind', keptName(folder), folder)

/** Nothing is left free. */
export const fill = (here: Installation, file: string): void => {
  spawnSync('nsenter', ['-t', String(here.life!.child.pid), '-m', 'dd', 'if=/dev/zero', `of=${file}`, 'bs=4k', 'status=none'])
}
export const unfill = (here: Installation, file: string): void => inside(here, 'rm', '-f', file)
