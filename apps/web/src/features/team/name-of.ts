import type { TeamMember } from '@sampan/contract/routes/teams'

export const nameOf = ({ fullName, email }: Pick<TeamMember, 'fullName' | 'email'>): string => fullName.trim() || email
