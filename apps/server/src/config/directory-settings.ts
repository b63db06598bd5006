/** Directories that people log in by with their name and password there (LDAP, A11), each with settings of its own. */
import {
  type CommonSettings,
  commonFields,
  documented,
  type Env,
  ids,
  onOff,
  providerSettingName,
  readerFor,
  word,
} from './provider-fields.ts'
import { refuse, setting } from './setting-parsers.ts'

/** How somebody is found: by a search, as an account of its own or as nobody, or by a name that needs none. */
export type PersonSearch = { base: string; filter: string; bindDn: string | null; bindPassword: string | null }

export type DirectorySettings = CommonSettings & {
  kind: 'ldap'
  url: string
  /** Plain connections are made safe before anything is said. */
  startsTls: boolean
  /** The authority that signed its certificate; null: those that the system knows. */
  caFile: string | null
  people: PersonSearch | { dnTemplate: string }
  attributes: { id: string; email: string; fullName: string }
  /** Null: everybody who is found gets in. */
  groups: { base: string; filter: string } | null
  roles: []
}

function address(text: string | undefined): string | null {
  if (text === undefined) return null
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url && ['ldap:', 'ldaps:'].includes(url.protocol) && url.hostname
  const hasMore = url && (url.username || url.search || url.hash || !['', '/'].includes(url.pathname))
  return isPlain && !hasMore ? text : refuse('must be an address like ldaps://ldap.example.com, with a port at most')
}

/** A filter is text in which parentheses meet; the directory itself says whether it is a good one. */
function filter(text: string | undefined): string | null {
  if (text === undefined) return null
  const depth = [...text].reduce((open, sign) => (open < 0 ? open : open + (sign === '(' ? 1 : sign === ')' ? -1 : 0)), 0)
  return text.startsWith('(') && text.endsWith(')') && depth === 0 ? text : refuse('must be a filter in parentheses')
}

const naming =
  (read: (text: string | undefined) => string | null) =>
  (text: string | undefined): string | null =>
    text === undefined || text.includes('{name}') ? read(text) : refuse('must have {name} where the typed name goes')

function attribute(fallback: string) {
  return (text: string | undefined): string =>
    text === undefined || /^[a-zA-Z][a-zA-Z0-9-]*$/.test(text) ? (text ?? fallback) : refuse('must be the name of an attribute')
}

const usualFilter = '(|(uid={name})(mail={name}))'

/** As they are documented: for a directory that LDAP_PROVIDERS calls school. */
const fields = {
  url: setting(
    'LDAP_SCHOOL_URL',
    'Of a directory that LDAP_PROVIDERS calls school, as of each: where it is, by ldap:// or ldaps://.',
    'ldaps://ldap.example.com',
    address,
  ),
  startTls: setting(
    'LDAP_SCHOOL_STARTTLS',
    'off: names and passwords go over ldap:// unsealed, on a line of your own. Default: on.',
    'on',
    onOff('on'),
  ),
  caFile: setting(
    'LDAP_SCHOOL_CA_FILE',
    'Certificate (PEM) of the authority that signed its own. Default: those that the system knows.',
    '/etc/sampan/ldap-ca.pem',
    word,
  ),
  base: setting('LDAP_SCHOOL_BASE', 'Where people are searched.', 'ou=people,dc=example,dc=com', word),
  filter: setting(
    'LDAP_SCHOOL_FILTER',
    `Who is found by the name that was typed, {name}. Default: ${usualFilter}.`,
    '(&(objectClass=user)(|(sAMAccountName={name})(mail={name})))',
    naming(filter),
  ),
  bindDn: setting('LDAP_SCHOOL_BIND_DN', 'The account that searches. Default: nobody.', 'cn=sampan,dc=example,dc=com', word),
  bindPassword: setting('LDAP_SCHOOL_BIND_PASSWORD', 'Its password.', 'a-password-of-your-directory', word),
  userDn: setting(
    'LDAP_SCHOOL_USER_DN',
    'Instead of a search: the name in the directory of whoever types {name}.',
    'uid={name},ou=people,dc=example,dc=com',
    naming(word),
  ),
  idAttribute: setting(
    'LDAP_SCHOOL_ID_ATTRIBUTE',
    'What names somebody for good: objectGUID in Active Directory. Default: entryUUID.',
    'entryUUID',
    attribute('entryUUID'),
  ),
  emailAttribute: setting('LDAP_SCHOOL_EMAIL_ATTRIBUTE', 'Where the address stands. Default: mail.', 'mail', attribute('mail')),
  nameAttribute: setting(
    'LDAP_SCHOOL_FULL_NAME_ATTRIBUTE',
    'Where the name of the person stands. Default: cn.',
    'displayName',
    attribute('cn'),
  ),
  groupFilter: setting(
    'LDAP_SCHOOL_GROUP_FILTER',
    'Only who is in a group that it finds gets in; {dn} is the person, {uid} or another attribute what stands there.',
    '(&(cn=sampan)(member={dn}))',
    filter,
  ),
  groupBase: setting(
    'LDAP_SCHOOL_GROUP_BASE',
    'Where groups are searched. Default: LDAP_SCHOOL_BASE.',
    'ou=groups,dc=example,dc=com',
    word,
  ),
  ...commonFields(
    { kind: 'LDAP', id: 'school', example: 'School' },
    'on: its addresses count as proven, and who has no account gets one. Default: off, only accounts that are connected get in.',
  ),
} as const

