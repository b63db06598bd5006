/** What a backup is made of. The manifest is written last: a folder without one is no backup. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CommandError } from '../command.ts'

export const manifestName = 'manifest.json'
export const containerListName = 'containers.jsonl'
export const jobsName = 'database/jobs.jsonl'
export const tableFile = (table: string): string => `database/${table}.jsonl`
/** Spread over folders by the id's first digits, which are random. */
export const containerFile = (container: string): string => `blobs/${container.slice(0, 2)}/${container}`
export const keyFile = (name: string): string => `keys/${name}`

const summed = z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })
const manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  createdAt: z.string(),
  /** By their times; a restore brings a new database just so far, fills it, and then goes on. */
  migrations: z.array(z.int()),
  /** In an order in which none refers to a later one. */
  tables: z.array(z.object({ name: z.string().regex(/^[a-z_]+$/), rows: z.int(), file: summed })),
  jobs: summed,
  containers: z.object({ count: z.int(), bytes: z.int(), list: summed }),
  /** Containers of which bytes were missing when the backup was made. */
  missing: z.array(z.string()),
  keys: z.array(summed),
})
export type Summed = z.infer<typeof summed>
export type Manifest = z.infer<typeof manifest>
export const containerLine = z.object({
  name: z.string().regex(/^[\w-]{1,100}\.[0-9a-f]{16}$/),
  bytes: z.int(),
  sha256: z.string(),
})
export type ContainerLine = z.infer<typeof containerLine>

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch((error) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    throw new CommandError(`${folder} is no whole backup: it has no ${manifestName}, which is written last.`)
  })
  const read = manifest.safeParse(parseJson(text))
  if (!read.success) throw new CommandError(`${join(folder, manifestName)} is damaged, or of another version of Sampan.`)
  return read.data
}

/** Null for what is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Passes the bytes of a file on; at its end they were as they had been written, or it throws. */
export async function* readSummed(folder: string, { path, bytes, sha256 }: Summed): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let seen = 0
  try {
    for await (const chunk of createReadStream(join(folder, path), { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      seen += chunk.length
      yield chunk
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new CommandError(`The backup is damaged: ${path} is missing.`)
  }
  if (seen !== bytes || hash.digest('hex') !== sha256)
    throw new CommandError(`The backup is damaged: ${path} is not as it was written.`)
}

/** Its lines; throws at their end where they are not as they had been written, so keep nothing of them until then. */
export async function* readLines(folder: string, file: Summed): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of readSummed(folder, file)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest) yield rest
}
