/** Who is logged in to which server: one file that only its owner may read. */
import { join } from 'node:path'
import { readOwnJson, writeOwnJson } from '../own-files.ts'
import { configDir } from '../places.ts'
import type { World } from '../world.ts'

/** By the device flow, whose refresh token changes with each use, or by an API token. */
export type Login = { userId: string; email: string } & ({ refreshToken: string } | { apiToken: string })
type Kept = { current: string | null; servers: Record<string, Login> }

export type Credentials = {
  /** Of the last log-in. */
  currentServer(): string | null
  get(server: string): Login | null
  set(server: string, login: Login): void
  /** The next refresh token of a log-in; which server is the current one stays as it is. */
  renew(server: string, login: Login): void
  remove(server: string): void
  /** For whoever changes a refresh token: other processes may want to as well. */
  lockPath: string
}

export function openCredentials(world: Pick<World, 'env' | 'home' | 'platform'>): Credentials {
  const path = join(configDir(world), 'credentials.json')
  const read = (): Kept => ({ current: null, servers: {}, ...readOwnJson<Partial<Kept>>(path) })
  return {
    lockPath: `${path}.lock`,
    currentServer: () => read().current,
    get: (server) => read().servers[server] ?? null,
    set(server, login) {
      writeOwnJson(path, { current: server, servers: { ...read().servers, [server]: login } })
    },
    renew(server, login) {
      const { current, servers } = read()
      writeOwnJson(path, { current, servers: { ...servers, [server]: login } })
    },
    remove(server) {
      const { current, servers } = read()
      const { [server]: _, ...rest } = servers
      writeOwnJson(path, { current: current === server ? (Object.keys(rest)[0] ?? null) : current, servers: rest })
    },
  }
}
