/** A directory of tests that answers as the port does, and a person who logs in by it. */
import type { Browser, Reply } from '../../../test/support/sender.ts'
import type { TestServer } from '../../../test/support/test-server.ts'
import {
  type AskingProvider,
  type ProviderPerson,
  ProviderRefused,
  type Refusal,
} from '../../adapters/sign-in-providers/sign-in-providers.ts'

export const directoryEnv = {
  LDAP_PROVIDERS: 'school',
  LDAP_SCHOOL_NAME: 'School',
  LDAP_SCHOOL_URL: 'ldaps://ldap.school.test',
  LDAP_SCHOOL_BASE: 'dc=school,dc=test',
  LDAP_SCHOOL_TRUST_EMAIL: 'on',
}

type Pupil = { name: string; password: string; email: string; subject: string; why?: Refusal }

export class FakeDirectory implements AskingProvider {
  readonly is = 'asking'
  readonly issuer = 'ldap:dc=school,dc=test'
  readonly asked: string[] = []
  readonly pupils: Pupil[] = []
  isAway = false

  add(pupil: Partial<Pupil> = {}): Pupil {
    const nth = this.pupils.length + 1
    const added = {
      name: `pupil${nth}`,
      password: 'of the school',
      email: `pupil${nth}@school.test`,
      subject: `id-${nth}`,
      ...pupil,
    }
    this.pupils.push(added)
    return added
  }

  ask = async ({ name, password }: { name: string; password: string }): Promise<ProviderPerson> => {
    this.asked.push(name)
    if (this.isAway) throw new ProviderRefused('away')
    const pupil = this.pupils.find((each) => each.name === name && each.password === password)
    if (!pupil || pupil.why) throw new ProviderRefused(pupil?.why ?? 'failed')
    const { subject, email } = pupil
    const said = { isEmailProven: false, fullName: 'Mei Lin', shownSecondsAgo: 0, session: null, claims: {} }
    return { issuer: this.issuer, subject, email, ...said }
  }

  stillThere = async (subjects: readonly string[]): Promise<ReadonlySet<string>> => {
    if (this.isAway) throw new ProviderRefused('away')
    return new Set(subjects.filter((subject) => this.pupils.some((pupil) => pupil.subject === subject)))
  }

  look = async (): Promise<void> => {}
}

/** In place of the one that the settings name. */
export function putDirectory({ services }: TestServer): FakeDirectory {
  const made = new FakeDirectory()
  ;(services.signInProviders as Map<string, AskingProvider>).set('school', made)
  return made
}

export const answer = (browser: Browser, name: string, password: string, headers = {}): Promise<Reply> =>
  browser.call('POST', '/api/sign-in-providers/school/answer', { name, password }, headers)
