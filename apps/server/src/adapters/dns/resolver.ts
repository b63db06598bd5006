/** Name servers of the operator's choosing, else those of the machine. A truncated answer is asked for again over TCP by the resolver. */
import { Resolver } from 'node:dns/promises'
import type { Dns, DnsAnswer, DnsKind } from './dns.ts'

/** No such name, and a name without such a record. */
const nothingThere = new Set(['ENOTFOUND', 'ENODATA'])

const timeoutMs = 2500

/** `servers`: addresses, with a port where it is not 53. */
export function createResolver(servers: readonly string[]): Dns {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const asked: Record<DnsKind, (name: string) => Promise<string[]>> = {
    TXT: async (name) => (await resolver.resolveTxt(name)).map((parts) => parts.join('')),
    CNAME: (name) => resolver.resolveCname(name),
    A: (name) => resolver.resolve4(name),
    AAAA: (name) => resolver.resolve6(name),
  }
  return {
    async ask(kind, name): Promise<DnsAnswer> {
      try {
        return { values: await asked[kind](name) }
      } catch (error) {
        return nothingThere.has((error as NodeJS.ErrnoException).code ?? '') ? { values: [] } : null
      }
    },
  }
}
