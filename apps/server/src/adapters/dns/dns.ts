/** What the name servers say of a name. */
export type DnsKind = 'TXT' | 'CNAME' | 'A' | 'AAAA'

/** `values`: empty where there is none, or no such name; null where no server answered, so that nobody knows. */
export type DnsAnswer = { values: readonly string[] } | null

export type Dns = { ask: (kind: DnsKind, name: string) => Promise<DnsAnswer> }
