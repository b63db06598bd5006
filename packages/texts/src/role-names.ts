/** The plans' names as people read them: on every page, in mails and in what is refused. */
import type { Language } from '@sampan/contract/paths'
import type { Role } from '@sampan/contract/plans'
import { roleNames as en } from './languages/en/role-names.ts'
import { roleNames as zh } from './languages/zh/role-names.ts'

export const roleNames: Record<Language, Record<Role, string>> = { en, zh }
