import { expect, test } from 'vitest'
import { givenSettings, readConfig } from './config.ts'

const acme = { OIDC_PROVIDERS: 'acme', OIDC_ACME_ISSUER: 'https://login.example.com/acme', OIDC_ACME_CLIENT_ID: 'sampan' }

const school = { LDAP_PROVIDERS: 'school', LDAP_SCHOOL_URL: 'ldap://ldap.school.test', LDAP_SCHOOL_BASE: 'dc=school,dc=test' }

test('A11 O2 a directory by its settings: a plain line is sealed, and addresses prove nothing, unless it is said', () => {
  expect(readConfig({ ...school, PASSWORD_LOGIN: 'off' }).signInProviders).toMatchObject([
    {
      ...{ kind: 'ldap', id: 'school', startsTls: true, caFile: null, groups: null, isEmailTrusted: false },
      people: { base: 'dc=school,dc=test', filter: '(|(uid={name})(mail={name}))', bindDn: null, bindPassword: null },
      attributes: { id: 'entryUUID', email: 'mail', fullName: 'cn' },
    },
  ])
  const given = { LDAP_SCHOOL_USER_DN: 'uid={name},dc=x', LDAP_SCHOOL_BASE: '', LDAP_SCHOOL_STARTTLS: 'off' }
  expect(readConfig({ ...school, ...given }).signInProviders).toMatchObject([
    { startsTls: false, people: { dnTemplate: 'uid={name},dc=x' } },
  ])
})

test('A11 O2 a provider by its settings, with what they are without being set', () => {
  expect(readConfig({}).signInProviders).toEqual([])
  expect(readConfig(acme)).toMatchObject({
    hasPasswordLogIn: true,
    signInProviders: [
      { id: 'acme', name: 'acme', icon: 'key', clientSecret: null, domains: [], isEmailTrusted: false, roles: [] },
    ],
  })
  const given = { OIDC_ACME_DOMAINS: 'Example.com, example.org', OIDC_ACME_ROLES: 'https://x.test/groups:staff=pro' }
  expect(readConfig({ ...acme, ...given, OIDC_ACME_TRUST_EMAIL: 'on', PASSWORD_LOGIN: 'off' })).toMatchObject({
    hasPasswordLogIn: false,
    signInProviders: [
      {
        domains: ['example.com', 'example.org'],
        isEmailTrusted: true,
        roles: [{ claim: 'https://x.test/groups', value: 'staff', role: 'pro' }],
      },
    ],
  })
  const entra = { OIDC_PROVIDERS: 'my-entra', OIDC_MY_ENTRA_ISSUER: acme.OIDC_ACME_ISSUER, OIDC_MY_ENTRA_CLIENT_ID: 'x' }
  expect(readConfig(entra).signInProviders[0]).toMatchObject({ id: 'my-entra', clientId: 'x' })
})

test.each<[Record<string, string>, string]>([
  [{ OIDC_PROVIDERS: 'Acme' }, 'OIDC_PROVIDERS=Acme "Acme" is not a name of small letters'],
  [{ OIDC_PROVIDERS: 'acme,acme' }, 'must name each provider once'],
  [{ OIDC_PROVIDERS: 'acme', OIDC_ACME_CLIENT_ID: 'x' }, 'OIDC_PROVIDERS=acme needs OIDC_ACME_ISSUER'],
  [{ ...acme, OIDC_ACME_CLIENT_ID: '' }, 'OIDC_PROVIDERS=acme needs OIDC_ACME_CLIENT_ID'],
  [{ ...acme, OIDC_ACME_ISSUER: 'http://login.example.com' }, 'OIDC_ACME_ISSUER=http://login.example.com must be an address'],
  [{ ...acme, OIDC_ACME_ISSUER: 'https://a.example/?x=1' }, 'without a query'],
  [{ ...acme, OIDC_ACME_ICON: 'boat' }, 'OIDC_ACME_ICON=boat must be one of google, microsoft, key'],
  [{ ...acme, OIDC_ACME_DOMAINS: 'example' }, '"example" is not a domain like example.com'],
  [{ ...acme, OIDC_ACME_TRUST_EMAIL: 'yes' }, 'OIDC_ACME_TRUST_EMAIL=yes must be one of on, off'],
  [{ ...acme, OIDC_ACME_ROLES: 'groups:staff=gold' }, '"groups:staff=gold" is not like groups:staff=pro'],
  [{ LDAP_PROVIDERS: 'school', LDAP_SCHOOL_BASE: 'dc=x' }, 'LDAP_PROVIDERS=school needs LDAP_SCHOOL_URL'],
  [{ LDAP_PROVIDERS: 'school', LDAP_SCHOOL_URL: 'ldap://x' }, 'LDAP_PROVIDERS=school needs LDAP_SCHOOL_BASE'],
  [{ ...school, LDAP_SCHOOL_URL: 'https://x' }, 'LDAP_SCHOOL_URL=https://x must be an address like ldaps://'],
  [{ ...school, LDAP_SCHOOL_URL: 'ldap://u:p@x' }, 'must be an address like ldaps://'],
  [{ ...school, LDAP_SCHOOL_FILTER: '(uid=mei)' }, 'LDAP_SCHOOL_FILTER=(uid=mei) must have {name}'],
  [{ ...school, LDAP_SCHOOL_FILTER: '(uid={name}' }, 'must be a filter in parentheses'],
  [{ ...school, LDAP_SCHOOL_GROUP_FILTER: 'staff' }, 'LDAP_SCHOOL_GROUP_FILTER=staff must be a filter'],
  [{ ...school, LDAP_SCHOOL_USER_DN: 'uid=mei,dc=x' }, 'LDAP_SCHOOL_USER_DN=uid=mei,dc=x must have {name}'],
  [{ ...school, LDAP_SCHOOL_ID_ATTRIBUTE: 'a b' }, 'must be the name of an attribute'],
  [{ ...school, LDAP_SCHOOL_BIND_DN: 'cn=x' }, 'LDAP_SCHOOL_BIND_DN goes with LDAP_SCHOOL_BIND_PASSWORD'],
  [{ ...school, ...acme, LDAP_PROVIDERS: 'school,acme' }, 'LDAP_PROVIDERS=acme is in OIDC_PROVIDERS as well'],
  [{ PASSWORD_LOGIN: 'no' }, 'PASSWORD_LOGIN=no must be one of on, off'],
  [{ PASSWORD_LOGIN: 'off' }, 'PASSWORD_LOGIN=off needs OIDC_PROVIDERS'],
])('A11 O2 %o is refused by name', (env, message) => {
  expect(() => readConfig(env)).toThrow(message)
})

test('A11 R46 the secret of a provider is never shown', () => {
  expect(givenSettings({ ...acme, OIDC_ACME_CLIENT_SECRET: 'not-to-be-shown' }).OIDC_ACME_CLIENT_SECRET).toBe('…')
  expect(givenSettings({ ...school, LDAP_SCHOOL_BIND_PASSWORD: 'not-to-be-shown' })).toMatchObject({
    LDAP_SCHOOL_BIND_PASSWORD: '…',
  })
})
