import type { Db } from '../../db/connect.ts'
import { addMark, readMark } from '../../db/installation.ts'

const installationIdName = 'installation-id'

export async function readInstallationId(db: Db): Promise<string | null> {
  return (await readMark(db, installationIdName))?.toString() ?? null
}

/** Answers with the one that was kept before, if any was. */
export async function keepInstallationId(db: Db, id: string): Promise<string> {
  await addMark(db, installationIdName, Buffer.from(id))
  return (await readInstallationId(db))!
}
