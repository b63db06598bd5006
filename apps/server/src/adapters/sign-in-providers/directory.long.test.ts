/** The port on a real directory: OpenLDAP (Debian: slapd, ldap-utils). */
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root, Slapd, suffix } from '../../../test/support/slapd.ts'
import { lookAtDirectories } from '../../features/doctor/directories.ts'
import { type DirectoryOptions, directory } from './directory.ts'
import { type AskingProvider, ProviderRefused } from './sign-in-providers.ts'

const slapd = new Slapd()
const people = `ou=people,${suffix}`
const password = 'of the school'

const options = (more: Partial<DirectoryOptions> = {}): DirectoryOptions => ({
  url: slapd.url,
  startsTls: true,
  caFile: join(slapd.folder, 'ca.pem'),
  people: { base: suffix, filter: '(|(uid={name})(mail={name}))', bindDn: root.dn, bindPassword: root.password },
  attributes: { id: 'entryUUID', email: 'mail', fullName: 'cn' },
  groups: null,
  ...more,
})

/** Why it was refused, or whose it is. */
async function ask(name: string, typed = password, more: Partial<DirectoryOptions> = {}) {
  try {
    return (await directory(options(more)).ask({ name, password: typed })).email
  } catch (error) {
    if (error instanceof ProviderRefused) return error.why
    throw error
  }
}

beforeAll(async () => {
  await slapd.start()
  slapd.addPerson('mei', password)
  slapd.addPerson('lan', password)
  slapd.add(`dn: cn=sampan,ou=groups,${suffix}\nobjectClass: groupOfNames\ncn: sampan\nmember: uid=mei,${people}`)
})
afterAll(() => slapd.close())

describe('A11 LDAP', () => {
  test('A11 whoever has the name and the password, by ldaps, by StartTLS and, where it is said, plainly', async () => {
    expect(await ask('mei')).toBe('mei@school.test')
    expect(await ask(' MEI@school.test ')).toBe('mei@school.test')
    expect(await ask('mei', password, { url: slapd.safeUrl, startsTls: false })).toBe('mei@school.test')
    expect(await ask('mei', password, { startsTls: false, caFile: null })).toBe('mei@school.test')
    expect(await directory(options()).ask({ name: 'mei', password })).toMatchObject({
      ...{ issuer: 'ldap:dc=school,dc=test', fullName: 'Mei Lin', isEmailProven: false, shownSecondsAgo: 0 },
      subject: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  test('A11 by a name that needs no search, and no account that searches', async () => {
    const byName = { people: { dnTemplate: `uid={name},${people}` } }
    expect(await ask('mei', password, byName)).toBe('mei@school.test')
    expect(await ask('mei', 'guessed', byName)).toBe('failed')
    expect(await ask('nobody', password, byName)).toBe('failed')
    expect(await ask(`mei,${people}`, password, byName)).toBe('failed')
  })

  test.each([
    ['a wrong password', 'mei', 'guessed', 'failed'],
    ['nobody', 'nobody', password, 'failed'],
    ['no password', 'mei', '', 'failed'],
    ['a star', '*', password, 'failed'],
    ['a beginning', 'me*', password, 'failed'],
    ['a filter', 'mei)(uid=*', password, 'failed'],
    ['another filter', '*))(|(uid=*', password, 'failed'],
    ['a NUL', 'mei\0', password, 'failed'],
  ])('A11 R20 %s gets in nobody', async (_, name, typed, why) => {
    expect(await ask(name, typed)).toBe(why)
  })

  test('A11 two of the same name are nobody', async () => {
    slapd.addPerson('twin', password, 'same@school.test')
    slapd.addPerson('twin2', password, 'same@school.test')
    expect(await ask('same@school.test')).toBe('failed')
  })

  test('A11 only who is in a group gets in, and only they are still there', async () => {
    const groups = { base: suffix, filter: '(&(objectClass=groupOfNames)(member={dn}))' }
    expect(await ask('mei', password, { groups })).toBe('mei@school.test')
    expect(await ask('lan', password, { groups })).toBe('denied')
    const all = await Promise.all(['mei', 'lan'].map((name) => directory(options()).ask({ name, password })))
    const [mei, lan] = all.map(({ subject }) => subject)
    const still = (more = {}) => directory(options(more)).stillThere!([mei!, lan!, 'of-nobody'])
    expect(await still()).toEqual(new Set([mei, lan]))
    expect(await still({ groups })).toEqual(new Set([mei]))
  })

  test('A11 a changed address and name is the same person; who is removed is there no more', async () => {
    slapd.addPerson('old', password)
    const { subject } = await directory(options()).ask({ name: 'old', password })
    slapd.rename(`uid=old,${people}`, 'uid=new')
    slapd.modify(`dn: uid=new,${people}\nchangetype: modify\nreplace: mail\nmail: new@school.test`)
    const person = await directory(options()).ask({ name: 'new', password })
    expect([person.subject, person.email]).toEqual([subject, 'new@school.test'])
    slapd.remove(`uid=new,${people}`)
    expect(await directory(options()).stillThere!([subject])).toEqual(new Set())
  })

  test('A11 nothing is said to a server whose certificate is another authority’s, or to one that is away', async () => {
    const caFile = join(slapd.folder, 'other.pem')
    expect(await ask('mei', password, { caFile })).toBe('away')
    expect(await ask('mei', password, { url: slapd.safeUrl, caFile })).toBe('away')
    expect(await ask('mei', password, { caFile: null })).toBe('away')
    expect(await ask('mei', password, { caFile: join(slapd.folder, 'there-is-none.pem') })).toBe('away')
    await slapd.stop()
    expect(await ask('mei')).toBe('away')
    await slapd.run()
    await expect.poll(() => ask('mei'), { timeout: 60_000 }).toBe('mei@school.test')
  })

  test('A11 an account of its own that it does not let in is nobody’s wrong password', async () => {
    const wrong = { base: suffix, filter: '(uid={name})', bindDn: root.dn, bindPassword: 'another' }
    expect(await ask('mei', password, { people: wrong })).toBe('away')
    await expect(directory(options({ people: wrong })).look()).rejects.toThrow('away')
    const found = (port: AskingProvider) => lookAtDirectories({ signInProviders: new Map([['my-school', port]]) })
    expect(await found(directory(options()))).toMatchObject([{ state: 'good' }])
    const [finding] = await found(directory(options({ people: wrong })))
    expect(finding).toMatchObject({ state: 'bad', change: expect.arrayContaining(['LDAP_MY_SCHOOL_BIND_PASSWORD=…']) })
    await expect(
      directory(options({ people: { ...wrong, bindPassword: root.password, base: 'dc=elsewhere' } })).look(),
    ).rejects.toThrow()
    await directory(options()).look()
  })

  test('A11 a server that takes the call and says nothing is away within seconds', async () => {
    const silent: Server = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const url = `ldap://127.0.0.1:${(silent.address() as { port: number }).port}`
    expect(await ask('mei', password, { url })).toBe('away')
    expect(await ask('mei', password, { url, startsTls: false })).toBe('away')
    expect(await ask('mei', password, { url: url.replace('ldap:', 'ldaps:') })).toBe('away')
    silent.close()
  })
})
