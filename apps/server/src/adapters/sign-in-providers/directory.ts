/**
 * Directories that speak LDAP: who somebody is, is looked up by the name that they typed, and their password is tried there. Each asking has
 * a connection of its own, so that nothing of one person is left for the next. Where it points to another server, nobody follows.
 */
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { isEmail, normalizeEmail } from '@sampan/contract/rules/recipients'
import type { Client, Entry } from 'ldapts'
import { filled, inDn, inFilter, issuerOf, ofAnybody, slotsOf } from './directory-text.ts'
import { type AskingProvider, type ProviderPerson, ProviderRefused, type Refusal } from './sign-in-providers.ts'

/** Read when somebody first logs in by a directory: most installations have none. */
const library = () => import('ldapts')

/** Somebody waits for the answer: to be connected, and for each word that is said. */
const timeoutMs = 5000

type Search = { base: string; filter: string; bindDn: string | null; bindPassword: string | null }
export type DirectoryOptions = {
  url: string
  startsTls: boolean
  caFile: string | null
  people: Search | { dnTemplate: string }
  attributes: { id: string; email: string; fullName: string }
  groups: { base: string; filter: string } | null
}

const codeOf = (error: unknown): number | null => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'number' ? code : null
}

/** Results of LDAP (RFC 4511): the name or the password is not right, and the directory does not let this person in. */
const [invalidCredentials, inappropriateAuth, insufficientAccess, unwilling, noSuchObject] = [49, 48, 50, 53, 32]

/** What Active Directory says beside 49; anything else is a wrong name or password. */
const ofActiveDirectory: Readonly<Record<string, Refusal>> = {
  530: 'denied',
  531: 'denied',
  532: 'expired',
  533: 'disabled',
  701: 'disabled',
  773: 'expired',
  775: 'disabled',
}

/** Why the directory did not take a person's password. */
export function bindRefusal(error: unknown): ProviderRefused {
  const code = codeOf(error)
  const said = /\bdata ([0-9a-f]{3,4})\b/i.exec(error instanceof Error ? error.message : '')?.[1] ?? ''
  const isPerson = code === inappropriateAuth || code === insufficientAccess || code === unwilling
  const why = code === invalidCredentials ? (ofActiveDirectory[said] ?? 'failed') : isPerson ? 'denied' : 'away'
  // A name that the template made and nobody has.
  return new ProviderRefused(code === noSuchObject ? 'failed' : why, { cause: error })
}

const first = (value: Entry[string] | undefined): Buffer | string | null => {
  const one = Array.isArray(value) ? value[0] : value
  return one === undefined || one.length === 0 ? null : one
}

/** Directories write the names of attributes as they please. */
function attributeOf(entry: Entry, attribute: string): Buffer | string | null {
  const name = Object.keys(entry).find((key) => key.toLowerCase() === attribute.toLowerCase())
  return name === undefined ? null : first(entry[name])
}
const textOf = (entry: Entry, attribute: string): string => String(attributeOf(entry, attribute) ?? '').trim()

/** Ids of Active Directory are bytes. */
const isInBytes = (attribute: string): boolean => /^(objectguid|objectsid)$/i.test(attribute)
const bytesNames = ['objectGUID', 'objectSid']

function subjectOf(entry: Entry, attribute: string): string {
  const value = attributeOf(entry, attribute)
  if (value === null) throw new ProviderRefused('wrong', { cause: new Error(`an entry has no ${attribute}`) })
  return isInBytes(attribute) ? Buffer.from(value).toString('hex') : String(value)
}

