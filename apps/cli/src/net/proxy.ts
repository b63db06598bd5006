/** Which proxy an address is reached by: HTTPS_PROXY, HTTP_PROXY, NO_PROXY, as other programs read them. */
type Env = Readonly<Record<string, string | undefined>>

/** Programs that run for a web server may find HTTP_PROXY set by a stranger's header; where CGI is at work only the small one counts. */
const named = (env: Env, name: string): string | undefined =>
  env[name.toLowerCase()] || (name === 'HTTP_PROXY' && env.REQUEST_METHOD ? undefined : env[name]) || undefined

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80')
const plainHost = (host: string): string => host.replace(/^\[|\]$/g, '').toLowerCase()

/** "example.com" and ".example.com" mean the name and all below it; "host:8080" that port alone; "*" everything. */
function isExempt(target: URL, list: string): boolean {
  const host = plainHost(target.hostname)
  return list.split(/[,\s]+/).some((entry) => {
    if (!entry) return false
    if (entry === '*') return true
    const [, name = '', port] = /^(\[[^\]]*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(entry) ?? []
    if (port && port !== portOf(target)) return false
    const wanted = plainHost(name.replace(/^\*?\./, ''))
    return wanted !== '' && (host === wanted || host.endsWith(`.${wanted}`))
  })
}

/** null: directly. */
export function proxyFor(target: URL, env: Env): URL | null {
  const text = named(env, target.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') ?? named(env, 'ALL_PROXY')
  if (!text || isExempt(target, named(env, 'NO_PROXY') ?? '')) return null
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (!URL.canParse(address) || !/^https?:\/\//i.test(address))
    throw new Error(`This proxy cannot be used: ${text.replace(/\/\/.*@/, '//')}`)
  return new URL(address)
}

/** For `Proxy-Authorization`. */
export function proxyHeaders({ username, password }: URL): Record<string, string> {
  if (!username) return {}
  const words = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'Proxy-Authorization': `Basic ${Buffer.from(words).toString('base64')}` }
}
