/** The setting PLAN_LIMITS: "anon.files=200,free.uploadBytes=5000000000" -> the numbers of the role table that change (K1). */
import { isRole, mostOfLimit, type PlanLimit, type PlanLimits, planLimitNames, roles } from '@sampan/contract/plans'

const isLimit = (word: string): word is PlanLimit => (planLimitNames as readonly string[]).includes(word)

export const planLimits =
  (refuse: (why: string) => never) =>
  (text: string | undefined): PlanLimits => {
    const limits: PlanLimits = {}
    for (const piece of (text ?? '').split(',').filter((entry) => entry.trim())) {
      const shown = `"${piece.trim()}"`
      const [, role = '', name = '', digits = ''] =
        /^\s*(\w+)\.(\w+)\s*=\s*(\S+)\s*$/.exec(piece) ?? refuse(`${shown} is not like anon.files=200`)
      if (!isRole(role)) return refuse(`${shown} does not begin with one of ${roles.join(', ')}`)
      if (!isLimit(name)) return refuse(`${shown} does not name one of ${planLimitNames.join(', ')}`)
      const value = /^\d+$/.test(digits) ? Number(digits) : Number.NaN
      const greatest = mostOfLimit[name]
      if (!(value >= 1 && value <= greatest)) refuse(`${shown} is not a whole number from 1 to ${greatest}`)
      limits[role] = { ...limits[role], [name]: value }
    }
    return limits
  }
