/** What every command is given: the world, the line, how to speak to a server, and how to tell people. */
import type { ApiOptions, ApiSession } from '@sampan/client/api'
import type { Language } from '@sampan/contract/paths'
import type { Credentials } from './account/credentials.ts'
import type { Net } from './net/net.ts'
import type { Reporter } from './show/reporter.ts'
import type { World } from './world.ts'

export type Context = {
  world: World
  net: Net
  language: Language
  userAgent: string
  credentials: Credentials
  show: Reporter
  /** So long nothing may move before a run gives up. */
  giveUpMs: number
  /** What `--server` or SAMPAN_SERVER says. */
  server: string | null
  api: (server: string, session?: ApiSession) => ApiOptions
}
