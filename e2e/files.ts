/** Files and folders to send, and what they hold. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { test } from './journey.ts'

/** Relative path -> bytes, a number for random ones of that length, or null for an empty folder. */
type Contents = Record<string, string | number | null>

export type Made = {
  folder: string
  /** Absolute path of an entry. */
  at: (name: string) => string
  /** SHA-256 by relative path, without the empty folders. */
  hashes: Record<string, string>
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export async function makeFiles(contents: Contents): Promise<Made> {
  const folder = test.info().outputPath('files')
  await mkdir(folder, { recursive: true })
  const hashes: Record<string, string> = {}
  for (const [name, content] of Object.entries(contents)) {
    const file = path.join(folder, name)
    await mkdir(content === null ? file : path.dirname(file), { recursive: true })
    if (content === null) continue
    const bytes = typeof content === 'number' ? randomBytes(content) : Buffer.from(content)
    await writeFile(file, bytes)
    hashes[name] = sha256(bytes)
  }
  return { folder, at: (name) => path.join(folder, name), hashes }
}

/** A file of this length that takes no space on the disk. */
export async function makeSparse(made: Made, name: string, bytes: number): Promise<string> {
  await writeFile(made.at(name), '')
  await truncate(made.at(name), bytes)
  return made.at(name)
}

/** A real drop from outside of the browser: folders arrive as folders, which no event made in the page can do. */
export async function dropFiles(page: Page, files: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 200, y: 300, data })
  await session.detach()
}
