/** Texts as files, `<language>/<name>.md`: the operator's folder first, then the one that comes with the product. */
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Content, isContentName, maxContentBytes } from './content.ts'

/** The bundle runs in apps/server/dist and the source in apps/server/src: both lie under the folder that has packages. */
function ownFolder(from: string = fileURLToPath(import.meta.url)): string | null {
  for (let dir = dirname(from); dir !== dirname(dir); dir = dirname(dir)) {
    const folder = join(dir, 'packages', 'texts', 'src', 'languages')
    if (existsSync(folder)) return folder
  }
  return null
}

async function readText(path: string): Promise<string | null> {
  const file = await open(path).catch((error) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  if (!file) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxContentBytes), 0, maxContentBytes, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

export function openContentFolders(given: string | null, own: string | null = ownFolder()): Content {
  const folders = [given, own].filter((folder) => folder !== null)
  return {
    read: async (name, language) => {
      if (!isContentName(name)) return null
      for (const folder of folders) {
        const text = await readText(join(folder, language, `${name}.md`))
        if (text !== null) return text
      }
      return null
    },
  }
}
