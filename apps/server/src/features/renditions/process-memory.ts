/** How much memory a process and those that it has started take. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

const pageBytes = 4096
const childrenOf = (pid: number): string => `/proc/${pid}/task/${pid}/children`
const wordsOf = async (file: string): Promise<string[]> => (await readFile(file, 'utf8').catch(() => '')).trim().split(' ')

/** A sandbox with processes between must not hide the one that counts. */
export const tellsChildren = (): boolean => existsSync(childrenOf(process.pid))

/** What is resident of it; 0 where the system does not tell. */
export async function memoryOf(pid: number): Promise<number> {
  const own = Number((await wordsOf(`/proc/${pid}/statm`))[1] ?? 0) * pageBytes
  const children = (await wordsOf(childrenOf(pid))).filter(Boolean).map(Number)
  const theirs = await Promise.all(children.map(memoryOf))
  return theirs.reduce((sum, bytes) => sum + bytes, own)
}