export function directory({ url, startsTls, caFile, people, attributes, groups }: DirectoryOptions): AskingProvider {
  const issuer = issuerOf('base' in people ? people.base : people.dnTemplate)
  const wanted = [...new Set([...Object.values(attributes), ...slotsOf(groups?.filter ?? '').filter((slot) => slot !== 'dn')])]

  async function tlsOptions(): Promise<ConnectionOptions> {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
    const ca = caFile === null ? undefined : await readFile(caFile)
    return { host, ...(isIP(host) ? {} : { servername: host }), ...(ca && { ca }) }
  }

  /** Nothing is said before the line is sealed. Whatever goes wrong that no person is to blame for is that the directory is away. */
  async function connected<T>(act: (client: Client) => Promise<T>): Promise<T> {
    try {
      const isSealed = url.startsWith('ldaps:')
      const tls = isSealed || startsTls ? await tlsOptions() : null
      const { Client } = await library()
      const client = new Client({
        url,
        timeout: timeoutMs,
        connectTimeout: timeoutMs,
        ...(isSealed && tls && { tlsOptions: tls }),
      })
      try {
        if (!isSealed && tls) await inTime(client.startTLS(tls))
        return await act(client)
      } finally {
        client.unbind().catch(() => {})
      }
    } catch (error) {
      throw error instanceof ProviderRefused ? error : new ProviderRefused('away', { cause: error })
    }
  }

  async function bindSelf(client: Client, { bindDn, bindPassword }: Search): Promise<void> {
    if (bindDn !== null && bindPassword !== null) await client.bind(bindDn, bindPassword)
  }

  /** Two that have the same name are nobody. */
  async function find(client: Client, base: string, filter: string): Promise<Entry | null> {
    const { searchEntries } = await client.search(base, {
      ...{ scope: 'sub', filter, sizeLimit: 2, attributes: wanted, explicitBufferAttributes: bytesNames },
    })
    return searchEntries.length === 1 ? searchEntries[0]! : null
  }

  async function read(client: Client, dn: string): Promise<Entry | null> {
    const { searchEntries } = await client.search(dn, {
      ...{ scope: 'base', attributes: wanted, explicitBufferAttributes: bytesNames },
    })
    return searchEntries[0] ?? null
  }

  async function isInGroup(client: Client, entry: Entry): Promise<boolean> {
    if (!groups) return true
    const values = Object.fromEntries(wanted.map((name) => [name.toLowerCase(), textOf(entry, name)]))
    const filter = filled(groups.filter, { ...values, dn: entry.dn }, inFilter)
    const { searchEntries } = await client.search(groups.base, { scope: 'sub', filter, sizeLimit: 1, attributes: ['1.1'] })
    return searchEntries.length > 0
  }

  const bindPerson = (client: Client, dn: string, password: string): Promise<void> =>
    client.bind(dn, password).catch((error) => {
      throw bindRefusal(error)
    })

  /** Whoever has this name, once their password was right; the connection is left to who may look for groups. */
  async function enter(client: Client, name: string, password: string): Promise<Entry> {
    if ('dnTemplate' in people) {
      const dn = filled(people.dnTemplate, { name }, inDn)
      await bindPerson(client, dn, password)
      const entry = await read(client, dn)
      if (!entry) throw new ProviderRefused('wrong', { cause: new Error('nobody may read their own entry') })
      return entry
    }
    await bindSelf(client, people)
    const entry = await find(client, people.base, filled(people.filter, { name }, inFilter))
    if (!entry) throw new ProviderRefused('failed')
    await bindPerson(client, entry.dn, password)
    await bindSelf(client, people)
    return entry
  }

  function personOf(entry: Entry): ProviderPerson {
    const email = normalizeEmail(textOf(entry, attributes.email))
    return {
      issuer,
      subject: subjectOf(entry, attributes.id),
      email: isEmail(email) ? email : null,
      isEmailProven: false,
      fullName: textOf(entry, attributes.fullName),
      shownSecondsAgo: 0,
      session: null,
      claims: {},
    }
  }

  async function ask(given: { name: string; password: string }): Promise<ProviderPerson> {
    const [name, { password }] = [given.name.trim(), given]
    // Without a password a directory takes whoever asks for nobody, and says that all is well.
    if (!name || !password) throw new ProviderRefused('failed')
    return connected(async (client) => {
      const entry = await enter(client, name, password)
      if (!(await isInGroup(client, entry))) throw new ProviderRefused('denied', { cause: new Error('in none of the groups') })
      return personOf(entry)
    })
  }

  const stillThere = (search: Search) => (subjects: readonly string[]) =>
    connected(async (client) => {
      const { AndFilter, EqualityFilter, FilterParser } = await library()
      const anybody = FilterParser.parseString(ofAnybody(search.filter))
      await bindSelf(client, search)
      const found = new Set<string>()
      for (const subject of subjects) {
        const value = isInBytes(attributes.id) ? Buffer.from(subject, 'hex') : subject
        const filter = new AndFilter({ filters: [new EqualityFilter({ attribute: attributes.id, value }), anybody] })
        const { searchEntries } = await client.search(search.base, {
          ...{ scope: 'sub', filter, attributes: wanted, explicitBufferAttributes: bytesNames },
        })
        if (searchEntries[0] && (await isInGroup(client, searchEntries[0]))) found.add(subject)
      }
      return found
    })

  const look = () =>
    connected(async (client) => {
      if ('base' in people) {
        await bindSelf(client, people)
        await read(client, people.base)
      } else await client.exop(whoAmI)
    })

  return { is: 'asking', issuer, ask, stillThere: 'base' in people ? stillThere(people) : null, look }
}

/** RFC 4532: every server answers it, also to nobody. */
const whoAmI = '1.3.6.1.4.1.4203.1.11.3'

/** The library waits for ever for a handshake. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the line was not sealed in time')), timeoutMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
