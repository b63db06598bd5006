/** What a plan's button does: it turns for a while, and leads to signing up or to the payment (spec §4, K6). */
import { timingsMs } from '@sampan/contract/limits'
import { accountBillingPath, dashPlansPath, registerPath } from '@sampan/contract/paths'
import type { PlanButton, Reader } from '@sampan/contract/rules/plan-offer'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useLanguage } from '../../lib/i18n.ts'
import { type ChosenPlan, choiceQuery } from './chosen-plan.ts'

export function useChoose({ account }: Reader) {
  const navigate = useNavigate()
  const language = useLanguage()
  const [query] = useSearchParams()
  const [turning, setTurning] = useState<string | null>(null)
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  const stop = () => timers.current.splice(0).forEach(clearTimeout)
  const leave = useEffectEvent(stop)
  useEffect(() => () => leave(), [])

  function placeOf(plan: ChosenPlan, { text }: PlanButton): string {
    if (!account) return registerPath(language) + choiceQuery(plan, query)
    // The current plan can be pressed only where its payment is missing.
    return text === 'current' ? `${accountBillingPath}?tab=2` : dashPlansPath + choiceQuery(plan)
  }

  function choose(plan: ChosenPlan, button: PlanButton) {
    stop()
    setTurning(plan.role)
    timers.current = [
      setTimeout(() => setTurning(null), timingsMs.planSpinner),
      setTimeout(() => navigate(placeOf(plan, button)), account ? timingsMs.planToPayment : timingsMs.planToSignUp),
    ]
  }
  return { turning, choose }
}