export const directorySettings = {
  ldapProviders: setting(
    'LDAP_PROVIDERS',
    'Directories (LDAP, Active Directory) that people log in by, by names of yours, separated by commas.',
    'school',
    ids,
  ),
  schoolUrl: documented(fields.url),
  schoolStartTls: documented(fields.startTls),
  schoolCaFile: documented(fields.caFile),
  schoolBase: documented(fields.base),
  schoolFilter: documented(fields.filter),
  schoolBindDn: documented(fields.bindDn),
  schoolBindPassword: documented(fields.bindPassword),
  schoolUserDn: documented(fields.userDn),
  schoolId: documented(fields.idAttribute),
  schoolEmail: documented(fields.emailAttribute),
  schoolFullName: documented(fields.nameAttribute),
  schoolGroupFilter: documented(fields.groupFilter),
  schoolGroupBase: documented(fields.groupBase),
  schoolName: documented(fields.name),
  schoolIcon: documented(fields.icon),
  schoolDomains: documented(fields.domains),
  schoolTrust: documented(fields.trust),
} as const

/** A directory by its settings. */
export function readDirectory(env: Env, id: string, wrong: string[]): DirectorySettings {
  const { read, needed, common } = readerFor(env, { list: 'LDAP_PROVIDERS', id, wrong })
  const [dnTemplate, bindDn, bindPassword] = [read(fields.userDn), read(fields.bindDn), read(fields.bindPassword)]
  const base = dnTemplate === null ? needed(fields.base) : (read(fields.base) ?? '')
  const named = (field: { name: string }) => providerSettingName(id, field.name)
  // A name without a password is nobody, and a search as nobody finds other people than one that was meant.
  if ((bindDn === null) !== (bindPassword === null)) wrong.push(`${named(fields.bindDn)} goes with ${named(fields.bindPassword)}`)
  const groupFilter = read(fields.groupFilter)
  const groupBase = read(fields.groupBase) ?? base
  if (groupFilter !== null && groupBase === '') wrong.push(`${named(fields.groupFilter)} needs ${named(fields.groupBase)}`)
  const url = needed(fields.url)
  return {
    kind: 'ldap',
    ...common(fields),
    url,
    startsTls: read(fields.startTls) && !url.startsWith('ldaps:'),
    caFile: read(fields.caFile),
    people: dnTemplate === null ? { base, filter: read(fields.filter) ?? usualFilter, bindDn, bindPassword } : { dnTemplate },
    attributes: { id: read(fields.idAttribute), email: read(fields.emailAttribute), fullName: read(fields.nameAttribute) },
    groups: groupFilter === null ? null : { base: groupBase, filter: groupFilter },
    roles: [],
  }
}
