/** Whether the plans are theirs to change: something is for sale, and this tab acts for nobody else's team. */
import { useOthersTeam } from '../session/team.ts'
import { isSelling } from './selling.ts'

export function useMayBuy(): boolean {
  const team = useOthersTeam()
  return team === null && isSelling()
}
