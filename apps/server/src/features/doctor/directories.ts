/** Directories that people log in by (A11), as the doctor sees them: whether they let in the account that searches. */
import { ProviderRefused } from '../../adapters/sign-in-providers/sign-in-providers.ts'
import { providerSettingName } from '../../config/provider-fields.ts'
import type { Services } from '../../services.ts'
import { bad, type Finding, good, saysOf } from './finding.ts'

const settingOf = (id: string, of: string): string => `${providerSettingName(id, `LDAP_SCHOOL_${of}`)}=…`

export const lookAtDirectories = ({ signInProviders }: Pick<Services, 'signInProviders'>): Promise<Finding[]> =>
  Promise.all(
    [...signInProviders].flatMap(([id, port]) => {
      if (port.is !== 'asking') return []
      const look = async (): Promise<Finding> => {
        try {
          await port.look()
          return good('log-in', ['directoryGood', { id }])
        } catch (error) {
          const cause = error instanceof ProviderRefused ? error.cause : error
          const lines = ['URL', 'CA_FILE', 'BASE', 'BIND_DN', 'BIND_PASSWORD'].map((of) => settingOf(id, of))
          return bad('log-in', ['directoryBad', { id, error: saysOf(cause) }], ...lines)
        }
      }
      return [look()]
    }),
  )
