import { expect, test } from 'vitest'
import { bindRefusal } from './directory.ts'
import { filled, inDn, inFilter, issuerOf, ofAnybody } from './directory-text.ts'

test.each([
  ['*', '(uid=\\2a)'],
  ['mei)(|(uid=*', '(uid=mei\\29\\28|\\28uid=\\2a)'],
  ['a\\b\0', '(uid=a\\5cb\\00)'],
  ['梅', '(uid=梅)'],
])('A11 what was typed is no part of a filter: %j', (name, expected) => {
  expect(filled('(uid={name})', { name }, inFilter)).toBe(expected)
})

test.each([
  ['mei,ou=admins', 'uid=mei\\2cou\\3dadmins,dc=x'],
  [' mei"+<>;#', 'uid=\\20mei\\22\\2b\\3c\\3e\\3b\\23,dc=x'],
  ['{dn}', 'uid={dn},dc=x'],
])('A11 what was typed is no part of a name in the directory: %j', (name, expected) => {
  expect(filled('uid={name},dc=x', { name }, inDn)).toBe(expected)
})

test.each([
  ['ou=People, DC=Example,dc=com', 'ldap:dc=example,dc=com'],
  ['uid={name},ou=a\\,b,dc=x', 'ldap:dc=x'],
  ['o=School', 'ldap:o=school'],
])('A11 who answers for the people of %s', (base, issuer) => {
  expect(issuerOf(base)).toBe(issuer)
})

test('A11 a filter by name finds anybody whom it might let in', () => {
  expect(ofAnybody('(&(objectClass=user)(|(uid={name})(mail={name})))')).toBe('(&(objectClass=user)(|(uid=*)(mail=*)))')
})

const said = (code: number, data: string) =>
  Object.assign(new Error(`80090308: LdapErr: DSID-0C090439, comment: AcceptSecurityContext error, data ${data}, v4563`), {
    code,
  })

test.each([
  [49, '52e', 'failed'],
  [49, '525', 'failed'],
  [49, '530', 'denied'],
  [49, '531', 'denied'],
  [49, '532', 'expired'],
  [49, '533', 'disabled'],
  [49, '701', 'disabled'],
  [49, '773', 'expired'],
  [49, '775', 'disabled'],
  [32, '0', 'failed'],
  [53, '0', 'denied'],
  [51, '0', 'away'],
] as const)('A11 result %i with data %s of Active Directory is "%s"', (code, data, why) => {
  expect(bindRefusal(said(code, data)).why).toBe(why)
})
