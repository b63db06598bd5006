/** One embedded Postgres for a whole test run; each test server gets a database of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../db/embedded-postgres/index.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { host: string; user: string; password: string }
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), 'sampan-test-db-'))
  const postgres = await startEmbeddedPostgres({ dir, log: () => {} })
  const { host, user, password } = postgres.connection
  project.provide('postgres', { host: String(host), user: String(user), password: String(password) })
  return async () => {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
